/** The values of a form: its start values, visible fields, the body that it sends, and the messages of a refusal. */
import { setIn } from 'final-form'
import type { FieldError } from '../../../src/contract/check.ts'
import { holdsIn, isRequiredIn, scopeWithin } from '../../../src/contract/check.ts'
import { dayOf } from '../../../src/contract/days.ts'
import type { FieldMetadata, FormMetadata } from '../../../src/contract/form.ts'
import { checkForm, schemaOfField } from '../../../src/contract/form.ts'
import { isIndex, parentsOf, schemaAt, valueAt, withValueAt } from '../../../src/contract/paths.ts'
import { isPhoneFormat, phoneText } from '../../../src/contract/phones.ts'
import type { Problem } from '../../../src/contract/problem.ts'
import { ruledSchema, type Scope } from '../../../src/contract/ruled.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { isNullable, unwrapped } from '../../../src/contract/schema.ts'
import { isBlank } from './filledCall.ts'
import { type RowField, rowFields, rowScope, rowsIn, startDay } from './rows.ts'

export type Values = Readonly<Record<string, unknown>>

/** Whether a value contains anything, at any depth. */
const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isFilled) : !isBlank(value)

/**
 * The start values of a form: for each field the source's value, else the one that the form proposes or starts with, else the one that
 * the browser remembers. What it remembers of a choice among the options of a call is left to the form's rules, which know whether that is
 * still an option. Values of the context are included.
 * @param source the row that the form edits
 * @param beside a row that the form does not edit; only the context, fields with `from` and the first row of a list are read from it
 * @param today the business day
 */
export function initialValues(
  form: FormMetadata,
  source: Values | undefined,
  remembered: (key: string) => unknown = () => undefined,
  beside?: Values,
  today = dayOf(new Date())
): Values {
  const fields = form.fields.map(field => {
    const { name, from, proposes, initial, remember, options, none, rows } = field
    if (none && valueAt(source, from ?? name) === null) return [name, noValue] as const
    const sourceValue =
      initial === 'empty' ? undefined : (valueAt(source, from ?? name) ?? (from && valueAt(beside, from)))
    const rememberedValue = remember && !options ? remembered(remember) : undefined
    const isProposed = proposes && holdsIn(proposes.when, source ?? {})
    const proposed = isProposed ? proposedValue(proposes, source, today) : undefined
    return [
      name,
      asTyped(form, name, sourceValue) ??
        proposed ??
        (rows?.first && firstRows(rows.first, { ...beside, ...source })) ??
        startValue(form, field, source) ??
        rememberedValue ??
        startDay(initial, today)
    ] as const
  })
  const context = (form.context ?? []).map(
    name => [name, valueAt(source, name) ?? valueAt(beside, name) ?? form.initial[name]] as const
  )
  const others = Object.entries(form.initial).filter(([name]) => !form.fields.some(field => field.name === name))
  return [...others, ...context, ...fields]
    .filter(([, value]) => value !== undefined && value !== null)
    .reduce<Values>((values, [name, value]) => withValueAt(values, name, value === noValue ? null : value), {})
}

/** The value that a form itself gives a field: the one for such a row, else the one for all. */
export const startValue = (form: FormMetadata, { name, initialWhen }: FieldMetadata, source: Values | undefined) =>
  initialWhen && holdsIn(initialWhen.when, source ?? {}) ? initialWhen.value : form.initial[name]

function proposedValue(
  { from, to }: NonNullable<FieldMetadata['proposes']>,
  source: Values | undefined,
  today: string
) {
  const value = valueAt(source, from)
  return to === 'today' && typeof value === 'string' && value > today ? undefined : value
}

/** The row that a list begins with; none while one of its fields is not known. */
function firstRows(first: Readonly<Record<string, string>>, source: Values): Values[] | undefined {
  const row = Object.fromEntries(Object.entries(first).map(([name, from]) => [name, valueAt(source, from)]))
  return Object.values(row).some(isBlank) ? undefined : [row]
}

