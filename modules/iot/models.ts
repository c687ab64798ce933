import objection from 'objection'

const { Model, snakeCaseMappers } = objection

class IotModel extends Model {
  static override columnNameMappers = snakeCaseMappers()
}

/** What people change of a container, and the hashes of its sensor's secret. The columns of its sensor are written by ingest/write.ts. */
export class Container extends IotModel {
  static override tableName = 'iot.containers'

  declare id: number
  declare containerNumber: string | null
  declare description: string | null
  declare status: number
  declare secretHash: string | null
  declare brokerHash: string | null
}

export class Photo extends IotModel {
  static override tableName = 'iot.photos'
  declare id: number
  declare containerId: number
  declare createdAt: Date
}
