/** The form of a command: its schema, and hints for what the schema does not say. */
import type { TObject } from '@sinclair/typebox'
import type { Derivation, FieldHint } from '../../contract/form.ts'
import type { Caller } from '../access/caller.ts'

export interface FormDefinition<S = TObject> {
  readonly schema: S
  /** Hints by field; the order of asking is the order here. Fields of the schema without a hint come after. */
  readonly fields?: Readonly<Record<string, FieldHint>>
  readonly derive?: readonly Derivation[]
  readonly load?: string
  /** What the form starts from for this caller. */
  initial?(caller: Caller): Readonly<Record<string, unknown>>
  readonly missingData?: string
  /** Prefix of the fields' messages; by default the resource's type. */
  readonly messagePrefix?: string
}

export const defineForm = <S extends TObject>(form: FormDefinition<S>): FormDefinition<S> => form
