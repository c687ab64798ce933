import type { ColumnMetadata, ListMetadata } from '../../../../src/contract/list.ts'

type Columns = readonly ColumnMetadata[]

/**
 * The keys of a spreadsheet's columns: the shown columns in their order. The fields that a view groups by come first; those that the
 * page itself groups by are added by the server.
 */
export function sheetColumns(
  { groupBy = [] }: Pick<ListMetadata, 'groupBy'>,
  plain: Pick<ListMetadata, 'groupBy' | 'columns'>,
  shown: Columns
): string[] {
  const headings = plain.groupBy ? [] : groupBy.filter(({ key }) => plain.columns.some(column => column.key === key))
  return [...headings, ...shown].map(({ key }) => key)
}
