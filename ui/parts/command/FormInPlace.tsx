/**
 * What a form stands in where it is no dialog: all around it can still be used, as a map that a border is drawn on. The focus
 * comes and goes as a dialog's does; Escape closes it while the focus is inside.
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
  // once it is gone, and what it hid is back
  useEffect(() => () => returnFocus(opener.current), [])
  const onKey = (event: KeyboardEvent): void => {
    // in React the keys of a dialog over this one come by here, too
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
