/** The button that opens the palette, and its key: Ctrl+K, on a Mac ⌘K. The palette itself is loaded with its first use. */
import { lazy, Suspense, useEffect, useState } from 'react'
import type { PagesMetadata } from '../../../src/contract/page.ts'
import { useText } from '../../i18n.ts'
import './palette.css'

const load = () => import('./Palette.tsx')
const Palette = lazy(load)

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)

export function PaletteButton({ pages }: { readonly pages: PagesMetadata }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return
      // the browser's own search would open
      event.preventDefault()
      // over a form it would lead away from what is typed there
      if (!document.querySelector('dialog:modal')) setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
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
        <Suspense>
          <Palette pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
