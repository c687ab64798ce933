/** The models that write the tables of imports. */
import objection from 'objection'
import type { ColumnChoice } from './reading/guess.ts'
import type { KindName } from './schema.ts'

const { Model, snakeCaseMappers } = objection

export class ImportRecord extends Model {
  static override tableName = 'imports.imports'
  static override columnNameMappers = snakeCaseMappers()
  static override jsonAttributes = ['columns', 'failureParams']

  declare id: number
  declare version: number
  declare kind: KindName
  declare accountId: number
  declare blobName: string
  /** Code of ImportState. */
  declare state: number
  declare dryRun: boolean
  declare columns: readonly ColumnChoice[]
  declare rows: number
  declare good: number
  declare bad: number
  declare skipped: number
  declare failure: string | null
  declare failureParams: Readonly<Record<string, string | number>>
  declare lastChange: number | null
  declare createdAt: Date
  declare checkedAt: Date | null
  declare appliedAt: Date | null
  declare undoneAt: Date | null
}

export class ImportProgress extends Model {
  static override tableName = 'imports.progress'
  static override columnNameMappers = snakeCaseMappers()
  static override idColumn = 'import_id'

  declare importId: number
  declare done: number
}
