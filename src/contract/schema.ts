/**
 * The closed set of JSON-schema keywords that this house understands, and the few of its own. The server's validation,
 * the browser's forms, the formats of columns and the OpenAPI document are read from schemas of this shape.
 */
export type Format =
  | 'day'
  | 'instant'
  | 'money'
  | 'tonnes'
  | 'metres'
  | 'volts'
  | 'degrees'
  | 'email'
  | 'phone'
  | 'nip'
  | 'postalCode'
  | 'percent'
  | 'text'
  | 'url'

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
  /** Message to say instead of the usual one, by code of the check: `{ required: 'fleet.driver.lastName.required' }`. */
  readonly messages?: Readonly<Record<string, string>>
  readonly description?: string
  readonly default?: unknown
}

/** The schema inside a nullable one (`anyOf: [schema, null]`), else the schema itself. */
export function unwrapped(schema: Schema): Schema {
  if (!schema.anyOf) return schema
  return schema.anyOf.find(branch => branch.type !== 'null') ?? schema
}

export const isNullable = (schema: Schema): boolean => schema.anyOf?.some(branch => branch.type === 'null') ?? false
