import objection from 'objection'

const { Model, snakeCaseMappers } = objection

/** What people change of a container, and the hashes of its sensor's secret. The columns of its sensor are written by ingest/write.ts. */
export class Container extends Model {
  static override tableName = 'iot.containers'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare containerNumber: string | null
  declare description: string | null
  declare status: number
  declare secretHash: string | null
  declare brokerHash: string | null
}
