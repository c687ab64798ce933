/**
 * A form is a command's schema plus hints, as data. The schema defines what is valid; the hints add how a field is shown, and
 * only what does not follow from the schema. What a hint cannot express is drawn by a registered field component
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
 * Choices that a call answers. In the call, `{field}` is replaced by a value of the form or its context; `{id}` by the row that the
 * form acts on and `{ids}` by all of them, separated by commas, unless the form has such fields itself. While a value is missing,
 * the choice is closed; one that is written `{field?}` may be missing.
 */
export interface OptionsCall {
  readonly call: string
  readonly value: string
  /** Fields of the option joined by ', ' into its label. */
  readonly label: readonly string[]
  /** The choice becomes a search box over any number of options. */
  readonly search?: OptionsSearch
  /** An option that breaks this rule is shown, marked by the message `mark`, and cannot be chosen; `why` are further marks, by what holds. */
  readonly enabledWhen?: {
    readonly when: WhenMetadata
    readonly mark: string
    readonly why?: readonly { readonly when: WhenMetadata; readonly mark: string }[]
  }
  /** If there is exactly one option, it is chosen and the field is hidden; or, with `shown`, shown and not to be changed. */
  readonly autoSelectSingle?: boolean | 'shown'
  /** The field is hidden unless there are several options; also before its call can be made, and when it answers none. */
  readonly onlySeveral?: boolean
  /** The field is hidden before its call can be made, and when it answers no options. */
  readonly onlyIfAny?: boolean
  /** Fields of the chosen option to copy into steps or context of the form: `{ orderTypeId: 'orderTypeId' }`. */
  readonly copyFields?: Readonly<Record<string, string>>
  /**
   * For several choices: options are grouped by this field, under the vocabulary's words as headings. For a single choice: the
   * groups are offered first, as cards, and then the options of the chosen group; the message `absent` says which members of the
   * vocabulary (`names`) have no option.
   */
  readonly group?: { readonly by: string; readonly vocabulary?: string; readonly absent?: string }
  /** While there are few options, all are shown in the form and one press chooses. For a required choice. */
  readonly spread?: true
  /** Without another preference, the option with true in this field is chosen. */
  readonly firstBy?: string
  /** For several choices: the field's value is a list of objects instead of values. */
  readonly item?: ChoiceItem
}

/** How the call of a choice is searched. Its answer is a page of a list: `{ data, total }`. */
export interface OptionsSearch {
  /** Query key for the typed text. */
  readonly key: string
  /** Query key that asks for a single option by its value. */
  readonly one: string
  /** How many characters are needed; 3 by default. With 0 the first options are offered at once. */
  readonly from?: number
  /** What is offered where nothing is found. */
  readonly adds?: readonly OptionsAdding[]
}

/**
 * What makes an option that was not found: a command of the page, or a command elsewhere, by its page's path with `{field}`s of the form.
 * It is offered where the page has the command, or the fields are filled in.
 */
export interface OptionsAdding {
  readonly command: string
  readonly at?: string
}

/**
 * Shape of an object in such a list: `{ value: 'orderTypeItemId', chosen: 'isActive' }`. With `chosen`, an object that is unticked
 * stays in the list with false there; without it, it is removed.
 */
export interface ChoiceItem {
  readonly value: string
  readonly chosen?: string
}

/** Where a file goes, and what it may be. */
export interface Upload {
  /**
   * `folder` in the call that asks for an upload key. `{field}` is replaced by the form's value; a part that is still blank is left
   * out.
   */
  readonly folder: string
  readonly types: readonly FileExtension[]
}

/** Start values that depend on today: the business day, the same day of the next year, the first and the last day of the month before. */
export type StartDay = 'today' | 'yearFromToday' | 'lastMonthBegins' | 'lastMonthEnds'

/** An input mask: `9` stands for a digit. With `when`, only while the form's values satisfy the rule. */
export type Mask = string | { readonly text: string; readonly when: WhenMetadata }

/** Hints for a field within a row of `rows`. Its rules and calls read the row's shown fields first, then the form's. */
export type RowFieldHint = Pick<
  FieldHint,
  'control' | 'label' | 'labelWhen' | 'help' | 'when' | 'readOnly' | 'half' | 'days' | 'warn' | 'initial' | 'mask'
> & { readonly options?: Omit<OptionsCall, 'copyFields'> }

/** How a list of objects is edited. */
export interface RowsHint {
  /** Hints by field of a row; `control: 'hidden'` for a field that is sent back unchanged, such as an id. */
  readonly fields?: Readonly<Record<string, RowFieldHint>>
  /** Start values of a new row, beside the days that its fields' hints name. */
  readonly initial?: Readonly<Record<string, unknown>>
  /** The list begins with one row, which takes these fields from the thing that the form begins with: `{ orderId: 'id' }`. */
  readonly first?: Readonly<Record<string, string>>
  /** Message key of the button that adds a row. */
  readonly add?: string
  /** The rows are those that the form begins with: none is added, and none taken away. */
  readonly fixed?: true
}

interface LabelWhen {
  readonly when: WhenMetadata
  readonly label: string
}

