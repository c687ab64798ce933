/**
 * How phone numbers are read: in groups. What they can be is in `phone-checks.ts`, which the first list does without.
 */

/** Whether a format is that of a phone: typed, or as it is kept. */
export const isPhoneFormat = (format: string | undefined): boolean =>
  /^(phone(De|Sk|Ee|Cz)?|(any|stored)Phone)$/.test(format ?? '')

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
