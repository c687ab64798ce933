/**
 * A native modal dialog: the rest of the page is inert, Esc closes, the focus goes in and comes back. It lands on the
 * element with `data-autofocus`, else on the first that takes it.
 */
import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { useText } from '../i18n.ts'

interface Props {
  readonly open: boolean
  readonly title: string
  readonly children: ReactNode
  /** Without it the dialog can only be answered, not closed. */
  readonly onClose?: () => void
  readonly className?: string
}

export function Modal({ open, title, children, onClose, className = '' }: Props) {
  const t = useText()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element || element.open === open) return
    if (open) {
      element.showModal()
      element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    } else element.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className={`modal ${className}`}
      aria-labelledby={id}
      // React lets both events of a dialog inside this one rise to here
      onCancel={event => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose?.()
      }}
      onClose={event => open && event.target === event.currentTarget && onClose?.()}
    >
      {open && (
        <>
          <header>
            <h2 id={id}>{title}</h2>
            {onClose && (
              <button type="button" className="button quiet icon" onClick={onClose} aria-label={t('ui.close')}>
                <i className="pi pi-times" aria-hidden />
              </button>
            )}
          </header>
          {children}
        </>
      )}
    </dialog>
  )
}
