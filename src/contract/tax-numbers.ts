/**
 * Tax numbers and REGON: whether the digits can be a number at all, by their count and check digit. Browser and server ask the
 * same rules, as formats of `check.ts`. Whether a register knows the number is another question.
 *
 * A NIP and a REGON are digits only. The VAT numbers of the other countries are usually written with the country's letters, often
 * with spaces; both are allowed, and `compactTaxNumber` gives the digits alone, as they are stored and compared.
 */

/** Letters before a VAT number, by the name of its format. */
const letters: Readonly<Record<string, string>> = { vatDe: 'DE', vatSk: 'SK', vatEe: 'EE', vatCz: 'CZ' }

/** The number as it is stored: without spaces, and without the letters of the country. */
export function compactTaxNumber(format: string, text: string): string {
  const number = text.replace(/\s/g, '').toUpperCase()
  const prefix = letters[format]
  return prefix && number.startsWith(prefix) ? number.slice(prefix.length) : number
}

/** The number as people write it: with the letters of the country, where its numbers have them. */
export const writtenTaxNumber = (format: string, number: string): string =>
  `${letters[format] ?? ''}${compactTaxNumber(format, number)}`

/**
 * An example of a VAT number, for a text that may be a company's number in the register of its country: 8 digits, where no VAT number has so
 * few. Undefined for any other.
 */
export function exampleForRegistryCode(format: string, text: string): string | undefined {
  const examples: Readonly<Record<string, string>> = { vatSk: 'SK2022749619', vatEe: 'EE100931558' }
  return /^\d{8}$/.test(compactTaxNumber(format, text)) ? examples[format] : undefined
}

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)

/** The last digit of a NIP by the nine before it; 10 where there is none, and so no such NIP. */
export const nipCheckDigit = (front: string): number => weighted(front, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11

/** The last digit of a REGON by the 8 or 13 digits before it. */
export const regonCheckDigit = (front: string): number =>
  (weighted(front, front.length === 8 ? [8, 9, 2, 3, 4, 5, 6, 7] : [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]) % 11) % 10

const last = (digits: string): number => Number(digits.at(-1))
const front = (digits: string): string => digits.slice(0, -1)

const isNip = (text: string): boolean => /^\d{10}$/.test(text) && nipCheckDigit(front(text)) === last(text)

/** The first nine digits of a long REGON are the number of the company that the unit belongs to. */
const isRegon = (text: string): boolean =>
  /^(\d{9}|\d{14})$/.test(text) &&
  regonCheckDigit(front(text)) === last(text) &&
  regonCheckDigit(text.slice(0, 8)) === Number(text[8])

/** ISO 7064, mod 11, 10. */
function isGermanVat(digits: string): boolean {
  if (!/^[1-9]\d{8}$/.test(digits)) return false
  let product = 10
  for (const digit of front(digits)) product = (2 * ((Number(digit) + product) % 10 || 10)) % 11
  return (11 - product) % 10 === last(digits)
}

const isSlovakVat = (digits: string): boolean => /^[1-9]\d[2-47-9]\d{7}$/.test(digits) && Number(digits) % 11 === 0

const isEstonianVat = (digits: string): boolean =>
  /^\d{9}$/.test(digits) && weighted(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0

/** 8 digits of a legal person; 9 that begin with 6, or 9 or 10 of a birth number, of a natural one. */
function isCzechVat(digits: string): boolean {
  if (/^[0-8]\d{7}$/.test(digits)) {
    const check = 11 - (weighted(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)
    return (check === 11 ? 1 : check % 10) === last(digits)
  }
  if (/^6\d{8}$/.test(digits)) {
    const sum = weighted(digits.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11
    return (8 - ((10 - sum) % 11) + 10) % 10 === last(digits)
  }
  return /^\d{9,10}$/.test(digits) && isBirthNumber(digits)
}

/** Year, month and day, then a serial number, and since 1954 a check digit. Women have 50 on the month; 20 more is a full serial. */
function isBirthNumber(digits: string): boolean {
  const [yy, mm, day] = [0, 2, 4].map(at => Number(digits.slice(at, at + 2))) as [number, number, number]
  const isOld = digits.length === 9
  if (isOld && yy > 53) return false
  const year = isOld || yy >= 54 ? 1900 + yy : 2000 + yy
  const month = (mm % 50) % 20
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return false
  // A remainder of 10 was written as 0 until 1985; since then such numbers are not given.
  return isOld || (Number(front(digits)) % 11) % (year < 1985 ? 10 : 11) === last(digits)
}

const compacted =
  (format: string, holds: (digits: string) => boolean) =>
  (text: string): boolean =>
    holds(compactTaxNumber(format, text))

/** Checks by the name of their format. */
export const taxNumberFormats: Readonly<Record<string, (text: string) => boolean>> = {
  nip: isNip,
  regon: isRegon,
  vatDe: compacted('vatDe', isGermanVat),
  vatSk: compacted('vatSk', isSlovakVat),
  vatEe: compacted('vatEe', isEstonianVat),
  vatCz: compacted('vatCz', isCzechVat)
}
