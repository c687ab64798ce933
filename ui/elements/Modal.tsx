/**
 * A native modal dialog: the rest of the page is inert, and Esc closes it. When it opens, the focus goes to the element with
 * `data-autofocus`, the first field or the primary button; when it closes, back to where it was, or to the list (`focus.ts`).
 */
import type { ReactNode } from 'react'
import { useId, useRef } from 'react'
import { useText } from '../i18n.ts'
import { Boundary } from './Boundary.tsx'
import { IconButton } from './IconButton.tsx'
import { Skeleton } from './states.tsx'
import { useDialogFocus } from './useDialogFocus.ts'

interface ModalProps {
  readonly open: boolean
  readonly title: string
  readonly children: ReactNode
  /** Without it there is no close button, and Esc does nothing. */
  readonly onClose?: () => void
  readonly className?: string
}

export function Modal({ open, title, children, onClose, className = '' }: ModalProps) {
  const t = useText()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useDialogFocus(dialog, open)
  return (
    <dialog
      ref={dialog}
      className={`modal ${className}`}
      aria-labelledby={id}
      // in React both events also bubble from a dialog nested in this one
      onCancel={event => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose?.()
      }}
      // StrictMode closes the dialog and opens it again at once: when the event of that arrives, the dialog is open
      onClose={event => {
        if (open && event.target === event.currentTarget && !event.currentTarget.open) onClose?.()
      }}
    >
      {open && (
        <>
          <div className="modal-head">
            <h2 id={id} tabIndex={-1}>
              {title}
            </h2>
            {onClose && <IconButton icon="times" label={t('ui.close')} onClick={onClose} />}
          </div>
          <Boundary waiting={<Skeleton rows={3} />}>{children}</Boundary>
        </>
      )}
    </dialog>
  )
}
