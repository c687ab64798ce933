/** Shared by all choices among the options of a call: choosing, copying fields of the chosen option, and choosing automatically. */
import { useEffect, useRef } from 'react'
import { useForm } from 'react-final-form'
import type { OptionsCall } from '../../../src/contract/form.ts'
import type { ControlProps } from './control.ts'
import { filledCall } from './filledCall.ts'
import { useFormRows } from './formRows.ts'
import { recall } from './lastChoice.ts'
import type { Option } from './options.ts'

/** The call filled with the form's present values; undefined while a value that it needs is blank. */
export const useOptionsCall = ({ call }: OptionsCall, { values }: Pick<ControlProps, 'values'>): string | undefined =>
  filledCall(call, values, useFormRows())

export const isBlankChoice = (value: unknown): boolean => value === undefined || value === null || value === ''

export interface Choosing {
  /** A person's choice. */
  readonly choose: (option: Option | undefined) => void
  /** A choice made by the form itself, which does not count as a change by the person. */
  readonly settle: (option: Option | undefined) => void
  /** Copies the fields of the option that is chosen already. */
  readonly copy: (option: Option | undefined) => void
  /** The option to choose automatically while nothing is chosen; undefined once this was done for the present call. */
  readonly suggestionFor: (call: string) => unknown
  readonly markSuggested: (call: string) => void
}

/**
 * How a choice changes the form. The chosen value must be an option of the present call: callers ensure this when the call changes.
 */
export function useChoosing({ field, onChange }: ControlProps, { copyFields = {} }: OptionsCall): Choosing {
  const api = useForm()
  const suggestedFor = useRef<string>(undefined)
  const copyOf = (option: Option | undefined): void => {
    for (const [from, to] of Object.entries(copyFields)) api.change(to, option?.source[from] ?? undefined)
  }
  return {
    choose: option => {
      onChange(option?.value)
      copyOf(option)
    },
    settle: option => {
      api.change(field.name, option?.value)
      copyOf(option)
    },
    copy: copyOf,
    suggestionFor: call =>
      field.remember === undefined || suggestedFor.current === call
        ? undefined
        : (recall(field.remember) ?? field.firstChoice),
    markSuggested: call => {
      suggestedFor.current = call
    }
  }
}

/** The latest value, for effects that must not run again when it changes. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
