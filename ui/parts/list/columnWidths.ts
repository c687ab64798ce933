import type { CSSProperties } from 'react'
import type { ColumnMetadata } from '../../../src/contract/list.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import type { FormatContext } from '../values/formats.tsx'

/** In pixels: about the width of a letter in a badge, and the space around its text. */
const badgeLetter = 6.3
const badgeSpace = 40

/** The same of a header, with the arrow of its sort. A number's column is as wide as its header, within limits. */
const headerLetter = 7.4
const headerSpace = 26
const maxNumberWidth = 160

/** The width of a column whose values are all about as long, in pixels; undefined for free text. */
function widthOf(column: ColumnMetadata, index: number, { t, vocabularies }: FormatContext): number | undefined {
  const schema = unwrapped(column.schema)
  const members = schema.vocabulary ? vocabularies[schema.vocabulary]?.members : undefined
  if (members) {
    const longest = Math.max(...members.map(({ label }) => t(label).length))
    return Math.round(Math.min(168, Math.max(88, longest * badgeLetter + badgeSpace)))
  }
  if (schema.format === 'instant') return 168
  if (schema.format === 'money') return 116
  if (schema.format === 'day' || schema.format === 'phone') return 108
  if (schema.format === 'ratio') return 84
  // Rows begin with a number of theirs, unless the list gives the first column a share of the free width.
  if (schema.type === 'string') return index === 0 && column.grow === 1 ? 128 : undefined
  if (schema.type === 'array') return undefined
  return Math.min(maxNumberWidth, Math.max(68, t(column.header).length * headerLetter + headerSpace))
}

const minTextWidth = 100

/** The widths above are for the back office's text of 14 px; the portal's is larger. */
const scaled = (width: number): string => `calc(var(--t-md) * ${(width / 14).toFixed(2)})`

/**
 * The grid's columns as CSS variables. Columns of a known width get just that, and the columns of free text share the rest in
 * proportion to their `grow`; where no column is free text, all share it.
 */
export function columnWidths(
  columns: readonly ColumnMetadata[],
  hasCheckbox: boolean,
  context: FormatContext,
  /** Rows may have the icon of their tint and a mark beside it. */
  hasBothSigns = false
): CSSProperties {
  const markWidth = (hasCheckbox ? 48 : 24) + (hasBothSigns ? 20 : 0)
  const widths = columns.map((column, index) => widthOf(column, index, context))
  const least = widths.reduce<number>((sum, width) => sum + (width ?? minTextWidth), markWidth)
  const hasText = widths.includes(undefined)
  const tracks = columns.map((column, index) => {
    const width = widths[index]
    if (width === undefined) return `minmax(${scaled(minTextWidth)}, ${Math.max(0.1, column.grow)}fr)`
    return hasText ? scaled(width) : `minmax(${scaled(width)}, 1fr)`
  })
  return { '--parts-columns': `${markWidth}px ${tracks.join(' ')}`, '--parts-least': scaled(least) } as CSSProperties
}
