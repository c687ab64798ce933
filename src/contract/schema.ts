/**
 * The closed set of JSON-schema keywords that the application understands, and the few of its own. The server's validation,
 * the browser's forms, the formats of columns and the OpenAPI document are read from schemas of this shape.
 *
 * Three of our own keywords belong to a field and read other values: `requiredWhen`, `rulesBy` and `sameAs`. They name a
 * field of the same object; where that object has no such field, one of the object around it, up to the body; and where the
 * body has none, a value that the form knows and does not send (a step or its context). The server knows the body only: there,
 * a rule that depends on anything else is a rule of the command. In a nullable field they belong to the schema inside.
 */
import type { WhenMetadata } from './when.ts'

export type Format =
  | 'day'
  /** A day, or one of the words of `days.ts` for a day as it is today. */
  | 'dayOrWord'
  | 'instant'
  | 'money'
  | 'tonnes'
  | 'kilograms'
  | 'metres'
  | 'volts'
  /** A length of time, read in hours. */
  | 'seconds'
  | 'degrees'
  | 'email'
  /** Nine digits: a phone in Poland. */
  | 'phone'
  /** A phone of another country, as people there type it. */
  | 'phoneCz'
  | 'phoneDe'
  | 'phoneEe'
  | 'phoneSk'
  /** A phone of a country that is not known. */
  | 'anyPhone'
  /** A phone as it is kept: nine digits, or E.164. */
  | 'storedPhone'
  | 'nip'
  | 'regon'
  | 'vatDe'
  | 'vatSk'
  | 'vatEe'
  | 'vatCz'
  | 'imei'
  | 'iccid'
  | 'postalCode'
  | 'blobName'
  | 'percent'
  | 'text'
  | 'url'
  /** The name of a command, shown as what it did (`acts.ts`). */
  | 'command'

export interface Schema {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: Format | (string & {})
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  /**
   * What the numbers count; the text of a value says it. Formats that have a unit of their own need none: of an amount of money,
   * `perTonne` says that it is the price of one tonne.
   */
  readonly unit?: 'tonnes' | 'pieces' | 'trips' | 'perTonne'
  /**
   * Fields of the row that the value is the product of, with their schemas. Where there is room, the text of the value says so:
   * `5,8 t × 450,00 zł = 2 610,00 zł`.
   */
  readonly factors?: Readonly<Record<string, Schema>>
  /** Of a ratio: the field of the row whose number is the part once it has one. Tonnes that were weighed stand so in place of `5/5 t`. */
  readonly part?: string
  /** Of an instant: people read it to the second and not, as usual, to the minute. */
  readonly seconds?: boolean
  /** How many digits may stand after the comma. */
  readonly decimals?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  /** The name of the vocabulary whose codes the field holds. */
  readonly vocabulary?: string
  /** Messages shown in place of fixed values of a text field: `{ 'canceled by user': 'orders.order.canceledByClient' }`. */
  readonly words?: Readonly<Record<string, string>>
  /** Message to say instead of the usual one, by code of the check: `{ required: 'fleet.driver.lastName.required' }`. */
  readonly messages?: Readonly<Record<string, string>>
  /** The field is required while the values of the fields beside it satisfy the rule. */
  readonly requiredWhen?: WhenMetadata
  /** More keywords for the field, by the value of another one; they replace its own of the same name. */
  readonly rulesBy?: RulesBy
  /** The field whose value this one must repeat, such as a password that is typed twice. */
  readonly sameAs?: string
  readonly description?: string
  readonly default?: unknown
}

/** `{ by: 'country', of: { 1: { format: 'postalCode' } }, otherwise: { maxLength: 10 } }`; no value counts as `null`. */
export interface RulesBy {
  readonly by: string
  readonly of: Readonly<Record<string, Schema>>
  readonly otherwise?: Schema
}

/** The schema inside a nullable one (`anyOf: [schema, null]`), else the schema itself. */
export function unwrapped(schema: Schema): Schema {
  if (!schema.anyOf) return schema
  return schema.anyOf.find(branch => branch.type !== 'null') ?? schema
}

/** Whether the schema is that of a text. */
export const isText = (schema: Schema): boolean => {
  const { type, const: only } = unwrapped(schema)
  return type === 'string' || typeof only === 'string'
}

export const isNullable = (schema: Schema): boolean => schema.anyOf?.some(branch => branch.type === 'null') ?? false

/** The message shown in place of a fixed value of a text field; undefined where the value has none. */
export const wordOf = ({ words }: Schema, value: unknown): string | undefined =>
  words && Object.hasOwn(words, String(value)) ? words[String(value)] : undefined
