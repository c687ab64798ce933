/** Phone numbers as they are stored. What can be one is checked by `contract/phone-checks.ts`, with the same sentences as in the browser. */
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { compactPhone, phoneChecks, phoneFormats } from '../contract/phone-checks.ts'
import { refuseField } from './commands/validation.ts'

/** The countries of the formats, in ISO 3166. */
const countries: Readonly<Record<string, CountryCode>> = { phoneDe: 'DE', phoneSk: 'SK', phoneEe: 'EE', phoneCz: 'CZ' }

const formatOf = (country: number | null): string =>
  (phoneFormats as Readonly<Record<number, string>>)[country ?? 1] ?? 'phone'

/**
 * The number as it is stored: nine digits in Poland, else E.164; undefined for what is no valid number of the country.
 * @param country number of the country whose numbers are typed without a code; null for the staff, which is Poland
 */
export function storedPhone(text: string, country: number | null): string | undefined {
  const format = formatOf(country)
  if (!phoneChecks[format]?.(text)) return undefined
  const iso = countries[format]
  if (!iso) return text
  const number = parsePhoneNumberFromString(compactPhone(text) ?? '', iso)
  return number?.isValid() ? number.number : undefined
}

/**
 * The number as it is stored.
 * @throws kernel.invalid (400) at the field, in the words for numbers of that country
 */
export const requirePhone = (field: string, text: string, country: number | null): string =>
  storedPhone(text, country) ?? refuseField(field, `check.${formatOf(country)}`)
