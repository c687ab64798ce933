/**
 * A native modal dialog: the rest of the page is inert, Esc closes it, and the focus returns to where it was. On opening
 * the focus goes to the element with `data-autofocus`, else to the first that can take it.
 */
import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { useText } from '../i18n.ts'
import { IconButton } from './IconButton.tsx'

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
      // in React both events bubble from a dialog nested in this one
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
            {onClose && <IconButton icon="times" label={t('ui.close')} onClick={onClose} />}
          </header>
          {children}
        </>
      )}
    </dialog>
  )
}
