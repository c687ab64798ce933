/**
 * What a phone can be, by the country of its owner. A Polish number is nine digits, as the documents have it; any other is kept in E.164
 * (`+37251234567`). Whether a number can be one is checked here by its length, in the browser and on the server alike; the server checks
 * the rest, and brings it into the form in which it is kept (`kernel/phones.ts`).
 */

interface PhoneRule {
  readonly code: string
  /** What people dial before a number within the country. */
  readonly trunk: string
  /** The fewest and the most digits of a number without its code. */
  readonly digits: readonly [least: number, most: number]
}

/** Formats of numbers abroad, by the format's name. */
export const foreignPhones = {
  phoneDe: { code: '49', trunk: '0', digits: [4, 15] },
  phoneSk: { code: '421', trunk: '0', digits: [6, 9] },
  phoneEe: { code: '372', trunk: '', digits: [7, 10] },
  phoneCz: { code: '420', trunk: '', digits: [9, 12] }
} as const satisfies Readonly<Record<string, PhoneRule>>

type ForeignPhone = keyof typeof foreignPhones

/** The format of a phone by the number of its owner's country. */
export const phoneFormats = {
  1: 'phone',
  2: 'phoneDe',
  3: 'phoneSk',
  4: 'phoneEe',
  5: 'phoneCz'
} as const satisfies Readonly<Record<number, 'phone' | ForeignPhone>>

/** How many digits a number in E.164 has, with its country code. */
const internationalDigits = [7, 15] as const

/** Without what people put between digits, and `+` for `00`; undefined for what is no number. */
export function compactPhone(text: string): string | undefined {
  const compact = text.replace(/[\s().\u2010-\u2015/-]/g, '').replace(/^00/, '+')
  return /^\+?\d+$/.test(compact) ? compact : undefined
}

const isBetween = (count: number, [least, most]: readonly [number, number]): boolean => count >= least && count <= most

/** Whether a text can be a number of that country as it is dialled there, or of any country with its code. */
function isPhoneOf({ code, trunk, digits }: PhoneRule, text: string): boolean {
  const compact = compactPhone(text)
  if (compact === undefined) return false
  if (compact.startsWith(`+${code}`)) return isBetween(compact.length - 1 - code.length, digits)
  if (compact.startsWith('+')) return isBetween(compact.length - 1, internationalDigits)
  const isTrunk = trunk !== '' && compact.startsWith(trunk)
  return isBetween(compact.length - (isTrunk ? trunk.length : 0), digits)
}

/** The checks of phones, by format. */
export const phoneChecks: Readonly<Record<string, (text: string) => boolean>> = {
  phone: text => /^\d{9}$/.test(text),
  // before the country is known: what can be a number of some country
  anyPhone: text => {
    const compact = compactPhone(text)
    return compact !== undefined && isBetween(compact.replace('+', '').length, [6, 16])
  },
  ...Object.fromEntries(
    Object.entries(foreignPhones).map(([format, rule]) => [format, (text: string) => isPhoneOf(rule, text)])
  )
}
