/** The button that opens the palette, and its key: Ctrl+K, or ⌘K on a Mac. The palette itself is loaded when it is first used. */

import { useState } from 'react'
import type { PagesMetadata } from '../../../src/contract/page.ts'
import { Boundary } from '../../elements/Boundary.tsx'
import { lazyPart } from '../../elements/lazyPart.tsx'
import { Modal } from '../../elements/Modal.tsx'
import { useListener } from '../../elements/useListener.ts'
import { useText } from '../../i18n.ts'
import { useKeys } from '../../keys.ts'
import { createStore, type Store } from '../../store.ts'
import './palette.css'

const load = () => import('./Palette.tsx')
const Palette = lazyPart(load).Component

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)

/** Collects typed text while the palette is loading. The text is for its box, and must not run shortcuts of the page. */
function TypedEarly({ typed }: { readonly typed: Store<string> }) {
  const onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (key === 'Backspace') typed.set(typed.get().slice(0, -1))
    else if (key.length === 1) typed.set(typed.get() + key)
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  useListener('keydown', onKey, { capture: true })
  return null
}

export function PaletteButton({ pages }: { readonly pages: PagesMetadata }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const [early] = useState(() => createStore(''))
  const close = (): void => {
    early.set('')
    setOpen(false)
  }
  // It does not open over a form, because it would lead away from typed values.
  const show = (): void => {
    if (!document.querySelector('dialog:modal')) setOpen(true)
  }
  useKeys([{ keys: 'Control+k', label: 'ui.palette', group: 'general', run: show, anywhere: true }])
  return (
    <>
      <button
        type="button"
        className="button palette-button"
        title={t('ui.palette')}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setOpen(true)}
      >
        <i className="pi pi-search" aria-hidden="true" />
        <span className="palette-word">{t('ui.palette.open')}</span>
        <span className="palette-key" aria-hidden="true">
          {isMac() ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      {open && (
        <Boundary
          waiting={<TypedEarly typed={early} />}
          frame={message => (
            <Modal open title={t('ui.palette')} onClose={close}>
              {message}
            </Modal>
          )}
        >
          <Palette pages={pages} early={early} onClose={close} />
        </Boundary>
      )}
    </>
  )
}