export interface FieldHint {
  readonly control?: Control
  /** Message key; by default `{resource type}.{field}`. */
  readonly label?: string
  /** Other labels while the form's values satisfy a rule; the first rule that holds counts. */
  readonly labelWhen?: LabelWhen | readonly LabelWhen[]
  /** Message keys of "yes" and "no": the field is then two choices instead of a checkbox. */
  readonly answers?: { readonly yes: string; readonly no: string }
  /** Message key for the empty choice, where that has a meaning: any driver, no groups. By default it asks to choose. */
  readonly blank?: string
  /**
   * Message key of a checkbox beside the box that says that there is no value. For a nullable text: the box must be filled in or the
   * checkbox ticked, which sends null.
   */
  readonly none?: string
  /** Message key of the help text; its arguments are the numbers of the field's present schema: `{minLength}`, `{maximum}`. */
  readonly help?: string
  readonly options?: OptionsCall
  readonly upload?: Upload
  /** Shown only while the form's values satisfy the rule; a hidden field is not sent. */
  readonly when?: WhenMetadata
  readonly readOnly?: boolean
  readonly group?: string
  /** Takes half the width where there is room, so that two such fields share a line. */
  readonly half?: boolean
  /** A step: shown but not sent, with a schema of its own; it helps to choose another field. */
  readonly transient?: Schema
  /** Days outside are grey in the calendar; today is the business day in Warsaw. The server's rule belongs to the command. */
  readonly days?: { readonly from?: 'today'; readonly to?: 'today' }
  /** A period of days begins with this field and ends with the named one: usual periods are offered, one press each. */
  readonly periodTo?: string
  /** Values that are allowed but unlikely: a sentence is shown beside the field. */
  readonly warn?: readonly Warning[]
  /** The field of the row (or of `load`'s answer) that the form starts from; by default its own name. */
  readonly from?: string
  /** Where several rows were chosen, the field starts from the value that all of them have. */
  readonly ofAll?: true
  /**
   * Start value where the row has none: another field of the row, while the rule holds for the row; with `to`, only a day that is not
   * after today.
   */
  readonly proposes?: { readonly from: string; readonly when?: WhenMetadata; readonly to?: 'today' }
  /** The value that the form begins with for rows of this rule, instead of its `initial` one. */
  readonly initialWhen?: { readonly when: WhenMetadata; readonly value: unknown }
  /** `empty` starts blank whatever the row has; a day is used where the row has none. */
  readonly initial?: 'empty' | StartDay
  readonly mask?: Mask
  /** Of a list of objects. */
  readonly rows?: RowsHint
  /**
   * The browser remembers the last choice under this key of its local storage, and chooses it again while it is among the options.
   */
  readonly remember?: string
  /** For a hand-written control: the further values that it reads, as its own name and the field that has the value. */
  readonly reads?: Readonly<Record<string, string>>
  /** Chosen while nothing is remembered, if it is among the options of the call. */
  readonly firstChoice?: number
  /** What the browser may fill in by itself: a value of HTML's `autocomplete`. */
  readonly autocomplete?: string
}

/** Values computed from other values: a closed list of named derivations. */
export type Derivation =
  /**
   * The cost of an order line, as an `Amount`: of the first of the `net` fields that has a price. Where `flat` holds, it is the
   * price alone, whatever the quantity; or, as soon as the field `weighed` is filled in, that times the price.
   */
  | {
      readonly kind: 'amount'
      readonly net: readonly string[]
      readonly quantity: string
      readonly rate: string
      readonly flat: WhenMetadata
      readonly weighed?: string
      readonly to: string
    }
  | { readonly kind: 'upperCase'; readonly field: string }
  /**
   * Fetched each time one of the call's `{field}`s changes; never overwrites what a person has typed. `pick` is the path in the
   * answer: `data.netPrice`.
   */
  | {
      readonly kind: 'fetched'
      readonly call: string
      readonly pick: string
      readonly to: string
      /** The previous value stays until the next answer has come: what a person sees is what is sent. */
      readonly untilNext?: true
    }

/** What the derivation `amount` gives. */
export interface Amount extends LineValues {
  readonly netPrice: number
  readonly quantity: number
  /** The price alone: the quantity does not count. */
  readonly isFlat: boolean
  /** The tonnes that count in place of the quantity. */
  readonly weighed?: number
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
  /** Fields of the row (or of `load`'s answer) that the form's calls and rules read; they are neither shown nor sent. */
  readonly context?: readonly string[]
  /** A GET whose `data` the form starts from; `:id` is the selected row's. Without it: the row itself. */
  readonly load?: string
  readonly initial: Readonly<Record<string, unknown>>
  /** The form's button is disabled, and says why, until this field is filled in. */
  readonly sendOnce?: string
  /** Message key of a dialog that lists the required fields that are blank; the summary above the form then leaves them out. */
  readonly missingData?: string
  /** The vocabularies used by a form that is fetched without a page; pages get them with the menu. */
  readonly vocabularies?: Readonly<Record<string, VocabularyMetadata>>
}

/** Texts that may be longer get a box of several lines. */
const maxLineLength = 300

/** The control that follows from a schema; `options` means that a call answers the choices. */
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
  return (schema.maxLength ?? 0) > maxLineLength ? 'longText' : 'text'
}

/** The control of a field: its hint's, else the one that follows from its schema. */
export const controlOf = (field: Pick<FieldHint, 'control' | 'options'>, schema: Schema): Control =>
  field.control ?? derivedControl(schema, field.options)

/** The schema of a field: its own in the form's schema, or its transient one. */
export const schemaOfField = (form: FormMetadata, field: FieldMetadata): Schema | undefined =>
  field.transient ?? schemaAt(form.schema, field.name)

/** Faults of a form's values, by its schema and by those of its steps. Rules may read steps and context, too. */
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
