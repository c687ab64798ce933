/** Shared by the choices among the options of a call. What they choose by themselves is decided by the form's rules (`nextValues.ts`). */
import type { OptionsCall } from '../../../src/contract/form.ts'
import type { ControlProps } from './control.ts'
import { filledCall } from './filledCall.ts'
import { useFormRows } from './formRows.ts'

/** The call filled with the form's present values; undefined while a value that it needs is blank. */
export const useOptionsCall = ({ call }: OptionsCall, { values }: Pick<ControlProps, 'values'>): string | undefined =>
  filledCall(call, values, useFormRows())

export const isBlankChoice = (value: unknown): boolean => value === undefined || value === null || value === ''
