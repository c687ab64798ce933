/** What every control of a form is given, and the attributes that all of them carry. */
import type { FieldMetadata } from '../../../src/contract/form.ts'
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
