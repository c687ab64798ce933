import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Modal } from '../../elements/Modal.tsx'
import { useText } from '../../i18n.ts'
import { type UnderWay, underWay } from './underWay.ts'

interface UnsavedGuard extends UnderWay {
  /** Whether the question is open: leave or stay? */
  readonly asking: boolean
  readonly ask: () => void
  /** From now on nothing is unsaved: called before a form that was sent or given up closes. */
  readonly release: () => void
  readonly leave: () => void
  readonly stay: () => void
}

/**
 * While `unsaved`, asks before a navigation, and lets the browser ask before the page is closed. While it is being sent a navigation
 * waits for the answer: what is saved is not asked about.
 */
export function useUnsavedGuard(unsaved: boolean): UnsavedGuard {
  const [closing, setClosing] = useState(false)
  const released = useRef(false)
  const [call] = useState(underWay)
  const blocker = useBlocker({
    shouldBlockFn: async () => {
      const answer = await call.answer()
      if (answer === 'sent') return false
      return (unsaved || answer === 'refused') && !released.current
    },
    enableBeforeUnload: () => unsaved && !released.current,
    withResolver: true
  })
  const proceed = useRef(blocker.proceed)
  useEffect(() => {
    proceed.current = blocker.proceed
  })
  return {
    ...call,
    asking: closing || blocker.status === 'blocked',
    ask: () => setClosing(true),
    release: () => {
      released.current = true
      // the question that a late answer has found open has answered itself
      proceed.current?.()
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