/** A phone of another country as people write it; the server brings it into the form in which it is kept. */
function asTyped(form: FormMetadata, name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('+')) return value
  const { rulesBy } = unwrapped(schemaAt(form.schema, name) ?? {})
  const isPhone = Object.values(rulesBy?.of ?? {}).some(({ format }) => isPhoneFormat(format))
  return isPhone ? phoneText(value) : value
}

/** Stands for the null of a field whose form asks whether there is a value (`none`). */
const noValue = Symbol('none')

/** Of several rows: the values of fields with `ofAll` that are the same in all of them. */
export function sharedValues(form: FormMetadata, rows: readonly Values[]): Values {
  const [first] = rows
  const same = form.fields
    .filter(({ ofAll }) => ofAll)
    .map(({ name, from = name }) => [from, valueAt(first, from)] as const)
    .filter(([from, value]) => rows.every(row => JSON.stringify(valueAt(row, from)) === JSON.stringify(value)))
  return same.reduce<Values>((values, [from, value]) => withValueAt(values, from, value), {})
}

/** The fields that are visible with the present values. */
export const shownFields = (form: FormMetadata, values: Values): FieldMetadata[] =>
  form.fields.filter(field => holdsIn(field.when, values))

/** The visible fields including those of each row of a list, which come before the list and are named by their paths. */
export const fieldsOnScreen = (form: FormMetadata, values: Values): RowField[] =>
  shownFields(form, values).flatMap(field => [
    ...rowsIn(field, values).flatMap((_, at) => rowFields(field, values, at)),
    field
  ])

/** The message key of the field's label with the present values. */
export const labelOf = ({ label, labelWhen }: FieldMetadata, values: Values): string =>
  (labelWhen === undefined ? [] : [labelWhen].flat()).find(({ when }) => holdsIn(when, values))?.label ?? label

/** The values that the rules of a field may read. */
function scopeOf(form: FormMetadata, name: string, values: Values): Scope {
  const start = scopeWithin(form.schema, values, values)
  return parentsOf(name).reduce((scope, parent) => {
    const schema = schemaAt(form.schema, parent)
    return scopeWithin(schema ? unwrapped(schema) : {}, (valueAt(values, parent) ?? {}) as Scope, scope)
  }, start)
}

/** The schema of a field with the present values, on which its rules may depend. */
export const presentSchema = (form: FormMetadata, field: FieldMetadata, values: Values): Schema =>
  ruledSchema(schemaOfField(form, field) ?? {}, scopeOf(form, field.name, values))

/** The only number that the schema's limits allow, if there is just one. The field is then not drawn, and has that value. */
export function onlyValueOf(schema: Schema): number | undefined {
  const { minimum, maximum } = unwrapped(schema)
  return minimum !== undefined && minimum === maximum ? minimum : undefined
}

/**
 * Whether the field is marked as required, because a blank value would be refused. An optional object requires nothing while it is
 * empty.
 */
export function isRequired(form: FormMetadata, field: FieldMetadata, values: Values = {}): boolean {
  if (form.sendOnce === field.name) return true
  if (field.transient) return !isNullable(field.transient)
  const isRequiredAt = (path: string): boolean => {
    if (isIndex(path.split('.').at(-1) ?? '')) return true
    const parent = parentsOf(path).at(-1)
    const schema = parent === undefined ? form.schema : schemaAt(form.schema, parent)
    return (schema && unwrapped(schema).required?.includes(path.split('.').at(-1) ?? '')) ?? false
  }
  const present = parentsOf(field.name).every(parent => isRequiredAt(parent) || isFilled(valueAt(values, parent)))
  const schema = presentSchema(form, field, values)
  return present && (isRequiredAt(field.name) || isRequiredIn(schema, scopeOf(form, field.name, values)))
}

