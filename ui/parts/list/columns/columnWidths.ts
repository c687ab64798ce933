/**
 * How wide the cells of a grid are.
 * 1. Each cell wishes for the width of its header and its texts in the first loaded rows (`wishedWidth`). A few texts that are much
 *    longer than the others are ignored.
 * 2. If the wishes exceed the available width (`fittedWidths`), texts that have a cell of two lines to themselves are wrapped.
 * 3. If that is not enough, texts are truncated to a width that can still be read well: columns with the lowest `grow` first, and
 *    among them the widest first.
 * 4. Texts that do not say what the row is about are truncated further, to about a word, if all columns are then visible. Otherwise
 *    the grid scrolls horizontally.
 * A width that a person has set is never changed.
 */
import type { ListLayout } from '../../../../src/contract/layout.ts'
import type { ColumnMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import { unwrapped } from '../../../../src/contract/schema.ts'
import { area } from '../../../session.ts'
import type { FormatContext } from '../../values/formats.tsx'
import { readAs, shownText } from '../../values/formats.tsx'
import { type Cell, isText } from './cells.ts'
import type { Measure } from './textWidth.ts'

export interface WishedWidth {
  /** All widths are in pixels and include the space around the text. */
  readonly wished: number
  /** The width of its longest texts: given if there is room to spare. */
  readonly most: number
  /** The least width without truncation, with its text wrapped into two lines; equal to `wished` if it may not be wrapped. */
  readonly broken: number
  /** The least width at which its texts can be read well. */
  readonly least: number
  /** The least width before the grid scrolls horizontally. */
  readonly tight: number
  /** Cells with a lower number are narrowed first. */
  readonly grow: number
}

/**
 * In pixels: the space around a cell's text; the extra space after a text aligned to the end, so that it does not run into the next
 * one; the extra width of a badge.
 */
const cellSpace = 18
const endSpace = 8
const badgeSpace = 20
/** How far the arrow of a sortable header reaches beyond the gap before the next header, in pixels. */
const sortSpace = 4
/** The most that a text may wish for, and the most that it is given if there is room to spare, in pixels. */
const maxTextWidth = 400
const maxSpareTextWidth = 900
/**
 * The least widths in pixels of texts of several words: in general, and if they say what the row is about. Numbers and codes are
 * never truncated.
 */
const leastText = 110
const leastMainText = 200
/** The least width in pixels before the grid scrolls, for texts that do not say what the row is about. */
const tightText = 84

/** Badges up to this width in pixels always have room, even if no row has them yet. */
const maxUsualBadgeWidth = 100

/** The share of rows whose text must fit without truncation. */
const wholeShare = 0.97

const sizes = { admin: { text: 14, small: 13, badge: 12 }, portal: { text: 15, small: 13, badge: 12 } } as const

/** The width into which `wholeShare` of these widths fit. */
function enoughFor(widths: readonly number[]): number {
  const sorted = [...widths].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * wholeShare) - 1)] ?? 0
}

/** The factor for a browser whose font size is not 16 px, for which the sizes above are given. */
const scale = (): number =>
  typeof document === 'undefined' ? 1 : Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** The least width in which a text fits into two lines, wrapped at a space. */
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
  /** Whether it is the lower line of a cell. */
  readonly isLower: boolean
  readonly hasBothLines: boolean
}

/** The widths in pixels that the header and the values of a column need. */
function lineWidths(
  column: ColumnMetadata,
  { weight, isLower, hasBothLines }: Line,
  rows: readonly Row[],
  tools: Tools
) {
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
  const texts = rows.map(row => shownText(context, readAs(column.schema, row), row[column.key], column.blank, row))
  const values = texts.map(text => measure(text, font) + (isBadge ? badgeSpace : 0))
  const isCuttable = isText(column) && !isBadge && rows.some(row => isWords(String(row[column.key] ?? '')))
  // badges that no loaded row has yet may appear in later rows
  const labels = isBadge ? members.map(({ label }) => measure(context.t(label), font)) : []
  const likely = labels.filter(width => width <= maxUsualBadgeWidth).map(width => width + badgeSpace)
  // values such as numbers and codes must never be truncated
  const longest = Math.max(0, ...values, ...likely)
  const value = isCuttable ? Math.min(maxTextWidth, enoughFor(values)) : longest
  const inTwoLines = (text: string): number => widthInTwoLines(text, part => measure(part, font))
  const broken = (): number =>
    enoughFor(texts.map((text, at) => ((values[at] ?? 0) > leastText ? inTwoLines(text) : 0)))
  return {
    header: headerWidth(title) + sort,
    brokenHeader: (hasBothLines ? widthInTwoLines(title, headerWidth) : headerWidth(title)) + sort,
    value,
    broken: hasBothLines && isCuttable ? Math.min(value, Math.max(leastText, broken())) : value,
    longest: Math.min(maxSpareTextWidth, longest),
    isCuttable
  }
}

