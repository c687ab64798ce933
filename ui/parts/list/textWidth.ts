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
const slack = 1.015

export const textWidth: Measure = (text, font) => {
  if (typeof document === 'undefined') return estimated(text, font)
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return estimated(text, font)
  // digits are drawn as wide as each other, which a canvas cannot be told: none is wider than 0
  context.font = `${font.weight} ${font.size}px ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text.replace(/\d/g, '0')).width * slack
}
