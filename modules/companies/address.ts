/**
 * The fields of the address and contacts of departments and reception places. Their rules depend on the company's country. The
 * calls do not send the country: a form takes it from the data beside its fields, and a command from the row
 * (`requireOfCountry`).
 */
import { Type } from '@sinclair/typebox'
import { check } from '../../src/contract/check.ts'
import type { Schema } from '../../src/contract/schema.ts'
import type { Warning } from '../../src/contract/warning.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { requirePhone } from '../../src/kernel/phones.ts'
import { Nullable, Text } from '../../src/kernel/schema.ts'
import { Country, type CountryCode } from './schema.ts'

const inPoland = (more: Schema) => ({ by: 'country', of: { [Country.polish]: more } })

/** In Poland six characters: digits, commas, spaces or hyphens. */
export const PostalCode = Type.String({ maxLength: 12, rulesBy: inPoland({ format: 'postalCode' }) })
/**
 * Postal codes of the other countries have five digits. The documents only require them there, so the form asks to look again and the
 * server takes what it is given.
 */
export const unlikelyPostalCode: Warning = {
  unlike: {
    by: 'country',
    of: {
      [Country.german]: '^\\d{5}$',
      [Country.slovak]: '^\\d{3} ?\\d{2}$',
      [Country.estonian]: '^\\d{5}$',
      [Country.czech]: '^\\d{3} ?\\d{2}$'
    }
  },
  message: 'companies.postalCode.unlikely'
}
/** In Poland digits only. Null says that there is none, as of a private person; a call must say so. */
export const BdoNumber = Nullable(Type.String({ maxLength: 20, rulesBy: inPoland({ format: 'digits' }) }))

export const AddressFields = { city: Text(100), street: Text(100), postalCode: PostalCode }

const ofCountry = { postalCode: PostalCode, bdoNumber: BdoNumber }

interface FieldsByCountry {
  readonly postalCode?: string | undefined
  readonly phone?: string | undefined
  readonly bdoNumber?: string | null | undefined
}

/**
 * The fields, with the phone in the form in which it is kept.
 * @throws kernel.invalid (400), at each field whose value the rules of the country do not allow
 */
export function requireOfCountry<V extends FieldsByCountry>(values: V, country: CountryCode): V {
  const given = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => Object.hasOwn(ofCountry, name) && value !== undefined)
  )
  const properties = Object.fromEntries(Object.entries(ofCountry).filter(([name]) => Object.hasOwn(given, name)))
  const fieldErrors = check(Type.Object(properties) as Schema, given, '', { country })
  if (fieldErrors.length > 0) throwProblem('invalid', { fieldErrors })
  return values.phone === undefined ? values : { ...values, phone: requirePhone('phone', values.phone, country) }
}
