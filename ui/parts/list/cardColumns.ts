/** How the columns of a list are laid out on a card. */
import type { ColumnMetadata } from '../../../src/contract/list.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { isBadge, namingColumn } from './namingColumn.ts'

export interface CardColumns {
  readonly title: ColumnMetadata | undefined
  readonly badges: readonly ColumnMetadata[]
  /** What the row is about, such as the client and the place, and what stands under it: whole lines, which need no label. */
  readonly lines: readonly ColumnMetadata[]
  /** Texts of any length, each in a line with its label. */
  readonly texts: readonly ColumnMetadata[]
  /** Numbers, amounts and days, each under its label, beside each other. */
  readonly facts: readonly ColumnMetadata[]
}

/** What a row is about has this `grow` at least. */
const aboutGrow = 2

const isShort = ({ schema }: ColumnMetadata): boolean => {
  const { type, format = '' } = unwrapped(schema)
  return type === 'string' ? shortFormats.has(format) : type === 'number' || type === 'integer'
}
const shortFormats: ReadonlySet<string> = new Set(['day', 'instant', 'weekday', 'monthDayYear'])

export function cardColumns(columns: readonly ColumnMetadata[]): CardColumns {
  const title = namingColumn(columns)
  const rest = columns.filter(column => column !== title && column.card !== false)
  const about = new Set(rest.filter(({ grow }) => grow >= aboutGrow).map(({ key }) => key))
  const values = rest.filter(column => !isBadge(column))
  const isLine = ({ key, under = '' }: ColumnMetadata): boolean => about.has(key) || about.has(under)
  return {
    title,
    badges: rest.filter(isBadge),
    lines: values.filter(isLine),
    texts: values.filter(column => !isLine(column) && !isShort(column)),
    facts: values.filter(column => !isLine(column) && isShort(column))
  }
}
