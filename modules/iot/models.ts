import objection from 'objection'

const { Model, snakeCaseMappers } = objection

class IotModel extends Model {
  static override columnNameMappers = snakeCaseMappers()
}

/**
 * The columns of a container that people change, and the hashes of its sensor's secret. Sensor values are written by
 * ingest/write.ts.
 */
export class Container extends IotModel {
  static override tableName = 'iot.containers'

  declare id: number
  declare containerNumber: string | null
  declare description: string | null
  declare status: number
  declare imei: string
  declare serNo: string | null
  declare iccid: string | null
  /** The internal store that services it. */
  declare assignedStoreId: number | null
  declare secretHash: string | null
  declare brokerHash: string | null
  declare createdAt: Date
}

export class Photo extends IotModel {
  static override tableName = 'iot.photos'
  declare id: number
  declare containerId: number
  declare createdAt: Date
}