/** The body to send: visible fields without transient ones. A blank value is null if the schema allows it, else left out. */
export function bodyOf(form: FormMetadata, values: Values): Record<string, unknown> {
  const visibleNames = new Set(shownFields(form, values).map(field => field.name))
  const lists = form.fields.filter(
    field => field.rows && (isRequired(form, field, values) || rowsIn(field, values).length > 0)
  )
  const clean = lists.reduce<Values>((all, list) => withValueAt(all, list.name, rowsBody(form, list, values)), values)
  return bodyIn(form, form.schema, clean, '', name => {
    const field = form.fields.find(candidate => candidate.name === name)
    return !field || (visibleNames.has(name) && !field.transient)
  })
}

/** The objects of a list as they are sent: the fields of their schema, without those that are not visible. */
function rowsBody(form: FormMetadata, field: FieldMetadata, values: Values): Record<string, unknown>[] {
  const items = unwrapped(schemaOfField(form, field) ?? {}).items ?? {}
  return rowsIn(field, values).map((row, at) => {
    const scope = rowScope(field, values, at)
    const isSent = (path: string): boolean => {
      const rowField = field.rows?.fields.find(({ name }) => path === `${field.name}.${name}`)
      return holdsIn(rowField?.when, scope)
    }
    return bodyIn(form, items, row, `${field.name}.`, isSent)
  })
}

/** Whether a blank value says nothing yet: the field has a checkbox for that there is no value. */
const asksForNone = (form: FormMetadata, path: string): boolean =>
  form.fields.some(({ name, none }) => name === path && none !== undefined)

function bodyIn(
  form: FormMetadata,
  { properties = {}, required = [] }: Schema,
  values: Values,
  prefix: string,
  isSent: (name: string) => boolean
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    const path = prefix + name
    if (!isSent(path)) continue
    const hasFields = form.fields.some(field => field.name.startsWith(`${path}.`))
    const inner = valueAt(values, name)
    const value = hasFields ? bodyIn(form, unwrapped(schema), (inner ?? {}) as Values, `${path}.`, isSent) : inner
    if (hasFields ? isFilled(value) || required.includes(name) : !isBlank(value)) body[name] = value
    else if (isNullable(schema) && (value === null || !asksForNone(form, path))) body[name] = null
    else if (unwrapped(schema).type === 'boolean' && required.includes(name)) body[name] = false
  }
  return body
}

/** All errors of the body that would be sent, and of the transient fields. */
export function faultsOf(form: FormMetadata, values: Values): FieldError[] {
  const fields = shownFields(form, values).map(field => ({ ...field, when: {} }))
  const steps = fields.filter(field => field.transient).map(field => field.name)
  const extras = [...steps, ...(form.context ?? [])].map(name => [name, values[name]])
  return checkForm({ ...form, fields }, { ...bodyOf(form, values), ...Object.fromEntries(extras) })
}

/** Messages by field, nested as react-final-form expects. */
export function errorsBy(sentences: ReadonlyArray<readonly [path: string, sentence: string]>): Record<string, unknown> {
  let errors: object = {}
  for (const [path, sentence] of sentences) {
    // a list that is refused as a whole cannot also have errors of its rows
    const isTaken = parentsOf(path).some(parent => typeof valueAt(errors, parent) === 'string')
    if (path && !isTaken) errors = setIn(errors, path, sentence) ?? errors
  }
  return errors as Record<string, unknown>
}

export interface Refusal {
  /** Messages by the form's own field names. */
  readonly fields: ReadonlyArray<readonly [path: string, sentence: string]>
  /** Messages that belong to no field of the form. */
  readonly general: readonly string[]
  /** The address of what the refusal is about; it is opened beside the form. */
  readonly see?: string | undefined
}

/** All messages of a refusal, each once. */
export const sentencesOf = ({ fields, general }: Refusal): string[] => [
  ...new Set([...general, ...fields.map(([, sentence]) => sentence)])
]

