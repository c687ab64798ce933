/** How the columns of a list are laid out on a card. */
import type { ColumnMetadata } from '../../../../src/contract/list.ts'
import { unwrapped } from '../../../../src/contract/schema.ts'
import { isBadge, namingColumn } from './namingColumn.ts'

export interface CardColumns {
  readonly title: ColumnMetadata | undefined
  /** The state of the row, beside the title. */
  readonly badge: ColumnMetadata | undefined
  /** The main texts, such as the client and the place, and columns below them (`under`): whole lines, which need no label. */
  readonly lines: readonly ColumnMetadata[]
  /** Texts of any length and further states, each in a line with its label, without which a state would not be understood. */
  readonly texts: readonly ColumnMetadata[]
  /** Numbers, amounts and days: side by side, each under its label. */
  readonly facts: readonly ColumnMetadata[]
}

/** Columns with at least this `grow` say what the row is about. */
const aboutGrow = 2

const isShort = (column: ColumnMetadata): boolean => {
  const { type, format = '' } = unwrapped(column.schema)
  if (isBadge(column)) return false
  return type === 'string' ? shortFormats.has(format) : type === 'number' || type === 'integer'
}
const shortFormats: ReadonlySet<string> = new Set(['day', 'instant', 'weekday', 'monthDayYear'])

export function cardColumns(columns: readonly ColumnMetadata[]): CardColumns {
  const title = namingColumn(columns)
  const rest = columns.filter(column => column !== title && column.card !== false)
  const about = new Set(rest.filter(({ grow }) => grow >= aboutGrow).map(({ key }) => key))
  const badge = rest.find(isBadge)
  const values = rest.filter(column => column !== badge)
  const isLine = (column: ColumnMetadata): boolean =>
    !isShort(column) && !isBadge(column) && (about.has(column.key) || about.has(column.under ?? ''))
  return {
    title,
    badge,
    lines: values.filter(isLine),
    texts: values.filter(column => !isLine(column) && !isShort(column)),
    facts: values.filter(column => !isLine(column) && isShort(column))
  }
}