/** A text without spaces up to this length is taken for a number or code. */
const maxCodeLength = 30
const isWords = (text: string): boolean => text.length > maxCodeLength || /\S\s+\S/.test(text)

interface Tools {
  readonly context: FormatContext
  readonly measure: Measure
}

/** The width that a cell wishes for, and the widths to which it may be narrowed, measured by these rows. */
export function wishedWidth(cell: Cell, rows: readonly Row[], tools: Tools): WishedWidth {
  const { columns } = cell
  const strong = cell.isMain && columns.length > 1 ? 550 : 400
  const lines = columns.map((column, at) =>
    lineWidths(
      column,
      { weight: at === 0 ? strong : 400, isLower: at > 0, hasBothLines: cell.hasBothLines },
      rows,
      tools
    )
  )
  const space = cellSpace + (columns[0].align === 'end' ? endSpace : 0)
  const widest = (widths: readonly number[]): number => Math.ceil(Math.max(...widths) + space)
  const wished = widest(lines.map(({ header, value }) => Math.max(header, value)))
  const headers = widest(lines.map(({ brokenHeader }) => brokenHeader))
  const broken = Math.max(headers, widest(lines.map(one => one.broken)))
  const narrowedTo = (limit: number): number =>
    Math.max(headers, widest(lines.map(one => (one.isCuttable ? Math.min(one.broken, limit) : one.value))))
  const least = narrowedTo(cell.isMain ? leastMainText : leastText)
  const tight = cell.isMain ? least : narrowedTo(tightText)
  const most = Math.max(wished, widest(lines.map(({ longest }) => longest)))
  return { wished, most, broken, least, tight, grow: Math.max(...columns.map(({ grow }) => grow)) }
}

/**
 * Narrows the widest of these widths so that their sum decreases by `saved` pixels, if possible, and none falls below its `least`.
 */
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

/** The most that each cell is given of spare room beyond what its texts need, in pixels. */
const maxSpareWidth = 40

/**
 * Distributes spare room: first to the longest texts, then a little to each cell. The rest stays empty, so that the columns of a row
 * are not far apart.
 */
function spaced(wishes: readonly WishedWidth[], widths: readonly number[], room: number): number[] {
  if (!Number.isFinite(room) || sumOf(widths) >= room) return [...widths]
  let spare = room - sumOf(widths)
  const whole = widths.map((width, at) => {
    const extra = Math.floor(Math.min(spare, Math.max(0, (wishes[at]?.most ?? 0) - width)))
    spare -= extra
    return width + extra
  })
  const each = Math.floor(Math.min(maxSpareWidth, spare / Math.max(1, whole.length)))
  return whole.map(width => width + each)
}

/** The widths in pixels that fit into the room, or the least widths if there is too little of it. */
export function fittedWidths(wishes: readonly WishedWidth[], room: number): number[] {
  const widths = wishes.map(({ wished }) => wished)
  const levels = [...new Set(wishes.map(({ grow }) => grow))].sort((a, b) => a - b)
  // if the grid must scroll even with the tightest widths, texts keep a width at which they can be read well
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
 * The fitted widths, replaced by those that a person has set. The others do not change, so that dragging moves only one edge; if the
 * sum exceeds the room, the grid scrolls.
 */
export const withSetWidths = (fitted: readonly number[], cells: readonly Cell[], { widths }: ListLayout): number[] =>
  fitted.map((width, at) => widths?.[cells[at]?.key ?? ''] ?? width)
