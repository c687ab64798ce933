/** Phone numbers as people read them: in groups. They are kept without what stands between the digits. */

/** Codes of the countries whose numbers are kept most, the rest of which is grouped by threes. */
const countryCodes = ['48', '49', '420', '421', '372']

/** What a Polish mobile number begins with; any other number of nine digits begins with the two of its town. */
const mobile = /^(45|50|51|53|57|60|66|69|72|73|78|79|88)/

/** Groups of three digits; one that would be left alone stands with the last of them. */
const byThrees = (digits: string): string => digits.match(/\d{4}$|\d{3}(?!\d$)|\d+/g)?.join(' ') ?? digits

function polish(digits: string): string {
  if (digits.length !== 9) return byThrees(digits)
  return mobile.test(digits) ? byThrees(digits) : digits.replace(/^(..)(...)(..)(..)$/, '$1 $2 $3 $4')
}

/**
 * `600700801` → `600 700 801`, `221234567` → `22 123 45 67`, `+48221234567` → `+48 22 123 45 67`. What is no number of this shape,
 * or has been grouped by whoever wrote it, comes back as it is.
 */
export function phoneText(phone: string): string {
  if (/^\d{9}$/.test(phone)) return polish(phone)
  const [, international] = /^\+(\d{7,15})$/.exec(phone) ?? []
  if (international === undefined) return phone
  const code = countryCodes.find(one => international.startsWith(one))
  if (code === undefined) return phone
  const rest = international.slice(code.length)
  return `+${code} ${code === '48' ? polish(rest) : byThrees(rest)}`
}
