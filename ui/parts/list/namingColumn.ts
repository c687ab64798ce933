import type { ColumnMetadata } from '../../../src/contract/list.ts'
import { unwrapped } from '../../../src/contract/schema.ts'

/** Columns of a vocabulary are badges. */
export const isBadge = ({ schema }: ColumnMetadata): boolean => unwrapped(schema).vocabulary !== undefined

/** The column that names a row: the first, unless that is a badge, which many rows share. */
export const namingColumn = (columns: readonly ColumnMetadata[]): ColumnMetadata | undefined =>
  columns.find(column => !isBadge(column)) ?? columns[0]
