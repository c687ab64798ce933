/**
 * Registers give an address as one text. It is divided only if that is certain: the text contains the postal code, whose format is
 * known for each country, exactly once, with a street before it and a city after it. A wrong guess would be worse than an empty
 * field, because people do not check a field that is already filled in.
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

/** Country names that registers write below the address. */
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
  // If the address has several lines, the first is the street. One further line before the city is a part of the city.
  const [street = '', ...more] = trimmedLines(whole.slice(0, match.index))
  const [city = '', ...behind] = trimmedLines(whole.slice(match.index + match[0].length))
  const isCertain = street !== '' && city !== '' && more.length <= 1 && behind.length === 0 && !city.includes(',')
  return isCertain ? { street, postalCode: match[0], city } : null
}
