import objection from 'objection'

const { Model, snakeCaseMappers } = objection

/** What people change of a container. The columns of its sensor are written by ingest/write.ts. */
export class Container extends Model {
  static override tableName = 'iot.containers'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare containerNumber: string | null
  declare description: string | null
  declare status: number
}
