/** The properties that every field and control of a form gets, and the attributes that all controls have. */
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
 * Where a form is shown. In a dialog an error appears when its field loses the focus. In a bar, which is always open, and on a screen,
 * where an error that appears during a click on a link would move the link, errors appear after the first attempt to send. On a screen
 * no field is marked as required, because all are.
 */
export type Look = 'dialog' | 'bar' | 'screen'

/** Whether the form of the next row follows after sending: always, or when the person presses the button for it. */
export type GoesOn = 'always' | 'ask'

export interface FormFieldProps {
  readonly id: string
  readonly form: FormMetadata
  readonly field: FieldMetadata
  readonly values: Values
  readonly look: Look
  /** Messages that are shown once, below the bar; at the field they are for screen readers only. */
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
