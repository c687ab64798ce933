/**
 * A form is a command's schema plus hints, as data. The schema defines what is valid; the hints add how a field is shown, and
 * only what does not follow from the schema. What a hint cannot express belongs into a registered field component
 * (`part:<name>`); the form, its check and its command stay.
 *
 * A field is named by its path in the body: `phone`, `address.city`.
 */
import type { FieldError } from './check.ts'
import { check, holdsIn } from './check.ts'
import type { FileExtension } from './files.ts'
import type { LineValues } from './money.ts'
import { schemaAt, valueAt } from './paths.ts'
import type { Schema } from './schema.ts'
import { isNullable, unwrapped } from './schema.ts'
import type { VocabularyMetadata } from './vocabulary.ts'
import type { Warning } from './warning.ts'
import type { WhenMetadata } from './when.ts'

export type Control =
  | 'text'
  | 'longText'
  /** A text box with the keyboard for e-mail addresses; needs no hint where the schema checks the format. */
  | 'email'
  | 'password'
  | 'integer'
  /** A whole number within narrow bounds, with a button for one less and one more. */
  | 'stepper'
  | 'decimal'
  | 'money'
  | 'day'
  | 'choice'
  /** Several choices, as checkboxes. */
  | 'choices'
  | 'tick'
  /** Objects in a list, edited as rows. */
  | 'rows'
  /** A file, sent as soon as it is chosen; the field's value is the name of its blob. Needs `upload`. */
  | 'file'
  /** Several files, as many as the list may have. */
  | 'files'
  | 'hidden'
  | `part:${string}`

/**
 * Choices fetched by a call. `{field}` in the call is filled from the form and its context, `{id}` from the one row that the
 * form acts on and `{ids}` from all of them, joined by commas, where the form has no such fields; an unfilled one keeps the
 * choice closed.
 */
export interface OptionsCall {
  readonly call: string
  readonly value: string
  /** Fields of the option joined by ', ' into its label. */
  readonly label: readonly string[]
  /** The choice becomes a search box over any number of options. */
  readonly search?: OptionsSearch
  /** An option that breaks this rule is shown, marked by the message `mark`, and cannot be chosen. */
  readonly enabledWhen?: { readonly when: WhenMetadata; readonly mark: string }
  /** With one option only, it is chosen without asking, and the field is hidden. */
  readonly autoSelectSingle?: boolean
  /** The field is hidden unless there are several options: also before its call can be made, and where it answers none. */
  readonly onlySeveral?: boolean
  /** Fields of the chosen option to copy into steps or context of the form: `{ orderTypeId: 'orderTypeId' }`. */
  readonly copyFields?: Readonly<Record<string, string>>
  /**
   * Of several choices: they are grouped by this field of the option, under the vocabulary's words as headings. Of one choice: the
   * groups are cards to choose from first, and only the group's options follow.
   */
  readonly group?: { readonly by: string; readonly vocabulary?: string }
  /** While nothing else says what to choose, it is the option that has true in this field. Of a choice with `search`. */
  readonly firstBy?: string
  /** Of several choices: the field's list contains objects instead of values. */
  readonly item?: ChoiceItem
}

/** How the call of a choice is searched. Its answer is a page of a list: `{ data, total }`. */
export interface OptionsSearch {
  /** Query key the typed text is sent under. */
  readonly key: string
  /** Query key under which one option is asked for by its value. */
  readonly one: string
  /** How many characters are needed; 3 by default. With 0 the first options are offered at once. */
  readonly from?: number
}

/**
 * Shape of one object in a list of choices: `{ value: 'orderTypeItemId', chosen: 'isActive' }`. With `chosen`, an unticked
 * object stays in the list with false there; without it, it is removed.
 */
export interface ChoiceItem {
  readonly value: string
  readonly chosen?: string
}

/** Where a file goes, and what it may be. */
export interface Upload {
  /** `folder` in the call for a key. `{field}` is filled from the form; what is still blank is left out with its slash. */
  readonly folder: string
  readonly types: readonly FileExtension[]
}