/** The key of the messages that belong to no field. */
export const general = '_general'
/** Messages by the paths of their fields, and those of no field under `general`. */
export type MessagesByField = Readonly<Record<string, unknown>>

/** Nested messages by their paths. */
export function byPath(errors: MessagesByField, prefix = ''): MessagesByField {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]) => {
      const path = prefix + name
      if (typeof error !== 'object' || error === null || path === general) return error ? [[path, error]] : []
      return Object.entries(byPath(error as MessagesByField, `${path}.`))
    })
  )
}

/** The first of nested messages. */
export function sentenceIn(error: unknown): string | undefined {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return undefined
  return Object.values(error)
    .map(sentenceIn)
    .find(sentence => sentence !== undefined)
}

const isOf = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`)

/**
 * Whether the message of a path is shown at a field: if it is the field's own, or that of a value within it. A list shows only its own
 * messages, because its rows show theirs.
 */
export const isShownAt = ({ name, rows }: Pick<FieldMetadata, 'name' | 'rows'>, path: string): boolean =>
  rows ? path === name : isOf(path, name)

/** The first message of a field. */
export function sentenceAt(messages: MessagesByField, field: Pick<FieldMetadata, 'name' | 'rows'>): string | undefined {
  const entry = Object.entries(messages).find(
    ([path, message]) => typeof message === 'string' && isShownAt(field, path)
  )
  return entry?.[1] as string | undefined
}

/** Messages that belong to no field, and those of fields that are not visible. */
export function sentencesBeside(messages: MessagesByField, fields: readonly FieldMetadata[]): string[] {
  const visible = fields.filter(({ control }) => control !== 'hidden')
  const others = Object.entries(messages).filter(
    ([path]) => path !== general && !visible.some(field => isShownAt(field, path))
  )
  const generalSentences = Array.isArray(messages[general]) ? (messages[general] as string[]) : []
  return [
    ...new Set([...generalSentences, ...others.flatMap(([, message]) => (typeof message === 'string' ? message : []))])
  ]
}

/** Messages that several fields share: shown once for all of them. */
export function sharedSentences(messages: MessagesByField): string[] {
  const all = Object.entries(messages).flatMap(([name, one]) =>
    name !== general && typeof one === 'string' ? one : []
  )
  return [...new Set(all.filter((one, at) => all.indexOf(one) !== at))]
}

/** The server's refusal, assigned to the fields of the form. Names are compared without regard to letter case. */
export function refusalOf(form: FormMetadata, problem: Pick<Problem, 'detail' | 'Errors'>): Refusal {
  const errors = (problem.Errors ?? []).map(({ PropertyName, ErrorMessage }) => {
    const path = PropertyName.replaceAll(/\[(\d+)\]/g, '.$1')
    const field = form.fields.find(({ name }) => isOf(path.toLowerCase(), name.toLowerCase()))
    return { path: field && field.name + path.slice(field.name.length), ErrorMessage }
  })
  const fields = errors.flatMap(({ path, ErrorMessage }) => (path ? [[path, ErrorMessage] as const] : []))
  const others = errors.flatMap(({ path, ErrorMessage }) => (path ? [] : [ErrorMessage]))
  return { fields, general: fields.length + others.length === 0 ? [problem.detail] : others }
}

/**
 * The refusal for a screen, where messages that belong to no field are one text, separated by commas as the specification says. The sentence
 * of the whole is left out where a field says it.
 */
export function screenRefusal(form: FormMetadata, problem: Pick<Problem, 'detail' | 'Errors'>): Refusal {
  const { fields, general: others } = refusalOf(form, problem)
  if (others.length > 0) return { fields, general: [others.join(', ')] }
  const isSaid = fields.some(([, sentence]) => sentence === problem.detail)
  return { fields, general: isSaid ? [] : [problem.detail] }
}
