import objection from 'objection'

const { Model, snakeCaseMappers } = objection

/** What a person does with a finding. The rest of it is written by `check.ts`. */
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
  /** Of a nightly run: the business day, `YYYY-MM-DD`. */
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
