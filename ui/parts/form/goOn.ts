/** How a form is sent by the keyboard, how sending goes on with the next row, and where the next form begins. */
import type { KeyboardEvent } from 'react'
import { useEffect, useRef } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import type { GoesOn } from './control.ts'
import type { Values } from './formValues.ts'
import { firstBlank } from './missing.ts'

/** Control and Enter send; with Shift they go on, where a next row follows. */
export function useGoOn(goesOn: GoesOn | undefined) {
  /** Whether the submit that is about to come was asked to go on. */
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
    /** Whether the submit that is under way goes on. */
    isToGoOn: (): boolean => isToGoOn.current,
    onKeyDown: (event: KeyboardEvent<HTMLFormElement>): void => {
      // in React the keys of a dialog over this one come by here, too
      const form = event.currentTarget
      const isOwn = (event.target as Element).closest('dialog') === form.closest('dialog')
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isOwn) return
      event.preventDefault()
      if (event.shiftKey) sendOn(form)
      else form.requestSubmit()
    }
  }
}

/** Gives the focus, once, to the first field that must be filled in and is blank in these values; not without values. */
export function useStartAtBlank(
  form: FormMetadata,
  values: Values | undefined,
  fieldId: (name: string) => string
): void {
  const start = useRef(values && firstBlank(form, values))
  const idOf = useRef(fieldId)
  useEffect(() => {
    const { current: field } = start
    if (field) document.getElementById(idOf.current(field.name))?.focus()
  }, [])
}
