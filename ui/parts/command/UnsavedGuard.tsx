import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Modal } from '../../elements/Modal.tsx'
import { useText } from '../../i18n.ts'
import { reloads } from '../../version.ts'
import { onceReturned } from './back.ts'
import { type UnderWay, underWay } from './underWay.ts'

interface UnsavedGuard extends UnderWay {
  /** Whether the question “leave or stay?” is shown. */
  readonly asking: boolean
  readonly ask: () => void
  /** Stops the guard: called before a form closes that was sent or discarded. */
  readonly release: () => void
  readonly leave: () => void
  readonly stay: () => void
}

/**
 * While something is unsaved, asks before a navigation, and lets the browser ask before the page is closed. While the form is being sent, a
 * navigation waits for the answer, and nothing is asked if the form was saved. With nothing unsaved, the browser's Back calls `onBack`, if it is
 * given, and stays on the page.
 * @param isUnsaved is called when a navigation begins, which may be before the last keystroke is rendered: it must read a ref, not a state
 */
export function useUnsavedGuard(isUnsaved: () => boolean, onBack?: () => void): UnsavedGuard {
  const [closing, setClosing] = useState(false)
  const released = useRef(false)
  const [call] = useState(underWay)
  /** Whether a navigation waits for the person's answer, and what continues or ends it. */
  const [isBlocked, setBlocked] = useState(false)
  const navigation = useRef<(stays: boolean) => void>(undefined)
  const decide = (stays: boolean): void => navigation.current?.(stays)
  useBlocker({
    shouldBlockFn: async ({ action }) => {
      const sending = await call.answer()
      if (sending === 'sent' || released.current) return false
      if (!(isUnsaved() || sending === 'refused')) {
        if (!onBack || action !== 'BACK' || sending === 'late') return false
        onceReturned(onBack)
        return true
      }
      const stays = await new Promise<boolean>(resolve => {
        navigation.current = resolve
        setBlocked(true)
      })
      navigation.current = undefined
      setBlocked(false)
      return stays
    },
    enableBeforeUnload: () => isUnsaved() && !released.current && !reloads()
  })
  return {
    ...call,
    asking: closing || isBlocked,
    ask: () => setClosing(true),
    release: () => {
      released.current = true
      // if the question is still open when the form is saved, the navigation goes ahead
      decide(false)
    },
    leave: () => {
      setClosing(false)
      decide(false)
    },
    stay: () => {
      setClosing(false)
      decide(true)
    }
  }
}

/**
 * The guard of a dialog with one form that is no command's: Back and × close it, and ask first if something was typed.
 * @param onClose takes the dialog away
 */
export function useDialogGuard(onClose: () => void) {
  const isDirty = useRef(false)
  const guard = useUnsavedGuard(() => isDirty.current, onClose)
  return {
    guard,
    /** To be called with each change of the form. */
    noteChange: (dirty: boolean): void => {
      isDirty.current = dirty
    },
    /** Does something that would lose what was typed, or asks first. */
    unlessDirty: (act: () => void): void => (isDirty.current ? guard.ask() : act()),
    leave: (): void => {
      guard.release()
      guard.leave()
      onClose()
    },
    close: async (): Promise<void> => {
      // The answer closes the dialog, or shows what was refused.
      if (guard.isUnderWay() && (await guard.answer()) !== 'late') return
      if (isDirty.current) guard.ask()
      else onClose()
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
