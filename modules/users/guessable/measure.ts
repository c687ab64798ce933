/**
 * Measures how hard a password is to guess for somebody who knows where it is used and by whom. Guessing begins with lists (leaked passwords,
 * words, names, years, rows of the keyboard) and with combinations of their entries. So a password is divided into such parts in the
 * cheapest way, and its cost is the sum of theirs: 1 for a word of the business or the person, a year or a row of keys; 3 for another known
 * word; 1 a character for anything else. A repeated part costs nothing. Pure.
 */

/** Words in the form that `folded` gives them. */
export interface KnownWords {
  /** What an attacker tries first here: the business, the host, the person, months, the commonest passwords. */
  readonly near: ReadonlySet<string>
  /** Leaked passwords, names and common words of the world. */
  readonly common: ReadonlySet<string>
}

/** From this on a password is taken. Two common words and a number are 7, one with a year and an exclamation mark is 5. */
export const enough = { staff: 7, client: 6 } as const

const shortestNear = 3
const shortestCommon = 4
const maxWordLength = 30
const costs = { near: 1, common: 3, pattern: 1, digit: 0.6, character: 1 } as const

const letters: Readonly<Record<string, string>> = { ł: 'l', ß: 'ss', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe' }

/** In small letters, without marks: `Hasło` is `haslo`. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łßøđæœ]/g, letter => letters[letter] ?? letter)

const signs: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' },
  ...{ '@': 'a', $: 's', '!': 'i', '€': 'e', '+': 't' }
}
/** With the letters that digits and signs are written for: `p@ssw0rd` is `password`. */
const unmasked = (text: string): string => text.replace(/[0134578@$!€+]/g, sign => signs[sign] ?? sign)

const rows = ['qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p']
const columns = ['qazwsxedcrfvtgbyhnujmikolp', '1q2w3e4r5t6y7u8i9o0p', 'qaywsxedcrfvtgbzhnujmikolp']
const keyboard = [...rows, ...columns].flatMap(row => [row, [...row].reverse().join('')])
const isRowOfKeys = (text: string): boolean => text.length >= 4 && keyboard.some(row => row.includes(text))

/** One character again and again, or characters that follow each other: `aaaa`, `4321`. */
function isRun(text: string): boolean {
  if (text.length < 3) return false
  const codes = [...text].map(letter => letter.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)))
  return steps.size === 1 && [-1, 0, 1].some(step => steps.has(step))
}

const year = /^(19|20)\d\d$/
const date = /^((19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])|([0-2]\d|3[01])(0[1-9]|1[0-2])(19|20)?\d\d)$/

function digitsCost(text: string): number {
  return text.length <= 3 || year.test(text) || date.test(text) ? costs.pattern : text.length * costs.digit
}

/** What a part costs as a whole; undefined if it is no known part. */
function costOf(part: string, { near, common }: KnownWords): number | undefined {
  if (part.length >= shortestNear && near.has(part)) return costs.near
  if (/^\d+$/.test(part)) return isRun(part) || isRowOfKeys(part) ? costs.pattern : digitsCost(part)
  if (isRun(part) || isRowOfKeys(part)) return costs.pattern
  return part.length >= shortestCommon && common.has(part) ? costs.common : undefined
}

interface Way {
  readonly cost: number
  readonly parts: readonly string[]
}

const separator = /[\s._,;:/|+-]/

/** The cheapest way to cut a text into parts; a separator costs nothing. */
function cheapest(text: string, words: KnownWords): Way {
  const ways: Way[] = [{ cost: 0, parts: [] }]
  for (let end = 1; end <= text.length; end += 1) {
    const character = text[end - 1] ?? ''
    const alone = separator.test(character) ? 0 : costs.character
    const before = ways[end - 1] as Way
    let best: Way = { cost: before.cost + alone, parts: before.parts }
    for (let length = 1; length <= Math.min(maxWordLength, end); length += 1) {
      const part = text.slice(end - length, end)
      const cost = costOf(part, words)
      const earlier = ways[end - length] as Way
      if (cost === undefined) continue
      const total = earlier.cost + (earlier.parts.includes(part) ? 0 : cost)
      if (total < best.cost) best = { cost: total, parts: [...earlier.parts, part] }
    }
    ways.push(best)
  }
  return ways[text.length] as Way
}

/** What a text repeats: `abc` of `abcabcabc`. */
const repeated = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text

/** What the password costs. Compare it with `enough`. */
export function costToGuess(password: string, words: KnownWords): number {
  const plain = folded(password)
  return Math.min(...[plain, unmasked(plain)].map(text => cheapest(repeated(text), words).cost))
}
