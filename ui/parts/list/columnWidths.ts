/**
 * How wide the cells of a grid are. Each is first as wide as its header and its texts ask (`wishedWidths`), by the rows that came
 * first; a few texts that are much longer than the others do not count. Where all of that is more than there is room for, texts are
 * cut (`fittedWidths`): those of columns with the least `grow` first, the longest of them down to the others, until nothing can
 * be made narrower; then the grid scrolls sideways. A width that a person has set stays as it is.
 */
import type { ListLayout } from '../../../src/contract/layout.ts'
import type { ColumnMetadata } from '../../../src/contract/list.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { area } from '../../session.ts'
import type { FormatContext } from '../values/formats.tsx'
import { shownText } from '../values/formats.tsx'
import type { Cell } from './cells.ts'
import type { Measure } from './textWidth.ts'
import type { Row } from './useRows.ts'

export interface WishedWidth {
  /** In pixels, with the space around the text. */
  readonly wished: number
  /** What its longest texts ask: given where there is room to spare. */
  readonly most: number
  /** What it can be narrowed to. */
  readonly least: number
  /** The lower, the earlier it is narrowed. */
  readonly grow: number
}

/** In pixels: around a cell's text, after one that stands at the end, so that it does not run into the next, and what else a badge has. */
const cellSpace = 18
const endSpace = 8
const badgeSpace = 20
/** The sort's arrow stands in the gap before the next header, but for this. */
const sortSpace = 4
/** No text asks for more than this, nor is given more than that. */
const mostText = 400
const mostSpareText = 900
/** Texts of several words are narrowed to this, those that say what the row is about to that; a number or a code never is. */
const leastText = 110
const leastMainText = 200

/** Of so many rows the text is whole, where there are enough to tell. */
const wholeShare = 0.97

const sizes = { admin: { text: 14, small: 13, badge: 12 }, portal: { text: 15, small: 13, badge: 12 } } as const

const isText = ({ schema }: ColumnMetadata): boolean => {
  const { type, format, vocabulary } = unwrapped(schema)
  if (vocabulary || type === 'boolean') return false
  return type === 'array' || (type === 'string' && !['day', 'instant', 'phone', 'weekday'].includes(format ?? ''))
}

/** The width that is enough for `wholeShare` of the widths. */
function enoughFor(widths: readonly number[]): number {
  const sorted = [...widths].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * wholeShare) - 1)] ?? 0
}

/** The sizes above are of a browser whose text is 16 px high. */
const scale = (): number =>
  typeof document === 'undefined' ? 1 : Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** Pixels that the header and the values of a column ask. `line` is the line of the cell in which it stands. */
function askedBy(column: ColumnMetadata, weight: number, isLower: boolean, rows: readonly Row[], tools: Tools) {
  const { context, measure } = tools
  const { text, small, badge } = sizes[area()]
  const by = scale()
  const header =
    measure(context.t(column.header), { size: small * by, weight: 600 }) + (column.sortable ? sortSpace : 0)
  const schema = unwrapped(column.schema)
  const isBadge = context.vocabularies[schema.vocabulary ?? '']?.members.some(({ tone }) => tone !== 'neutral')
  const font = isBadge ? { size: badge * by, weight: 550 } : { size: (isLower ? small : text) * by, weight }
  const values = rows.map(row => {
    const shown = shownText(context, column.schema, row[column.key], column.blank)
    return measure(shown, font) + (isBadge ? badgeSpace : 0)
  })
  const isCuttable = isText(column) && !isBadge && rows.some(row => isWords(String(row[column.key] ?? '')))
  // of what is about as long in each row, no value may be cut
  const longest = Math.max(0, ...values)
  const value = isCuttable ? Math.min(mostText, enoughFor(values)) : longest
  return { header, value, longest: Math.min(mostSpareText, longest), isCuttable }
}

/** The most letters of what is taken as one number or code. */
const maxCodeLength = 30
const isWords = (text: string): boolean => text.length > maxCodeLength || /\S\s+\S/.test(text)

