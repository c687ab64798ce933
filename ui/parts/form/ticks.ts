/** Warnings that a person must tick before the form is sent. */
import type { FieldMetadata, FormMetadata } from '../../../src/contract/form.ts'
import { valueAt } from '../../../src/contract/paths.ts'
import { subjectOf, type Warning, warningsOf } from '../../../src/contract/warning.ts'
import type { Values } from './formValues.ts'
import { shownFields } from './formValues.ts'

/** The form value that stores the ticks: by message, the value that was ticked. It is stored in drafts and never sent. */
export const ticksField = '_ticks'

type Ticks = Readonly<Record<string, string>>
const ticksIn = (values: Values): Ticks => (values[ticksField] ?? {}) as Ticks

/** The warnings of a field that apply to the present values. */
export const warningsAt = ({ name, warn = [] }: FieldMetadata, values: Values, today: string): Warning[] =>
  warningsOf(warn, valueAt(values, name), values, today)

export const isTicked = ({ name }: FieldMetadata, warning: Warning, values: Values, today: string): boolean =>
  ticksIn(values)[warning.message] === subjectOf(warning, valueAt(values, name), values, today)

/** The ticks after one was set or removed. */
export function withTick(field: FieldMetadata, warning: Warning, values: Values, today: string, isOn: boolean): Ticks {
  const { [warning.message]: _, ...others } = ticksIn(values)
  const subject = subjectOf(warning, valueAt(values, field.name), values, today)
  return isOn ? { ...others, [warning.message]: subject } : others
}

/** The first field with a warning that has yet to be ticked. */
export const firstUnticked = (form: FormMetadata, values: Values, today: string): FieldMetadata | undefined =>
  shownFields(form, values).find(field =>
    warningsAt(field, values, today).some(warning => warning.tick && !isTicked(field, warning, values, today))
  )
