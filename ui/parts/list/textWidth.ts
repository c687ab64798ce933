/** The width of texts as the grid will draw them, measured without drawing. */

export interface Font {
  /** In pixels. */
  readonly size: number
  readonly weight: number
}

/** Pixels of a text in a font. */
export type Measure = (text: string, font: Font) => number

/** Where there is no canvas, by the mean width of a letter in the interface's font. */
const estimated: Measure = (text, { size, weight }) => text.length * size * (weight >= 500 ? 0.56 : 0.53)

let context: CanvasRenderingContext2D | null | undefined

/** Letters are a little apart from what a canvas measures: browsers round each of them differently. */
const slack = 1.01

/** The interface's own font, with letters of each of its files (theme/fonts.css). */
const interfaceFont = ['16px "Inter Variable"', 'Zż0'] as const

/**
 * Whether the interface's font is there: until then texts are as wide as those of another. It is asked for by its name alone:
 * `document.fonts.status` says only that nothing is loading, which it does as well before any text has asked for a font.
 */
export const isFontHere = (): boolean => document.fonts.check(...interfaceFont)

/** Fetches the interface's font if need be; it ends when the font is there, or cannot be had. */
export const fontHere = (): Promise<unknown> => document.fonts.load(...interfaceFont).catch(() => undefined)

/** By font, and whether the interface's own is there already: how wide a digit is, in pixels. */
const digitWidths = new Map<string, number>()

/**
 * All digits of a grid are as wide as each other, and wider than a 0 of running text, which is all that a canvas measures. In their own
 * size: browsers may round each to whole pixels.
 */
function digitWidth(font: string, isHere: boolean): number {
  const key = `${font} ${isHere}`
  const known = digitWidths.get(key)
  if (known !== undefined) return known
  const digits = document.createElement('span')
  Object.assign(digits.style, { position: 'absolute', visibility: 'hidden', font, fontVariantNumeric: 'tabular-nums' })
  digits.textContent = '0'.repeat(10)
  document.body.append(digits)
  const width = digits.getBoundingClientRect().width / 10
  digits.remove()
  digitWidths.set(key, width)
  return width
}

/** Measures many texts: which font there is, is asked once for all of them, because each answer takes longer than a text does. */
export function textMeasure(): Measure {
  if (typeof document === 'undefined') return estimated
  context ??= document.createElement('canvas').getContext('2d')
  const canvas = context
  if (!canvas) return estimated
  const family = getComputedStyle(document.body).fontFamily
  const isHere = isFontHere()
  let present = ''
  return (text, { size, weight }) => {
    const font = `${weight} ${size}px ${family}`
    if (font !== present) canvas.font = font
    present = font
    const letters = text.replace(/\d/g, '')
    const digits = text.length - letters.length
    return canvas.measureText(letters).width * slack + (digits > 0 ? digits * digitWidth(font, isHere) : 0)
  }
}
