import type { ColumnMetadata, ListMetadata } from '../../../src/contract/list.ts'

type Columns = readonly ColumnMetadata[]

/**
 * The keys of a spreadsheet's columns, as the person sees the list: those that are shown, in their order. What a view's headings say
 * stands first, as their columns; the server puts those of the page itself there.
 */
export function sheetColumns(
  { groupBy = [] }: Pick<ListMetadata, 'groupBy'>,
  plain: Pick<ListMetadata, 'groupBy' | 'columns'>,
  shown: Columns
): string[] {
  const headings = plain.groupBy ? [] : groupBy.filter(({ key }) => plain.columns.some(column => column.key === key))
  return [...headings, ...shown].map(({ key }) => key)
}
