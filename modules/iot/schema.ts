import { Type } from '@sinclair/typebox'
import { vocabulary, worstLast } from '../../src/contract/vocabulary.ts'
import { Day, EnumOf, ExactInstant, Id, Instant, Nullable, Version } from '../../src/kernel/schema.ts'
import { OrderType } from '../catalogue/schema.ts'

/** Readings change a status only between unknown, connected and disconnected; every other status is set by people. */
export const ContainerStatus = vocabulary('iot.status', {
  unknown: { code: 0 },
  connected: { code: 1, tone: 'success' },
  disconnected: { code: 2, tone: 'warning' },
  prepared: { code: 3, tone: 'info' },
  delivered: { code: 4, tone: 'info' },
  toBeReplaced: { code: 5, tone: 'warning' },
  damaged: { code: 6, tone: 'danger' },
  awaitingService: { code: 7, tone: 'warning' },
  inService: { code: 8, tone: 'warning' },
  beyondRepair: { code: 9, tone: 'danger' },
  assembly: { code: 10, tone: 'neutral' }
})

export const BatteryStatus = vocabulary(
  'iot.battery',
  {
    noInfo: { code: 0 },
    normal: { code: 1, tone: 'success' },
    low: { code: 2, tone: 'warning' },
    critical: { code: 3, tone: 'danger' }
  },
  worstLast
)

/** For how many days, at least, a container has sent nothing. */
export const Silence = vocabulary('iot.silence', {
  twoDays: { code: 2, tone: 'warning' },
  week: { code: 7, tone: 'danger' }
})

/** The trend of a battery's daily values (battery/forecast.ts). */
export const BatteryTrend = vocabulary(
  'iot.batteryTrend',
  {
    unknown: { code: 0 },
    steady: { code: 1, tone: 'success' },
    falling: { code: 2, tone: 'warning' },
    critical: { code: 3, tone: 'danger' }
  },
  worstLast
)

/** A stop of a service round. */
export const StopState = vocabulary('iot.stop', {
  open: { code: 0 },
  done: { code: 1, tone: 'success' },
  notPossible: { code: 2, tone: 'warning' }
})

/** Why a reading was rejected. `ingest/reading.ts` explains the reasons. */
export const RejectionReason = vocabulary('iot.rejection', {
  topic: { code: 1 },
  unknown_device: { code: 2, tone: 'warning' },
  unreadable: { code: 3, tone: 'danger' },
  empty: { code: 4 },
  too_many: { code: 5 },
  ts: { code: 6, tone: 'danger' },
  future: { code: 7, tone: 'danger' },
  too_old: { code: 8, tone: 'danger' },
  position: { code: 9, tone: 'danger' },
  accuracy: { code: 10, tone: 'danger' },
  battery: { code: 11, tone: 'danger' },
  unstorable: { code: 12, tone: 'danger' }
})

const Latitude = Type.Number({ format: 'degrees', minimum: -90, maximum: 90 })
const Longitude = Type.Number({ format: 'degrees', minimum: -180, maximum: 180 })
const Volts = Type.Number({ format: 'volts', minimum: 0 })
const Metres = Type.Integer({ format: 'metres', minimum: 0 })

export const ContainerPhoto = Type.Object({
  id: Id,
  fileUrl: Type.String({ format: 'url', description: 'the picture itself, for this session, for 10 to 20 minutes' }),
  originalFileName: Type.String(),
  createdDate: Instant
})

/** A container with its sensor. */
export const Container = Type.Object({
  id: Id,
  version: Version,
  containerNumber: Nullable(Type.String()),
  description: Nullable(Type.String()),
  status: EnumOf(ContainerStatus),
  imei: Type.String(),
  iccid: Nullable(Type.String()),
  serNo: Nullable(Type.String()),
  lastActiveDate: Nullable(ExactInstant),
  latitude: Nullable(Latitude),
  longitude: Nullable(Longitude),
  currentBatteryLevel: Nullable(Volts),
  currentBatteryStatus: EnumOf(BatteryStatus),
  batteryTrend: EnumOf(BatteryTrend),
  /** The forecast of days until the battery is critical; 0 if it is; null if unknown. */
  daysUntilCritical: Nullable(Type.Integer({ minimum: 0 })),
  /** When the battery was last changed, as somebody has recorded it, and who has. */
  batteryChangedDate: Nullable(Day),
  batteryChangedBy: Nullable(Type.String()),
  /** Whether that was recorded today, and can be undone. */
  batteryChangedToday: Type.Boolean(),
  hasPhotos: Type.Boolean(),
  /** Whether its sensor may sign in. */
  hasAccess: Type.Boolean(),
  /** The store inside whose border it is. */
  internalStoreId: Nullable(Id),
  internalStoreName: Nullable(Type.String()),
  /** The store that services it. */
  assignedInternalStoreId: Nullable(Id),
  assignedInternalStoreName: Nullable(Type.String()),
  closestCompanyName: Nullable(Type.String()),
  closestCompanyTaxNumber: Nullable(Type.String()),
  closestReceptionPlaceAddress: Nullable(Type.String()),
  closestReceptionPlaceType: Nullable(EnumOf(OrderType)),
  closestReceptionPlaceDistance: Nullable(Metres)
})

/** The values of a container that a marker of the map shows. */
export const ContainerPoint = Type.Object({
  id: Id,
  containerNumber: Nullable(Type.String()),
  latitude: Latitude,
  longitude: Longitude,
  status: EnumOf(ContainerStatus),
  currentBatteryLevel: Nullable(Volts),
  currentBatteryStatus: EnumOf(BatteryStatus),
  lastActiveDate: ExactInstant
})

/** A message of the live channel: the new state of a container that has sent a reading. */
export interface PositionDelta {
  readonly id: number
  readonly latitude: number | null
  readonly longitude: number | null
  readonly currentBatteryLevel: number | null
  readonly currentBatteryStatus: number
  readonly status: number
  readonly lastActiveDate: string
}

/** A stay of a container: one point of its trail. */
export const StayRow = Type.Object({
  id: Id,
  firstActiveDate: ExactInstant,
  lastActiveDate: ExactInstant,
  latitude: Latitude,
  longitude: Longitude,
  internalStoreName: Nullable(Type.String())
})

/** A visit to an internal store. Times are by the sensor's clock. */
export const StoreVisit = Type.Object({
  id: Id,
  internalStoreName: Type.String(),
  firstGpsUTCDate: ExactInstant,
  lastGpsUTCDate: ExactInstant
})

export const StatusOption = Type.Object({ gpsDeviceStatus: EnumOf(ContainerStatus), description: Type.String() })
