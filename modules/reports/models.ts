/** The models that write the tables of files and saved sets. */
import objection from 'objection'

const { Model, snakeCaseMappers } = objection

/** A file that a worker makes. */
export class ReportFile extends Model {
  static override tableName = 'reports.files'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare accountId: number
  /** Code of ReportName. */
  declare report: number
  declare setId: number | null
  /** The first day of the month of a monthly file; null for other files. */
  declare month: string | null
  /** The question, as the query of the report's call. */
  declare query: string
  declare language: number
  declare fileName: string
  declare status: number
  declare attempts: number
  declare rowsWritten: number
  declare blobName: string | null
  declare createdAt: Date
  declare finishedAt: Date | null
}

/** The parameters and the arrangement of a report, saved under a name. */
export class SavedSet extends Model {
  static override tableName = 'reports.saved_sets'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare accountId: number
  declare report: number
  declare name: string
  declare query: string
  declare monthlySince: Date | null
  declare createdAt: Date
}
