import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Modal } from '../../elements/Modal.tsx'
import { useText } from '../../i18n.ts'

interface UnsavedGuard {
  /** Whether the question is open: leave or stay? */
  readonly asking: boolean
  readonly ask: () => void
  /** From now on nothing is unsaved: called before a form that was sent or given up closes. */
  readonly release: () => void
  readonly leave: () => void
  readonly stay: () => void
}

/** While `unsaved`, asks before a navigation, and lets the browser ask before the page is closed. */
export function useUnsavedGuard(unsaved: boolean): UnsavedGuard {
  const [closing, setClosing] = useState(false)
  const released = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: () => unsaved && !released.current,
    enableBeforeUnload: () => unsaved && !released.current,
    withResolver: true
  })
  return {
    asking: closing || blocker.status === 'blocked',
    ask: () => setClosing(true),
    release: () => {
      released.current = true
    },
    leave: () => {
      setClosing(false)
      blocker.proceed?.()
    },
    stay: () => {
      setClosing(false)
      blocker.reset?.()
    }
  }
}

interface UnsavedDialogProps {
  readonly open: boolean
  readonly onLeave: () => void
  readonly onStay: () => void
}

export function UnsavedDialog({ open, onLeave, onStay }: UnsavedDialogProps) {
  const t = useText()
  return (
    <Modal open={open} title={t('parts.unsaved.title')} onClose={onStay}>
      <p>{t('parts.unsaved.text')}</p>
      <div className="parts-form-end">
        <button type="button" className="button danger" onClick={onLeave}>
          {t('parts.unsaved.leave')}
        </button>
        <button type="button" className="button primary" onClick={onStay}>
          {t('parts.unsaved.stay')}
        </button>
      </div>
    </Modal>
  )
}
