/**
 * Decimals as people type and read them. All arithmetic is on whole units (BigInt), never on floats, so that
 * 1.005 rounds to 1.01 and 0.1 + 0.2 is 0.3.
 */
interface Scaled {
  readonly units: bigint
  readonly decimals: number
}

const spaces = /[\s\u00a0\u202f]/g

/**
 * What a typed text means: a number, `undefined` for blank, or the text itself when it is no number (the form's check
 * then refuses it). A comma and a dot both separate decimals; in a text with both, the last one does.
 */
export function parseDecimal(text: string): number | string | undefined {
  const packed = text.replace(spaces, '')
  if (packed === '') return undefined
  const last = Math.max(packed.lastIndexOf(','), packed.lastIndexOf('.'))
  const both = packed.includes(',') && packed.includes('.')
  const plain = both ? packed.slice(0, last).replace(/[.,]/g, '') + packed.slice(last) : packed
  const dotted = plain.replace(',', '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(dotted) ? Number(dotted) : text
}

/** The same for whole numbers. */
export function parseInteger(text: string): number | string | undefined {
  const packed = text.replace(spaces, '')
  if (packed === '') return undefined
  return /^[+-]?\d+$/.test(packed) ? Number(packed) : text
}

function scaled(value: number): Scaled {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const shift = Number(exponent)
  const decimals = Math.max(0, fraction.length - shift)
  const zeros = Math.max(0, shift - fraction.length)
  return { units: BigInt(whole + fraction + '0'.repeat(zeros)), decimals }
}

function rounded({ units, decimals }: Scaled, to: number): bigint {
  if (decimals <= to) return units * 10n ** BigInt(to - decimals)
  const step = 10n ** BigInt(decimals - to)
  const half = units < 0n ? -(step / 2n) : step / 2n
  return (units + half) / step
}

function unitsText(units: bigint, decimals: number, comma: string): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals ? comma + digits.slice(-decimals) : ''
  return `${units < 0n ? '-' : ''}${whole}${fraction}`
}

/** `value` with exactly `decimals` digits after the comma, rounded half away from zero: `1234.5` → `1234,50`. */
export const decimalText = (value: number, decimals: number, comma = ','): string =>
  unitsText(rounded(scaled(value), decimals), decimals, comma)

/** The masks of text fields, by format. */
export const masks: Readonly<Record<string, string | undefined>> = { postalCode: '99-999' }

/** Fits typed characters into a mask in which `9` stands for a digit: `99-999` makes `22100` into `22-100`. */
export function masked(mask: string, typed: string): string {
  const digits = [...typed.replace(/\D/g, '')]
  let text = ''
  for (const character of mask) {
    if (digits.length === 0) break
    text += character === '9' ? digits.shift() : character
  }
  return text
}
