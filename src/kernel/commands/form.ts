/** The form of a command: its schema, and hints for what the schema does not say. */
import type { TObject } from '@sinclair/typebox'
import type { Derivation, FieldHint } from '../../contract/form.ts'
import type { Caller } from '../access/caller.ts'

type Values = Readonly<Record<string, unknown>>

export interface FormDefinition<S = TObject> {
  readonly schema: S
  /**
   * Hints by field (`address.city` within an object), and the steps that are not sent. The fields are shown in the order of
   * the schema; where the hints have another order, in theirs.
   */
  readonly fields?: Readonly<Record<string, FieldHint>>
  /** Fields of the row (or of `load`'s answer) that calls and rules of the form read, and that are neither shown nor sent. */
  readonly context?: readonly string[]
  /** Fields of the schema that this form neither shows nor sends; other clients of the API send them. */
  readonly omit?: readonly string[]
  readonly derive?: readonly Derivation[]
  readonly load?: string
  /** What the form starts from; a function, where that depends on who fills it in. */
  readonly initial?: Values | ((caller: Caller) => Values)
  /** The field without which the form cannot be sent: until it is filled in, the button is disabled and says why. */
  readonly sendOnce?: string
  readonly missingData?: string
  /** Prefix of the fields' messages; by default the resource's type. */
  readonly messagePrefix?: string
}

export const defineForm = <S extends TObject>(form: FormDefinition<S>): FormDefinition<S> => form
