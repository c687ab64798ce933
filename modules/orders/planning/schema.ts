import { Type } from '@sinclair/typebox'
import { Day, EnumOf, Id, Nullable, Tonnes, Version } from '../../../src/kernel/schema.ts'
import { DayPart, Unit } from '../schema.ts'

/** A vehicle as the planner's picker shows it. */
export const MatchedVehicle = Type.Object({
  id: Id,
  brand: Type.String(),
  model: Type.String(),
  registerNumber: Type.String(),
  driverId: Id,
  driver: Type.String(),
  matched: Type.Boolean({ description: 'it carries every item of the orders' }),
  missing: Type.Array(Type.String(), { description: 'items of the orders that it does not carry' }),
  capacity: Type.Number({ ...Tonnes, description: 'tonnes: its payload, else the most of what it carries' }),
  day: Nullable(
    Type.String({
      ...Day,
      description: 'the given one; else, of the days that the orders are planned for, the fullest'
    })
  ),
  days: Type.Integer({ minimum: 0, description: 'how many days the orders are planned for' }),
  load: Type.Number({ ...Tonnes, description: 'tonnes of the given orders on the day' }),
  stops: Type.Integer({ minimum: 0, description: 'other stops of its route of the day that are still ahead' }),
  plannedLoad: Type.Number({ ...Tonnes, description: 'tonnes of those stops' }),
  driverAway: Type.Boolean({ description: 'its driver is absent on one of these days' }),
  outOfService: Type.Boolean({ description: 'on one of these days' }),
  driverElsewhere: Type.Array(Type.String(), {
    description: 'plates of other vehicles that its driver has stops ahead with on these days'
  }),
  nearest: Nullable(
    Type.Integer({
      format: 'metres',
      minimum: 0,
      description: 'as the crow flies to the nearest of those stops, of the order for which that is farthest'
    })
  ),
  proposed: Type.Union([Type.Literal('passesBy'), Type.Literal('room'), Type.Null()], {
    description:
      'why, of all vehicles, it is the one to take: it carries everything, has the room, its driver is free, and it passes by or has the most'
  })
})

export const MatchedVehicles = Type.Object({
  data: Type.Array(MatchedVehicle),
  total: Type.Integer({ minimum: 0 }),
  unproposed: Nullable(
    Type.Union([Type.Literal('items'), Type.Literal('room'), Type.Literal('free'), Type.Literal('far')], {
      description: 'why none is proposed: the last condition that every vehicle fails'
    })
  )
})

/** A stop in the route of a vehicle on a day: one order. Several orders of one place are several stops. */
export const RouteStop = Type.Object({
  orderId: Id,
  number: Type.String(),
  sequence: Type.Integer({ minimum: 1 }),
  company: Type.String(),
  receptionPlaceId: Id,
  receptionPlace: Type.String(),
  orderTypeItemName: Type.String(),
  quantity: Type.Integer({ minimum: 1 }),
  unit: Unit,
  finished: Type.Boolean({ description: 'no longer in progress: the stop keeps its place' }),
  notificationSent: Type.Boolean(),
  urgent: Type.Boolean(),
  wishedPart: Nullable(EnumOf(DayPart)),
  load: Type.Number({ ...Tonnes, description: 'tonnes of the order' }),
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  metres: Nullable(
    Type.Integer({ format: 'metres', minimum: 0, description: 'as the crow flies, from the stop before or the store' })
  )
})

/** What is planned for a day, and what of it is still to be done (`workOf` of rules.ts). */
const Work = {
  orders: Type.Integer({ minimum: 0, description: 'that are still in progress' }),
  finished: Type.Integer({ minimum: 0, description: 'that are not in progress any more' }),
  planned: Type.Integer({ minimum: 0, description: 'all of these' }),
  load: Type.Number({ ...Tonnes, description: 'tonnes of the orders that are still in progress' }),
  plannedLoad: Type.Number({ ...Tonnes, description: 'tonnes of all of these' })
}

/** A vehicle's day: what stands over its stops. */
export const RouteSummary = Type.Object({
  id: Id,
  version: Version,
  day: Day,
  number: Type.Integer({ minimum: 1, description: 'from 1 within each day' }),
  vehicleId: Id,
  registerNumber: Type.String(),
  vehicle: Type.String(),
  driver: Type.String(),
  places: Type.Integer({ minimum: 0, description: 'where these are' }),
  notified: Type.Integer({ minimum: 0, description: 'of these, those that who drives there was notified of' }),
  changed: Type.Boolean({ description: 'since its driver was notified: other numbers, or stops that have left it' }),
  otherDriver: Type.Boolean({ description: 'the vehicle has got another driver since its orders were planned' }),
  ...Work,
  capacity: Type.Number({
    ...Tonnes,
    description: 'tonnes: the payload of the vehicle, else the most of what it carries'
  }),
  over: Type.Boolean({ description: 'what is still to be loaded is more than the vehicle carries' }),
  driverElsewhere: Type.Boolean({ description: 'its driver has stops ahead with another vehicle on that day' }),
  driverAway: Type.Boolean({ description: 'its driver is absent on that day' }),
  outOfService: Type.Boolean({ description: 'on that day' }),
  driverOfDay: Type.Boolean({ description: 'its driver drives this vehicle on this one day only' }),
  otherVehicles: Type.String({ description: 'the plates of those vehicles' }),
  kilometres: Type.Number({
    minimum: 0,
    decimals: 1,
    description: 'as the crow flies, from the store to the last stop'
  }),
  unknownPlaces: Type.Integer({ minimum: 0, description: 'stops whose place nobody knows, and whose way is missing' })
})

/** All routes of a day. */
export const DaySummary = Type.Object({
  id: Type.String({ ...Day, description: 'the day itself' }),
  vehicles: Type.Integer({ minimum: 0, description: 'with orders that are still in progress' }),
  places: Type.Integer({ minimum: 0, description: 'where these are' }),
  notified: Type.Integer({ minimum: 0, description: 'of these, those that who drives there was notified of' }),
  ...Work,
  driverElsewhere: Type.Boolean({ description: 'one driver has stops ahead with two vehicles' }),
  changed: Type.Boolean({ description: 'one of its routes has changed since its driver was notified' })
})

/** A vehicle's day with its stops; `route` is null where nothing is planned. */
export const RouteOfDay = Type.Object({
  data: Type.Array(RouteStop),
  total: Type.Integer({ minimum: 0 }),
  route: Nullable(
    Type.Object({
      ...RouteSummary.properties,
      byHand: Type.Boolean({ description: 'people have put the stops in order' }),
      start: Nullable(Type.Object({ name: Type.String(), latitude: Type.Number(), longitude: Type.Number() })),
      metresBack: Nullable(
        Type.Integer({ format: 'metres', minimum: 0, description: 'from the last stop to the store' })
      ),
      proposed: Type.Array(Id, { description: 'orders that are still ahead, as the rules would put them' })
    })
  )
})

export const NearStore = Type.Object({
  id: Id,
  name: Type.String(),
  distance: Nullable(Type.Integer({ format: 'metres', minimum: 0 })),
  distanceKm: Nullable(Type.Number({ minimum: 0, decimals: 2 })),
  /** `Magazyn Chełm, 3,25 km`: how a form offers it. */
  label: Type.String()
})
