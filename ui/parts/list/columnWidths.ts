/**
 * How wide the cells of a grid are. Each is first as wide as its header and its texts ask (`wishedWidths`), by the rows that came
 * first; a few texts that are much longer than the others do not count. Where all of that is more than there is room for
 * (`fittedWidths`), texts that stand alone in rows of two lines are broken into both; then texts are cut: those of columns with the
 * least `grow` first, the longest of them down to the others, to what can still be read well. Those that do not say what the row is about are cut to a word where that brings all columns into sight; else the grid
 * scrolls sideways. A width that a person has set stays as it is.
 */
import type { ListLayout } from '../../../src/contract/layout.ts'
import type { ColumnMetadata } from '../../../src/contract/list.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { area } from '../../session.ts'
import type { FormatContext } from '../values/formats.tsx'
import { readAs, shownText } from '../values/formats.tsx'
import { type Cell, isText } from './cells.ts'
import type { Measure } from './textWidth.ts'
import type { Row } from './useRows.ts'

export interface WishedWidth {
  /** In pixels, with the space around the text. */
  readonly wished: number
  /** What its longest texts ask: given where there is room to spare. */
  readonly most: number
  /** What it can be narrowed to without a cut, its text broken into two lines; as wished where it may not be. */
  readonly broken: number
  /** What it can be narrowed to, and can be read well. */
  readonly least: number
  /** What it is narrowed to before the grid scrolls sideways. */
  readonly tight: number
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
/** And in need to this, but for those that say what the row is about. */
const tightText = 84

/** Room is kept for badges up to this, whether a row has them or not. */
const mostLikelyBadge = 100

/** Of so many rows the text is whole, where there are enough to tell. */
const wholeShare = 0.97

const sizes = { admin: { text: 14, small: 13, badge: 12 }, portal: { text: 15, small: 13, badge: 12 } } as const

/** The width that is enough for `wholeShare` of the widths. */
function enoughFor(widths: readonly number[]): number {
  const sorted = [...widths].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * wholeShare) - 1)] ?? 0
}

/** The sizes above are of a browser whose text is 16 px high. */
const scale = (): number =>
  typeof document === 'undefined' ? 1 : Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** The least width in which a text has room in two lines, which a browser breaks at spaces. */
function widthInTwoLines(text: string, widthOf: (text: string) => number): number {
  const space = widthOf(' ')
  const ends: number[] = []
  let end = -space
  for (const word of text.split(' ')) {
    end += space + widthOf(word)
    ends.push(end)
  }
  return Math.min(end, ...ends.map(first => Math.max(first, end - first - space)))
}

interface Line {
  readonly weight: number
  /** Whether it stands under another. */
  readonly isLower: boolean
  readonly hasBothLines: boolean
}

/** Pixels that the header and the values of a column ask. */
function askedBy(column: ColumnMetadata, { weight, isLower, hasBothLines }: Line, rows: readonly Row[], tools: Tools) {
  const { context, measure } = tools
  const { text, small, badge } = sizes[area()]
  const by = scale()
  const headerWidth = (part: string): number => measure(part, { size: small * by, weight: 600 })
  const title = context.t(column.header)
  const sort = column.sortable ? sortSpace : 0
  const schema = unwrapped(column.schema)
  const members = context.vocabularies[schema.vocabulary ?? '']?.members ?? []
  const isBadge = members.some(({ tone }) => tone !== 'neutral')
  const font = isBadge ? { size: badge * by, weight: 550 } : { size: (isLower ? small : text) * by, weight }
  const texts = rows.map(row => shownText(context, readAs(column.schema, row), row[column.key], column.blank))
  const values = texts.map(shown => measure(shown, font) + (isBadge ? badgeSpace : 0))
  const isCuttable = isText(column) && !isBadge && rows.some(row => isWords(String(row[column.key] ?? '')))
  // a short word that no row has yet may come with the next ones
  const labels = isBadge ? members.map(({ label }) => measure(context.t(label), font)) : []
  const likely = labels.filter(width => width <= mostLikelyBadge).map(width => width + badgeSpace)
  // of what is about as long in each row, no value may be cut
  const longest = Math.max(0, ...values, ...likely)
  const value = isCuttable ? Math.min(mostText, enoughFor(values)) : longest
  const inTwoLines = (text: string): number => widthInTwoLines(text, part => measure(part, font))
  const broken = (): number =>
    enoughFor(texts.map((text, at) => ((values[at] ?? 0) > leastText ? inTwoLines(text) : 0)))
  return {
    header: headerWidth(title) + sort,
    brokenHeader: (hasBothLines ? widthInTwoLines(title, headerWidth) : headerWidth(title)) + sort,
    value,
    broken: hasBothLines && isCuttable ? Math.min(value, Math.max(leastText, broken())) : value,
    longest: Math.min(mostSpareText, longest),
    isCuttable
  }
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
  const asked = columns.map((column, at) =>
    askedBy(column, { weight: at === 0 ? strong : 400, isLower: at > 0, hasBothLines: cell.hasBothLines }, rows, tools)
  )
  const space = cellSpace + (columns[0].align === 'end' ? endSpace : 0)
  const widest = (widths: readonly number[]): number => Math.ceil(Math.max(...widths) + space)
  const wished = widest(asked.map(({ header, value }) => Math.max(header, value)))
  const headers = widest(asked.map(({ brokenHeader }) => brokenHeader))
  const broken = Math.max(headers, widest(asked.map(one => one.broken)))
  const narrowedTo = (limit: number): number =>
    Math.max(headers, widest(asked.map(one => (one.isCuttable ? Math.min(one.broken, limit) : one.value))))
  const least = narrowedTo(cell.isMain ? leastMainText : leastText)
  const tight = cell.isMain ? least : narrowedTo(tightText)
  const most = Math.max(wished, widest(asked.map(({ longest }) => longest)))
  return { wished, most, broken, least, tight, grow: Math.max(...columns.map(({ grow }) => grow)) }
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
  const levels = [...new Set(wishes.map(({ grow }) => grow))].sort((a, b) => a - b)
  // where it must scroll all the same, texts are left as they can be read well
  const isEnough = sumOf(wishes.map(({ wished, tight }) => Math.min(wished, tight))) <= room
  for (const limit of isEnough ? (['broken', 'least', 'tight'] as const) : (['broken', 'least'] as const))
    for (const level of levels) {
      const over = sumOf(widths) - room
      if (over <= 0) return spaced(wishes, widths, room)
      const here = wishes.flatMap(({ grow }, at) => (grow === level ? [at] : []))
      const narrowed = narrowedBy(
        here.map(at => widths[at] ?? 0),
        here.map(at => wishes[at]?.[limit] ?? 0),
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
