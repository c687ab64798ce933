/** TypeBox building blocks of schemas. Their keywords are explained in `contract/schema.ts`. */
import type { TSchema } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { phoneFormats } from '../contract/phone-checks.ts'
import type { CodeOf, Vocabulary } from '../contract/vocabulary.ts'
import { metadataOf } from '../contract/vocabulary.ts'

export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
export const Version = Type.Integer({ minimum: 1 })
export const Text = (maxLength: number, options: Record<string, unknown> = {}) => Type.String({ maxLength, ...options })
export const Email = Type.String({ maxLength: 50, format: 'email' })
/** A phone of the staff, typed: nine digits. */
export const Phone = Type.String({ format: 'phone' })
/** A phone as it is kept and read: nine digits in Poland, elsewhere E.164. */
export const StoredPhone = Type.String({ format: 'storedPhone' })
/**
 * A typed phone of a client, by the rules of the country that the field `country` names. Where the body does not have it, the command
 * checks the number by `requirePhone`; that also gives the form in which it is kept.
 */
export const PhoneByCountry = Type.String({
  maxLength: 30,
  rulesBy: {
    by: 'country',
    of: Object.fromEntries(Object.entries(phoneFormats).map(([country, format]) => [country, { format }])),
    otherwise: { format: 'anyPhone' }
  }
})
/** The name of an uploaded file's blob; in a form the control of a file. */
export const BlobName = (options: Record<string, unknown> = {}) => Type.String({ format: 'blobName', ...options })
/** `YYYY-MM-DD`, a day in Warsaw. */
export const Day = Type.String({ format: 'day' })
/** ISO 8601 in UTC. */
export const Instant = Type.String({ format: 'instant' })
/** The same, read to the second: of a sensor's reading, of the audit. */
export const ExactInstant = Type.String({ format: 'instant', seconds: true })
/** PLN, two digits after the comma. */
export const Money = Type.Number({ format: 'money', minimum: 0, decimals: 2 })
export const Tonnes = Type.Number({ format: 'tonnes', minimum: 0, decimals: 2 })
/** A mass as a scale shows it. */
export const Kilograms = Type.Integer({ format: 'kilograms', minimum: 0 })
/** Whole things, such as containers. */
export const Pieces = Type.Integer({ minimum: 0, unit: 'pieces' })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** A field that holds a code of the vocabulary. */
export const EnumOf = <V extends Vocabulary>(words: V) => {
  const { name, members: known } = metadataOf(words)
  return Type.Unsafe<CodeOf<V>>({ type: 'integer', enum: known.map(word => word.code), vocabulary: name })
}
