/** What every choice among the options of a call shares: choosing, what is copied with it, and what is chosen by itself. */
import { useEffect, useRef } from 'react'
import { useForm } from 'react-final-form'
import type { OptionsCall } from '../../../src/contract/form.ts'
import type { ControlProps } from './control.ts'
import { useFormRows } from './formRows.ts'
import { filledCall } from './formValues.ts'
import { recall } from './lastChoice.ts'
import type { Option } from './options.ts'

/** The call under the form's present values; undefined while one that it needs is blank. */
export const useOptionsCall = ({ call }: OptionsCall, { values }: Pick<ControlProps, 'values'>): string | undefined =>
  filledCall(call, values, useFormRows())

export const isBlankChoice = (value: unknown): boolean => value === undefined || value === null || value === ''

export interface Choosing {
  /** A person's choice. */
  readonly choose: (option: Option | undefined) => void
  /** The form's own choice, which is no typing. */
  readonly settle: (option: Option | undefined) => void
  /** Copies the fields of the option that is chosen already. */
  readonly copy: (option: Option | undefined) => void
  /** What to choose among the options of a call while nothing is chosen; undefined once it was used for that call. */
  readonly suggestionFor: (call: string) => unknown
  readonly markSuggested: (call: string) => void
}

/**
 * How a choice changes the form. The value always belongs to the options of the present call: the callers see to that when the call
 * changes.
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

/** The newest value of something, for effects that must not run again because of it. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
