/** What every field and every control of a form is given, and the attributes that all of them carry. */
import type { FieldMetadata, FormMetadata } from '../../../src/contract/form.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import type { Values } from './formValues.ts'

export interface ControlProps {
  readonly id: string
  readonly field: FieldMetadata
  readonly schema: Schema
  readonly values: Values
  readonly value: unknown
  readonly invalid: boolean
  readonly required: boolean
  readonly readOnly: boolean
  readonly describedBy: string | undefined
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
  readonly onFocus: () => void
}

/**
 * Where a form is shown. In a dialog a fault appears when its field is left. A bar is open all day, and on a screen a fault
 * that appears under the pointer would move the link that is being clicked: there, faults appear once the form was sent. On a
 * screen nothing is marked as required, for all of it is.
 */
export type Look = 'dialog' | 'bar' | 'screen'

/** Whether the form of the next row follows once this one is sent: as a rule, or where a button of its own says so. */
export type GoesOn = 'always' | 'ask'

export interface FormFieldProps {
  readonly id: string
  readonly form: FormMetadata
  readonly field: FieldMetadata
  readonly values: Values
  readonly look: Look
  /** Messages that are shown once under the bar, and are only read out at the field. */
  readonly shared: ReadonlySet<string>
  /** Called when a person, and not a rule of the form, has changed the value. */
  readonly onTyped: () => void
}

/** The attributes that every control shares. */
export const attributesOf = (props: ControlProps) => ({
  id: props.id,
  name: props.field.name,
  'aria-invalid': props.invalid || undefined,
  'aria-required': props.required || undefined,
  'aria-describedby': props.describedBy,
  onBlur: props.onBlur,
  onFocus: props.onFocus
})
