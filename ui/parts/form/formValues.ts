/** A form's values on their way in and out: what it starts from, what it shows, what it sends, what was refused. */
import { setIn } from 'final-form'
import type { FieldError } from '../../../src/contract/check.ts'
import type { Control, FieldMetadata, FormMetadata } from '../../../src/contract/form.ts'
import { checkForm } from '../../../src/contract/form.ts'
import type { Problem } from '../../../src/contract/problem.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { isNullable, unwrapped } from '../../../src/contract/schema.ts'
import { matches } from '../../../src/contract/when.ts'

export type Values = Readonly<Record<string, unknown>>

const longerThan = 200

/** The control of a field: its hint's, else the one that its schema asks for. */
export function controlOf(field: FieldMetadata, declared: Schema): Control {
  if (field.control) return field.control
  const schema = unwrapped(declared)
  if (field.options || schema.vocabulary || schema.enum) return 'choice'
  if (schema.type === 'boolean') return 'tick'
  if (schema.type === 'integer') return 'integer'
  if (schema.type === 'number') return schema.format === 'money' ? 'money' : 'decimal'
  if (schema.format === 'day') return 'day'
  return (schema.maxLength ?? 0) > longerThan ? 'longText' : 'text'
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** What stands at a dotted path. */
export const at = (source: Values | undefined, path: string): unknown =>
  path.split('.').reduce<unknown>((held, name) => (held as Values | undefined | null)?.[name], source)

/** What the form starts from: the row's own value, else the form's, else what the browser remembers. */
export function initialValues(
  form: FormMetadata,
  source: Values | undefined,
  remembered: (key: string) => unknown = () => undefined
): Values {
  const entries = form.fields.map(field => {
    const own = at(source, field.from ?? field.name)
    const value = own ?? form.initial[field.name] ?? (field.remember ? remembered(field.remember) : undefined)
    return [field.name, value ?? undefined] as const
  })
  const hidden = Object.entries(form.initial).filter(([name]) => !form.fields.some(field => field.name === name))
  return Object.fromEntries([...hidden, ...entries].filter(([, value]) => value !== undefined))
}

/** Fields that the present values let appear. */
export const shownFields = (form: FormMetadata, values: Values): FieldMetadata[] =>
  form.fields.filter(field => matches(field.when, values))

/** Whether a blank field is refused: what the mark beside its label says. */
export function isRequired(form: FormMetadata, field: FieldMetadata): boolean {
  if (field.transient) return !isNullable(field.transient)
  return form.schema.required?.includes(field.name) ?? false
}

/** The body: shown fields only, no transient ones; a blank is null where the schema takes null, else left out. */
export function bodyOf(form: FormMetadata, values: Values): Record<string, unknown> {
  const shown = new Set(shownFields(form, values).map(field => field.name))
  const body: Record<string, unknown> = {}
  for (const name of Object.keys(form.schema.properties ?? {})) {
    const field = form.fields.find(candidate => candidate.name === name)
    if (field && (!shown.has(name) || field.transient)) continue
    const schema = form.schema.properties?.[name] ?? {}
    const value = values[name]
    if (!isBlank(value)) body[name] = value
    else if (isNullable(schema)) body[name] = null
    else if (unwrapped(schema).type === 'boolean' && form.schema.required?.includes(name)) body[name] = false
  }
  return body
}

/** All faults of what would be sent, and of the steps on the way there. */
export function faultsOf(form: FormMetadata, values: Values): FieldError[] {
  const fields = shownFields(form, values).map(field => ({ ...field, when: {} }))
  const steps = fields.filter(field => field.transient).map(field => [field.name, values[field.name]])
  return checkForm({ ...form, fields }, { ...bodyOf(form, values), ...Object.fromEntries(steps) })
}

/** Sentences by field, nested as final-form wants them. */
export function errorsBy(sentences: ReadonlyArray<readonly [path: string, sentence: string]>): Record<string, unknown> {
  let errors: object = {}
  for (const [path, sentence] of sentences) if (path) errors = setIn(errors, path, sentence) ?? errors
  return errors as Record<string, unknown>
}

export interface Refusal {
  /** Sentences by the form's own field names. */
  readonly fields: ReadonlyArray<readonly [path: string, sentence: string]>
  /** Sentences that belong to no field of the form. */
  readonly general: readonly string[]
  /** What was sent was judged and refused: its shape, or a rule of the business; not a state, and not a part that is down. */
  readonly judged?: boolean
}

/** All that a refusal says, each sentence once. */
export const sentencesOf = ({ fields, general }: Refusal): string[] => [
  ...new Set([...general, ...fields.map(([, sentence]) => sentence)])
]

/** Where the sentences of no field stand among those by field. */
export const general = '_general'
export type Told = Readonly<Record<string, unknown>>

/** Sentences of no field, and those of fields that are not on screen. */
export function sentencesBeside(told: Told, shown: readonly FieldMetadata[]): string[] {
  const seen = new Set(shown.filter(({ control }) => control !== 'hidden').map(({ name }) => name))
  const others = Object.entries(told).filter(([name]) => name !== general && !seen.has(name))
  const own = Array.isArray(told[general]) ? (told[general] as string[]) : []
  return [...new Set([...own, ...others.flatMap(([, said]) => (typeof said === 'string' ? said : []))])]
}

/** Sentences that several fields say alike: to be said once for all of them. */
export function sharedSentences(told: Told): string[] {
  const said = Object.entries(told).flatMap(([name, one]) => (name !== general && typeof one === 'string' ? one : []))
  return [...new Set(said.filter((one, at) => said.indexOf(one) !== at))]
}

/** Statuses that judge what was sent. */
export const isJudged = (status: number): boolean => status === 400 || status === 422

/** What the server refused, laid on the form's fields: names are compared in any letter case. */
export function refusalOf(form: FormMetadata, problem: Pick<Problem, 'detail' | 'Errors'>): Refusal {
  const named = (problem.Errors ?? []).map(({ PropertyName, ErrorMessage }) => {
    const path = PropertyName.replaceAll(/\[(\d+)\]/g, '.$1')
    const [head = '', ...rest] = path.split('.')
    const field = form.fields.find(({ name }) => name.toLowerCase() === head.toLowerCase() || name === path)
    return { path: field && (field.name === path ? path : [field.name, ...rest].join('.')), ErrorMessage }
  })
  const fields = named.flatMap(({ path, ErrorMessage }) => (path ? [[path, ErrorMessage] as const] : []))
  const others = named.flatMap(({ path, ErrorMessage }) => (path ? [] : [ErrorMessage]))
  return { fields, general: fields.length + others.length === 0 ? [problem.detail] : others }
}

/**
 * A call with its `{field}`s filled from the form, or undefined while one of them is blank. What the form has no value
 * for, `id` and `ids`, come from the rows it acts on.
 */
export function filledCall(
  call: string,
  values: Values,
  rows: readonly { readonly id: number }[] = []
): string | undefined {
  const [row] = rows
  const known = { ids: rows.map(({ id }) => id).join(), id: rows.length === 1 ? row?.id : undefined, ...values }
  let whole = true
  const filled = call.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = at(known, name)
    if (isBlank(value)) whole = false
    return encodeURIComponent(String(value ?? ''))
  })
  return whole ? filled : undefined
}
