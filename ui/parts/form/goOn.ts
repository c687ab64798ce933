/** Sending a form by the keyboard, continuing with the next row, and the first focus in the next form. */
import type { KeyboardEvent } from 'react'
import { useEffect, useRef } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import type { GoesOn } from './control.ts'
import type { Values } from './formValues.ts'
import { blankFields } from './missing.ts'

/** Ctrl+Enter sends the form. With Shift it also continues with the next row, if there is one. */
export function useGoOn(goesOn: GoesOn | undefined) {
  /** Whether the person has asked to continue with the next row after the next submit. */
  const isAsked = useRef(false)
  const isToGoOn = useRef(false)
  const sendOn = (element: HTMLElement): void => {
    isAsked.current = goesOn !== undefined
    element.closest('form')?.requestSubmit()
  }
  return {
    sendOn,
    /** Called when a submit begins. */
    begin: (): void => {
      isToGoOn.current = goesOn === 'always' || isAsked.current
      isAsked.current = false
    },
    /** Whether the present submit continues with the next row. */
    isToGoOn: (): boolean => isToGoOn.current,
    onKeyDown: (event: KeyboardEvent<HTMLFormElement>): void => {
      // React also passes on the keys of a dialog that is open above this one
      const form = event.currentTarget
      const isOwn = (event.target as Element).closest('dialog') === form.closest('dialog')
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isOwn) return
      event.preventDefault()
      if (event.shiftKey) sendOn(form)
      else form.requestSubmit()
    }
  }
}

/** Once the values are known, focuses the first required field that is blank. */
export function useStartAtBlank(
  form: FormMetadata,
  values: Values | undefined,
  fieldId: (name: string) => string
): void {
  const [field] = values ? blankFields(form, values) : []
  const id = field && fieldId(field.name)
  const isDone = useRef(false)
  useEffect(() => {
    if (id === undefined || isDone.current) return
    isDone.current = true
    document.getElementById(id)?.focus()
  }, [id])
}
