/**
 * Phone numbers, by the country of their owner. A Polish number is nine digits, as the documents have it; any other is kept in E.164
 * (`+37251234567`). Whether a number can be one is checked here by its length, in the browser and on the server alike; the server checks
 * the rest, and brings it into the form in which it is kept (`kernel/phones.ts`). People read numbers in groups.
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

/** Whether a format is that of a phone: typed, or as it is kept. */
export const isPhoneFormat = (format: string | undefined): boolean =>
  format !== undefined && (format === 'storedPhone' || Object.hasOwn(phoneChecks, format))

/** What a Polish mobile number begins with; any other number of nine digits begins with the two of its town. */
const mobile = /^(45|50|51|53|57|60|66|69|72|73|78|79|88)/

/** Groups of three digits; one that would be left alone stands with the last of them. */
const byThrees = (digits: string): string => digits.match(/\d{4}$|\d{3}(?!\d$)|\d+/g)?.join(' ') ?? digits

function polish(digits: string): string {
  if (digits.length !== 9) return byThrees(digits)
  return mobile.test(digits) ? byThrees(digits) : digits.replace(/^(..)(...)(..)(..)$/, '$1 $2 $3 $4')
}

/** German numbers: the prefix of a network or a town, of two to four digits, and the rest of it. */
const germanPrefix =
  /^(3[02]|40|[68]9|1[67]\d|15\d\d|2(?:0[1-389]|1[124]|2[18]|3[14])|3(?:[35-9][15]|4[015])|906|(?:2[4-9]|4[2-9]|[579][1-9]|[68][1-8])1|\d{4})/

const german = (digits: string): string => digits.replace(germanPrefix, '$1 ').trim()

function slovak(digits: string): string {
  if (digits.length !== 9) return byThrees(digits)
  if (digits.startsWith('2')) return digits.replace(/^(.)(...)(...)(..)$/, '$1 $2 $3 $4')
  return /^[3-5]/.test(digits) ? digits.replace(/^(..)(...)(..)(..)$/, '$1 $2 $3 $4') : byThrees(digits)
}

const estonian = (digits: string): string =>
  digits.length > 8 ? digits.replace(/^(.{4})(...)/, '$1 $2 ') : digits.replace(/(.{4})$/, ' $1')

/** How the numbers of a country are grouped, by its code. */
const groups: Readonly<Record<string, (digits: string) => string>> = {
  48: polish,
  49: german,
  420: byThrees,
  421: slovak,
  372: estonian
}

/**
 * `600700801` → `600 700 801`, `221234567` → `22 123 45 67`, `+37251234567` → `+372 5123 4567`. What is no number of this shape, or has
 * been grouped by whoever wrote it, comes back as it is.
 */
export function phoneText(phone: string): string {
  if (/^\d{9}$/.test(phone)) return polish(phone)
  const [, international] = /^\+(\d{7,15})$/.exec(phone) ?? []
  const code = Object.keys(groups).find(one => international?.startsWith(one))
  if (international === undefined || code === undefined) return phone
  return `+${code} ${groups[code]?.(international.slice(code.length))}`
}