/** What a form starts with by the clock: the business day, the next working day, or the same day of the next year. */
export type StartDay = 'today' | 'nextWorkingDay' | 'yearFromToday'

/** A pattern that typing fits into: `9` stands for a digit. With `when`, only while the form's values satisfy the rule. */
export type Mask = string | { readonly text: string; readonly when: WhenMetadata }

/** Hints for a field of a row; its rules and calls read the row's fields that are shown, then the form's. */
export type RowFieldHint = Pick<
  FieldHint,
  'control' | 'label' | 'labelWhen' | 'help' | 'when' | 'readOnly' | 'half' | 'days' | 'warn' | 'initial' | 'mask'
> & { readonly options?: Omit<OptionsCall, 'copyFields'> }

/** How the objects of a list are edited. */
export interface RowsHint {
  /** Hints by field of a row; `control: 'hidden'` for one that is sent back as it came, such as its id. */
  readonly fields?: Readonly<Record<string, RowFieldHint>>
  /** What a new row starts from, beside the days of its fields' hints. */
  readonly initial?: Readonly<Record<string, unknown>>
  /** Message key of the button that adds a row. */
  readonly add?: string
}

interface LabelWhen {
  readonly when: WhenMetadata
  readonly label: string
}

export interface FieldHint {
  readonly control?: Control
  /** Message key; by default `{resource type}.{field}`. */
  readonly label?: string
  /** Another label while the form's values satisfy the rule; the first that holds. */
  readonly labelWhen?: LabelWhen | readonly LabelWhen[]
  /** Message keys of both answers to a yes-or-no question, which are then two choices instead of a tick. */
  readonly answers?: { readonly yes: string; readonly no: string }
  /** Message key; the numbers of the field's present schema are its arguments: `{minLength}`, `{maximum}`. */
  readonly help?: string
  readonly options?: OptionsCall
  readonly upload?: Upload
  /** Shown only while the form's values satisfy the rule; a hidden field is not sent. */
  readonly when?: WhenMetadata
  readonly readOnly?: boolean
  readonly group?: string
  /** Takes half a line where there is room, so that two such fields share one. */
  readonly half?: boolean
  /** Shown, but not sent: a step on the way to another field, with a schema of its own. */
  readonly transient?: Schema
  /** Days before, or after, are grey in the calendar. Today is the business day. The server's rule is the command's. */
  readonly days?: { readonly from?: 'today'; readonly to?: 'today' }
  /** What is unlikely and allowed all the same: sentences beside the field. */
  readonly warn?: readonly Warning[]
  /** The field of the row (or of `load`'s answer) that the form starts from; by default its own name. */
  readonly from?: string
  /** What it starts with where the row has no value: that of another of the row's fields, while the rule holds for the row. */
  readonly proposes?: { readonly from: string; readonly when?: WhenMetadata }
  /** Starts empty, whatever the value of the row; or with a day, where the row has none. */
  readonly initial?: 'empty' | StartDay
  readonly mask?: Mask
  /** Of a list of objects. */
  readonly rows?: RowsHint
  /**
   * What the browser remembers of the last choice, under this key of its local storage. Among the options of a call it is
   * chosen where it is one of them.
   */
  readonly remember?: string
  /** Values that a control by hand reads besides its own: its name for each, and the field that has it. */
  readonly reads?: Readonly<Record<string, string>>
  /** What is chosen among the options of a call, where it is one of them, while nothing is remembered. */
  readonly firstChoice?: number
  /** What the browser may fill in by itself: a value of HTML's `autocomplete`. */
  readonly autocomplete?: string
}

/** Values that follow from other values: a closed list of named derivations. */
export type Derivation =
  /**
   * What a line of an order costs, as an `Amount`: of the first of the `net` fields that has a price. Where `perTonne` holds,
   * the price is that of a tonne.
   */
  | {
      readonly kind: 'amount'
      readonly net: readonly string[]
      readonly quantity: string
      readonly rate: string
      readonly perTonne: WhenMetadata
      readonly to: string
    }
  | { readonly kind: 'upperCase'; readonly field: string }
  /** Fetched each time one of the call's `{field}`s changes; never overwrites what a person has typed. `pick` is a dotted path into the answer: `data.netPrice`. */
  | {
      readonly kind: 'fetched'
      readonly call: string
      readonly pick: string
      readonly to: string
      /** What was fetched before stands until the next answer: what a person sees is what is sent. */
      readonly untilNext?: true
    }

