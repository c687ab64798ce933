/**
 * The frame of a form that is not in a dialog, so that the page around it stays usable (a map, for example, on which the person
 * draws a border). It takes and returns the focus as a dialog does. Escape closes it while the focus is inside.
 */
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { keepFirstFocus, returnFocus } from '../../elements/focus.ts'
import { usePhone } from '../../elements/usePhone.ts'

interface FormInPlaceProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export function FormInPlace({ title, onClose, children }: FormInPlaceProps) {
  const id = useId()
  const root = useRef<HTMLElement>(null)
  const opener = useRef<Element>(null)
  const isPhone = usePhone()
  const sparesFields = useRef(isPhone)
  useLayoutEffect(() => {
    sparesFields.current = isPhone
  }, [isPhone])
  useLayoutEffect(() => {
    if (!root.current) return undefined
    opener.current = document.activeElement
    return keepFirstFocus(root.current, () => sparesFields.current)
  }, [])
  // in an effect's cleanup: the form is removed by then, and the content that it replaced is drawn again
  useEffect(() => () => returnFocus(opener.current), [])
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
