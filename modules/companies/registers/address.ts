/**
 * Registers write an address as one text. It is divided where that is certain: the postal code, which has a form of its own in each
 * country, stands in it exactly once, with something before it (the street) and something behind it (the city). A wrong guess
 * would be worse than an empty field: nobody reads again what is already filled in.
 */
import { Country, type CountryCode } from '../schema.ts'

export interface Address {
  readonly street: string
  readonly postalCode: string
  readonly city: string
}

const postalCodes: Readonly<Record<CountryCode, RegExp>> = {
  [Country.polish]: /(?<!\d)\d{2}-\d{3}(?!\d)/g,
  [Country.german]: /(?<!\d)\d{5}(?!\d)/g,
  [Country.slovak]: /(?<!\d)\d{3} ?\d{2}(?!\d)/g,
  [Country.estonian]: /(?<!\d)\d{5}(?!\d)/g,
  [Country.czech]: /(?<!\d)\d{3} ?\d{2}(?!\d)/g
}

/** Names that registers use for their own country, below the address. */
const countryLines = new Set(['slovensko', 'česko', 'česká republika', 'deutschland', 'eesti', 'polska'])

const trimmed = (text: string): string => text.replace(/\s+/g, ' ').replace(/^[\s,]+|[\s,]+$/g, '')
const trimmedLines = (text: string): string[] =>
  text
    .split('\n')
    .map(trimmed)
    .filter(line => line !== '')

export function splitAddress(country: CountryCode, text: string): Address | null {
  const lines = trimmedLines(text).filter(line => !countryLines.has(line.toLowerCase()))
  const whole = lines.join('\n')
  const [match, ...others] = whole.matchAll(postalCodes[country])
  if (!match || others.length > 0) return null
  // Of separate lines the first is the street; one more before the city names a part of it.
  const [street = '', ...more] = trimmedLines(whole.slice(0, match.index))
  const [city = '', ...behind] = trimmedLines(whole.slice(match.index + match[0].length))
  const isCertain = street !== '' && city !== '' && more.length <= 1 && behind.length === 0 && !city.includes(',')
  return isCertain ? { street, postalCode: match[0], city } : null
}
