/** Measures the width of texts as the grid will draw them, without drawing them. */

export interface Font {
  /** In pixels. */
  readonly size: number
  readonly weight: number
}

/** The width of a text in a font, in pixels. */
export type Measure = (text: string, font: Font) => number

/** Used without a canvas: an estimate by the mean width of a letter in the interface's font. */
const estimated: Measure = (text, { size, weight }) => text.length * size * (weight >= 500 ? 0.56 : 0.53)

let context: CanvasRenderingContext2D | null | undefined

/** Drawn letters differ a little from what a canvas measures, because browsers round the width of each letter. */
const slack = 1.01

/** The interface's font, with a letter of each of its font files (theme/fonts.css). */
const interfaceFont = ['16px "Inter Variable"', 'Zż0'] as const

let hasEnded = false

/**
 * Whether the interface's font is loaded, or has failed: until then texts have the width of a fallback font. The font is checked by its
 * name, because `document.fonts.status` is also “loaded” before any text has requested a font.
 */
export function isFontReady(): boolean {
  hasEnded ||= document.fonts.check(...interfaceFont)
  return hasEnded
}

/** Loads the interface's font if necessary, and calls the listener when it is loaded or has failed. Returns a function that ends this. */
export function onFontLoad(listener: () => void): () => void {
  let isListening = true
  const end = (): void => {
    hasEnded = true
    if (isListening) listener()
  }
  if (!isFontReady()) document.fonts.load(...interfaceFont).then(end, end)
  return () => {
    isListening = false
  }
}

/** The width of a digit in pixels, by the font and whether the interface's font was loaded. */
const digitWidths = new Map<string, number>()

/**
 * The width of a digit in pixels. Grids use tabular figures, which are all equally wide and wider than the proportional figures that a
 * canvas measures. It is measured for each font size, because browsers may round it to whole pixels.
 */
function digitWidth(font: string, hasFont: boolean): number {
  const key = `${font} ${hasFont}`
  const measured = digitWidths.get(key)
  if (measured !== undefined) return measured
  const digits = document.createElement('span')
  Object.assign(digits.style, { position: 'absolute', visibility: 'hidden', font, fontVariantNumeric: 'tabular-nums' })
  digits.textContent = '0'.repeat(10)
  document.body.append(digits)
  const width = digits.getBoundingClientRect().width / 10
  digits.remove()
  digitWidths.set(key, width)
  return width
}

/**
 * Returns a function that measures texts. The font is looked up once, because looking it up takes longer than measuring a text.
 * @param hasFont whether the interface's font is loaded
 */
export function textMeasure(hasFont: boolean): Measure {
  if (typeof document === 'undefined') return estimated
  context ??= document.createElement('canvas').getContext('2d')
  const canvas = context
  if (!canvas) return estimated
  const family = getComputedStyle(document.body).fontFamily
  let present = ''
  return (text, { size, weight }) => {
    const font = `${weight} ${size}px ${family}`
    if (font !== present) canvas.font = font
    present = font
    const letters = text.replace(/\d/g, '')
    const digits = text.length - letters.length
    return canvas.measureText(letters).width * slack + (digits > 0 ? digits * digitWidth(font, hasFont) : 0)
  }
}
