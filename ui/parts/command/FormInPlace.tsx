/**
 * The frame of a form that is not in a dialog, so that the page around it stays usable (a map, for example, on which the person
 * draws a border). It takes and returns the focus as a dialog does. Escape closes it while the focus is inside.
 */
import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useRef } from 'react'
import { useDialogFocus } from '../../elements/useDialogFocus.ts'

interface FormInPlaceProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export function FormInPlace({ title, onClose, children }: FormInPlaceProps) {
  const id = useId()
  const root = useRef<HTMLElement>(null)
  useDialogFocus(root)
  const onKey = (event: KeyboardEvent): void => {
    // React's synthetic key events also bubble here from a dialog that is a React child
    if (event.key !== 'Escape' || !root.current?.contains(event.target as Node)) return
    if ((event.target as Element).closest('dialog')) return
    event.stopPropagation()
    onClose()
  }
  return (
    <section ref={root} className="parts-in-place" aria-labelledby={id} onKeyDown={onKey}>
      <h3 id={id} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </section>
  )
}
