/** The models by which the tables are written. Fields are camelCase; conditions name columns. */
import { Model, snakeCaseMappers } from 'objection'

class DriverModel extends Model {
  static override columnNameMappers = snakeCaseMappers()
}

export class Device extends DriverModel {
  static override tableName = 'driver.devices'
  declare id: number
  declare accountId: number
  declare name: string | null
  declare codeHash: Buffer | null
  declare codeExpiresAt: Date
  declare tokenHash: Buffer | null
  declare sessionId: string | null
  declare invitedAt: Date
  declare connectedAt: Date | null
  declare lastUsedAt: Date | null
  declare revokedAt: Date | null
}

export class EventRecord extends DriverModel {
  static override tableName = 'driver.events'
  declare id: number
  /** A code of `EventState`. */
  declare state: number
}

export class Photo extends DriverModel {
  static override tableName = 'driver.photos'
  declare id: number
  /** The UUID that the device made. */
  declare key: string
  declare accountId: number
  declare createdAt: Date
}
