import { Type } from '@sinclair/typebox'
import { EnumOf, Id, Nullable, Tonnes } from '../../../src/kernel/schema.ts'
import { OrderStatus } from '../schema.ts'

/** A vehicle as the planner's picker shows it. */
export const MatchedVehicle = Type.Object({
  id: Id,
  brand: Type.String(),
  model: Type.String(),
  registerNumber: Type.String(),
  driverId: Id,
  driver: Type.String(),
  matched: Type.Boolean({ description: 'it carries every item of the orders' }),
  capacity: Type.Number({ ...Tonnes, description: 'tonnes: the most of what it carries' }),
  load: Type.Number({ ...Tonnes, description: 'tonnes of the given orders' }),
  stops: Type.Integer({ minimum: 0, description: 'other stops in its route of the day' }),
  plannedLoad: Type.Number({ ...Tonnes, description: 'tonnes of those stops' })
})

/** A stop in the route of a vehicle on a day. */
export const RouteStop = Type.Object({
  orderId: Id,
  number: Type.String(),
  sequence: Type.Integer({ minimum: 1 }),
  company: Type.String(),
  receptionPlace: Type.String(),
  orderTypeItemName: Type.String(),
  quantity: Type.Integer({ minimum: 1 }),
  currentStatus: EnumOf(OrderStatus)
})

export const NearStore = Type.Object({
  id: Id,
  name: Type.String(),
  distance: Nullable(Type.Integer({ format: 'metres', minimum: 0 })),
  distanceKm: Nullable(Type.Number({ minimum: 0, decimals: 2 })),
  /** `Magazyn Chełm, 3,25 km`: how a form offers it. */
  label: Type.String()
})
