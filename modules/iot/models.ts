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
  /** The newest change of its battery. */
  declare batteryChangeId: number | null
  /** The forecast of the battery, which `battery/keep.ts` writes: a changed battery has none. */
  declare batteryTrend: number
  declare batterySlope: number | null
  declare batteryCriticalAt: Date | null
  declare batteryForecastDay: string | null
}

export class BatteryChange extends IotModel {
  static override tableName = 'iot.battery_changes'

  declare id: number
  declare containerId: number
  /** Readings since then are of the new battery. */
  declare changedAt: Date
  declare recordedAt: Date
  declare accountId: number
}

export class Photo extends IotModel {
  static override tableName = 'iot.photos'
  declare id: number
  declare containerId: number
  declare createdAt: Date
}

/** A service round. */
export class Round extends IotModel {
  static override tableName = 'iot.rounds'

  declare id: number
  declare accountId: number
  declare startStoreId: number | null
  declare begunAt: Date
  declare changedAt: Date
  declare endedAt: Date | null
}

export class RoundStop extends IotModel {
  static override tableName = 'iot.round_stops'
  static override idColumn = ['round_id', 'container_id']

  declare roundId: number
  declare containerId: number
  /** From 1. */
  declare place: number
  declare metres: number | null
  /** A code of `StopState`. */
  declare state: number
  declare note: string | null
  declare decidedAt: Date | null
}
