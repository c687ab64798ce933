/**
 * How long an SMS is. A text of the letters of GSM 03.38 has 160 of them in one part; a single other letter, such as `ł`, makes the
 * whole text UCS-2 with 70, and so a message cost twice as much and drivers with many stops got more of them. Therefore an SMS is
 * written in plain letters, as people write them: `Chelm` for `Chełm`, while `ä ö ü ß é` stay, which the alphabet has.
 */

/** The alphabet; those of the second line count twice. */
const plain = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
)
const twice = new Set('^{}\\[~]|€')

/** What no decomposition leads to a plain letter. */
const written: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  þ: 'th',
  œ: 'oe',
  Œ: 'OE',
  '–': '-',
  '—': '-',
  '‑': '-',
  '−': '-',
  '×': 'x',
  '·': '-',
  '•': '-',
  '…': '...',
  '„': '"',
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '³': '3',
  '²': '2',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '\t': ' '
}

const isPlain = (letter: string): boolean => plain.has(letter) || twice.has(letter)

function plainLetter(letter: string): string {
  if (isPlain(letter)) return letter
  const base = letter.normalize('NFD').replace(/\p{M}/gu, '')
  return written[letter] ?? (isPlain(base) ? base : letter)
}

/** The text in plain letters; what has none (another script, a picture) stays, and the text is then a long one. */
export const inPlainLetters = (text: string): string =>
  Array.from(text.normalize('NFC'), plainLetter).join('').replace(/\p{M}/gu, '')

/** How many SMS the text is paid as. */
export function smsParts(text: string): number {
  const letters = Array.from(text)
  const isLong = !letters.every(isPlain)
  const length = isLong ? text.length : letters.length + letters.filter(letter => twice.has(letter)).length
  const [alone, joined] = isLong ? [70, 67] : [160, 153]
  return length <= alone ? 1 : Math.ceil(length / joined)
}

/** A gateway joins so many parts into one message. */
export const maxParts = 10
