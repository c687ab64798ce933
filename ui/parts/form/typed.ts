/**
 * Text typed or pasted into boxes for digits. People write numbers in groups, and phones show them with a country code. Separators and
 * that code are removed while typing, so that the server gets the digits that its rule requires.
 */

/** Formats of digits, some with a country's letters before them. */
const bare: ReadonlySet<string> = new Set([
  'phone',
  'digits',
  'nip',
  'regon',
  'vatCz',
  'vatDe',
  'vatEe',
  'vatSk',
  'imei',
  'iccid'
])

const between = /[\s().,/\u2010-\u2015-]/g

/** Country codes, by format, for numbers that are stored without them. */
const codes: Readonly<Record<string, RegExp>> = { phone: /^(?:\+48|0048)(?=\d{9}$)/, nip: /^PL(?=\d{10}$)/i }

/** Formats whose boxes accept more characters than are stored. */
export const isTidied = (format: string | undefined): boolean => bare.has(format ?? '')

/** `608-170-571` and `+48 608 170 571` → `608170571`; other texts as they are. */
export function tidied(text: string, format: string | undefined): string {
  if (format === undefined || !isTidied(format)) return text
  const digits = text.replace(between, '')
  const code = codes[format]
  return code ? digits.replace(code, '') : digits
}
