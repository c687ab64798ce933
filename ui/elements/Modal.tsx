/**
 * A native modal dialog: the rest of the page is inert, and Esc closes it. When it opens, the focus goes to the element with
 * `data-autofocus`, the first field or the primary button; when it closes, back to where it was, or to the list (`focus.ts`).
 */
import type { ReactNode } from 'react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useText } from '../i18n.ts'
import { Boundary } from './Boundary.tsx'
import { keepFirstFocus, regionOf, returnFocus } from './focus.ts'
import { IconButton } from './IconButton.tsx'
import { Skeleton } from './states.tsx'
import { usePhone } from './usePhone.ts'

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
      // StrictMode closes and opens it again at once: the event of that comes when it is open
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

/** Opens and closes the dialog, and moves the focus in and out. */
function useDialogFocus(dialog: { readonly current: HTMLDialogElement | null }, open: boolean): void {
  const isPhone = usePhone()
  const sparesFields = useRef(isPhone)
  useLayoutEffect(() => {
    sparesFields.current = isPhone
  }, [isPhone])
  const opener = useRef<Element>(null)
  const region = useRef<Element>(null)
  // a layout effect, because effects of the children may move the focus within the dialog, which must be open by then
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return undefined
    opener.current = document.activeElement
    // the opener may be gone when the dialog closes
    region.current = regionOf(opener.current) ?? regionOf(element)
    element.showModal()
    const end = keepFirstFocus(element, () => sparesFields.current)
    return () => {
      end()
      element.close()
    }
  }, [dialog, open])
  // in an effect's cleanup, after the dialog has closed: until then the rest of the page is inert and takes no focus
  useEffect(() => (open ? () => returnFocus(opener.current, region.current) : undefined), [open])
}
