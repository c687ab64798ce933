import type { ColumnMetadata } from '../../../../src/contract/list.ts'
import { unwrapped } from '../../../../src/contract/schema.ts'

/** Whether a column is drawn as a badge: those of a vocabulary are. */
export const isBadge = ({ schema }: ColumnMetadata): boolean => unwrapped(schema).vocabulary !== undefined

/** The column that names a row: the first that is not a badge, because many rows share the value of a badge. */
export const namingColumn = (columns: readonly ColumnMetadata[]): ColumnMetadata | undefined =>
  columns.find(column => !isBadge(column)) ?? columns[0]