/** What the derivation `amount` gives. */
export interface Amount extends LineValues {
  readonly netPrice: number
  readonly quantity: number
  readonly perTonne: boolean
}

export interface RowsMetadata extends Omit<RowsHint, 'fields' | 'initial'> {
  readonly fields: readonly FieldMetadata[]
  readonly initial: Readonly<Record<string, unknown>>
}

export interface FieldMetadata extends Omit<FieldHint, 'rows'> {
  readonly name: string
  readonly label: string
  readonly rows?: RowsMetadata
}

export interface FormMetadata {
  readonly name: string
  readonly schema: Schema
  readonly fields: readonly FieldMetadata[]
  readonly derive: readonly Derivation[]
  /** Fields of the row (or of `load`'s answer) that calls and rules of the form read, and that are neither shown nor sent. */
  readonly context?: readonly string[]
  /** A GET whose `data` the form starts from; `:id` is the selected row's. Without it: the row itself. */
  readonly load?: string
  readonly initial: Readonly<Record<string, unknown>>
  /** The field without which the form cannot be sent: until it is filled in, the button is disabled and says why. */
  readonly sendOnce?: string
  /** Message key of the dialog that names the required fields that are blank, which the summary then leaves out. */
  readonly missingData?: string
  /** The vocabularies that it names, where it is fetched by itself; pages get them with the menu. */
  readonly vocabularies?: Readonly<Record<string, VocabularyMetadata>>
}

/** A text that may be longer than so many characters gets a box of several lines. */
const longestLine = 300

/** The control that follows from a schema. `options`: its choices come from a call. */
export function derivedControl(declared: Schema, options?: OptionsCall): Control {
  const schema = unwrapped(declared)
  if (schema.type === 'array' && (options || schema.items?.enum || schema.items?.vocabulary)) return 'choices'
  if (schema.type === 'array' && schema.items?.properties) return 'rows'
  if (schema.type === 'array' && schema.items?.format === 'blobName') return 'files'
  if (options || schema.vocabulary || schema.enum) return 'choice'
  if (schema.type === 'boolean') return 'tick'
  if (schema.type === 'integer') return 'integer'
  if (schema.type === 'number') return schema.format === 'money' ? 'money' : 'decimal'
  if (schema.format === 'day') return 'day'
  if (schema.format === 'email') return 'email'
  if (schema.format === 'blobName') return 'file'
  return (schema.maxLength ?? 0) > longestLine ? 'longText' : 'text'
}

/** The control of a field: its hint's, else the one that follows from its schema. */
export const controlOf = (field: Pick<FieldHint, 'control' | 'options'>, schema: Schema): Control =>
  field.control ?? derivedControl(schema, field.options)

/** The schema of a field: its own in the form's schema, or its transient one. */
export const schemaOfField = (form: FormMetadata, field: FieldMetadata): Schema | undefined =>
  field.transient ?? schemaAt(form.schema, field.name)

/** Faults of a form's values: the schema's, and the transient fields'. Rules may read steps and context, too. */
export function checkForm(form: FormMetadata, values: Record<string, unknown>): FieldError[] {
  const transient = form.fields.filter(field => field.transient)
  const unsent = new Set([...transient.map(({ name }) => name), ...(form.context ?? [])])
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => !unsent.has(name)))
  return [...check(form.schema, body, '', values), ...transient.flatMap(field => transientFaults(field, values))]
}

function transientFaults({ name, transient, when }: FieldMetadata, values: Record<string, unknown>): FieldError[] {
  if (!transient || !holdsIn(when, values)) return []
  const required = isNullable(transient) ? [] : [name]
  return check(
    { type: 'object', properties: { [name]: transient }, required },
    { [name]: valueAt(values, name) },
    '',
    values
  )
}
