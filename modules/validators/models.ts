import objection from 'objection'

const { Model, snakeCaseMappers } = objection

/** The columns of a finding that a person changes. `check.ts` writes the other ones. */
export class FindingRow extends Model {
  static override tableName = 'validators.findings'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare approvedAt: Date | null
  declare approvedBy: number | null
  declare comment: string | null
}

export class RunRow extends Model {
  static override tableName = 'validators.runs'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare kinds: number[]
  /** The business day of a nightly run, `YYYY-MM-DD`; null for others. */
  declare night: string | null
  declare askedBy: number | null
  declare askedAt: Date
  declare startedAt: Date | null
  declare finishedAt: Date | null
}

export class RunStepRow extends Model {
  static override tableName = 'validators.run_steps'
  static override columnNameMappers = snakeCaseMappers()
  static override idColumn = ['run_id', 'kind']

  declare runId: number
  declare kind: number
  declare startedAt: Date | null
  declare finishedAt: Date | null
  declare added: number | null
  declare refreshed: number | null
  declare resolved: number | null
  declare open: number | null
  declare failed: boolean
}