interface Tools {
  readonly context: FormatContext
  readonly measure: Measure
}

/** What a cell asks for, by these rows. */
export function wishedWidth(cell: Cell, rows: readonly Row[], tools: Tools): WishedWidth {
  const { columns } = cell
  const strong = cell.isMain && columns.length > 1 ? 550 : 400
  const asked = columns.map((column, at) => askedBy(column, at === 0 ? strong : 400, at > 0, rows, tools))
  const space = cellSpace + (columns[0].align === 'end' ? endSpace : 0)
  const widest = (widths: readonly number[]): number => Math.ceil(Math.max(...widths) + space)
  const headers = widest(asked.map(({ header }) => header))
  const wished = Math.max(headers, widest(asked.map(({ value }) => value)))
  const leastOfText = cell.isMain ? leastMainText : leastText
  const narrowed = asked.map(({ value, isCuttable }) => (isCuttable ? Math.min(value, leastOfText) : value))
  const least = Math.max(headers, widest(narrowed))
  const most = Math.max(wished, widest(asked.map(({ longest }) => longest)))
  return { wished, most, least, grow: Math.max(...columns.map(({ grow }) => grow)) }
}

/** The highest width to which these are narrowed so that together they are `saved` pixels less, none below its least. */
function narrowedBy(widths: readonly number[], least: readonly number[], saved: number): number[] {
  const sumAt = (limit: number): number =>
    widths.reduce((sum, width, at) => sum + Math.max(Math.min(width, limit), Math.min(width, least[at] ?? 0)), 0)
  const target = sumAt(Number.POSITIVE_INFINITY) - saved
  let [low, high] = [0, Math.max(0, ...widths)]
  while (high - low > 0.5) {
    const middle = (low + high) / 2
    if (sumAt(middle) > target) high = middle
    else low = middle
  }
  return widths.map((width, at) => Math.floor(Math.max(Math.min(width, low), Math.min(width, least[at] ?? 0))))
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0)

/** In pixels: what each cell is given at the most for its looks. */
const mostSpare = 40

/**
 * Where there is room to spare, the longest texts have it first; then each cell has a little, and the rest stays empty, so that a
 * row is read without a long way.
 */
function spaced(wishes: readonly WishedWidth[], widths: readonly number[], room: number): number[] {
  if (!Number.isFinite(room) || sumOf(widths) >= room) return [...widths]
  let spare = room - sumOf(widths)
  const whole = widths.map((width, at) => {
    const given = Math.floor(Math.min(spare, Math.max(0, (wishes[at]?.most ?? 0) - width)))
    spare -= given
    return width + given
  })
  const each = Math.floor(Math.min(mostSpare, spare / Math.max(1, whole.length)))
  return whole.map(width => width + each)
}

/** The widths in pixels that fit into the room, or, where there is too little of it, the least that they can be. */
export function fittedWidths(wishes: readonly WishedWidth[], room: number): number[] {
  const widths = wishes.map(({ wished }) => wished)
  for (const level of [...new Set(wishes.map(({ grow }) => grow))].sort((a, b) => a - b)) {
    const over = sumOf(widths) - room
    if (over <= 0) break
    const here = wishes.flatMap(({ grow }, at) => (grow === level ? [at] : []))
    const narrowed = narrowedBy(
      here.map(at => widths[at] ?? 0),
      here.map(at => wishes[at]?.least ?? 0),
      over
    )
    here.forEach((at, index) => {
      widths[at] = narrowed[index] ?? 0
    })
  }
  return spaced(wishes, widths, room)
}

/**
 * The widths with those that a person has set. The others stay as they were fitted, so that no edge moves but the one under the
 * hand: what is set wider than there is room for is scrolled to.
 */
export const withSetWidths = (fitted: readonly number[], cells: readonly Cell[], { widths }: ListLayout): number[] =>
  fitted.map((width, at) => widths?.[cells[at]?.key ?? ''] ?? width)
