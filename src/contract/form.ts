/**
 * A form is a command's schema plus hints, as data. The schema says what is right; the hints say how it is asked. What a
 * hint cannot say belongs into a registered field component (`part:<name>`); the form, its check and its command stay.
 */
import type { FieldError } from './check.ts'
import { check } from './check.ts'
import type { Schema } from './schema.ts'
import { isNullable } from './schema.ts'
import type { WhenMetadata } from './when.ts'
import { matches } from './when.ts'

export type Control =
  | 'text'
  | 'longText'
  | 'password'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'day'
  | 'choice'
  | 'tick'
  | 'hidden'
  | `part:${string}`

/**
 * Choices fetched by a call. `{field}` in the call is filled from the form, `{id}` from the one row that the form acts on
 * and `{ids}` from all of them, joined by commas, where the form has no such fields; an unfilled one keeps the choice closed.
 */
export interface OptionsCall {
  readonly call: string
  readonly value: string
  /** Fields of the option joined by ', ' into its label. */
  readonly label: readonly string[]
  /** Query key the typed text is sent under: the choice becomes a search box. */
  readonly search?: string
  /** An option that breaks this rule is shown, marked by the message `mark`, and cannot be chosen. */
  readonly enabledWhen?: { readonly when: WhenMetadata; readonly mark: string }
  /** With one option only, it is chosen without asking, and the field is hidden. */
  readonly autoSelectSingle?: boolean
  /** Fields of the chosen option to copy into (transient) fields of the form: `{ orderTypeId: 'orderTypeId' }`. */
  readonly copyFields?: Readonly<Record<string, string>>
}

export interface FieldHint {
  readonly control?: Control
  /** Message key; by default `{noun}.{field}`. */
  readonly label?: string
  readonly help?: string
  readonly options?: OptionsCall
  /** Shown only while the form's values satisfy the rule; a hidden field is not sent. */
  readonly when?: WhenMetadata
  readonly readOnly?: boolean
  readonly group?: string
  /** Asked, but not sent: a step on the way to another field. Its own schema stands here. */
  readonly transient?: Schema
  /** Bounds that depend on another field's value, by that value. */
  readonly bounds?: { readonly by: string; readonly of: Readonly<Record<string, Bounds>>; readonly otherwise: Bounds }
  /** Days before, or after, are grey in the calendar. Today is the business day. The server's rule stands in its command. */
  readonly days?: { readonly from?: 'today'; readonly to?: 'today' }
  /** The field of the row (or of `load`'s answer) that the form starts from; by default its own name. */
  readonly from?: string
  /** What the browser remembers of the last choice, under this key of its local storage. */
  readonly remember?: string
}

export interface Bounds {
  readonly minimum: number
  readonly maximum: number
}

/** Values that follow from other values: a closed list of named derivations. */
export type Derivation =
  | { readonly kind: 'gross'; readonly net: string; readonly rate: string; readonly to: string }
  | { readonly kind: 'upperCase'; readonly field: string }
  /** Fetched each time one of the call's `{field}`s changes; never overwrites what a person has typed. `pick` is a dotted path into the answer: `data.netPrice`. */
  | { readonly kind: 'fetched'; readonly call: string; readonly pick: string; readonly to: string }

export interface FieldMetadata extends FieldHint {
  readonly name: string
  readonly label: string
}

export interface FormMetadata {
  readonly name: string
  readonly schema: Schema
  readonly fields: readonly FieldMetadata[]
  readonly derive: readonly Derivation[]
  /** A GET whose `data` the form starts from; `:id` is the selected row's. Without it: the row itself. */
  readonly load?: string
  readonly initial: Readonly<Record<string, unknown>>
  /** Message key of the dialog that opens, instead of marks alone, when required data is missing. */
  readonly missingData?: string
}

/** The schema a field answers to: its own in the form's schema, or its transient one. */
export const schemaOfField = (form: FormMetadata, field: FieldMetadata): Schema | undefined =>
  field.transient ?? form.schema.properties?.[field.name]

/** Faults of a form's values: the schema's, the transient fields' and the bounds that depend on other fields. */
export function checkForm(form: FormMetadata, values: Record<string, unknown>): FieldError[] {
  const transient = form.fields.filter(field => field.transient)
  const sent = Object.fromEntries(
    Object.entries(values).filter(([name]) => !transient.some(field => field.name === name))
  )
  return [
    ...check(form.schema, sent),
    ...transient.flatMap(field => transientFaults(field, values)),
    ...form.fields.flatMap(field => boundsFaults(field, values))
  ]
}

function transientFaults({ name, transient, when }: FieldMetadata, values: Record<string, unknown>): FieldError[] {
  if (!transient || !matches(when, values)) return []
  const required = isNullable(transient) ? [] : [name]
  return check({ type: 'object', properties: { [name]: transient }, required }, { [name]: values[name] })
}

function boundsFaults({ name, bounds }: FieldMetadata, values: Record<string, unknown>): FieldError[] {
  const value = values[name]
  if (!bounds || typeof value !== 'number') return []
  return check({ type: 'number', ...(bounds.of[String(values[bounds.by])] ?? bounds.otherwise) }, value, name)
}
