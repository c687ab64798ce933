import { Type } from '@sinclair/typebox'
import { Day, Id, Kilograms, Nullable, Phone, Tonnes, Version } from '../../src/kernel/schema.ts'

const Name = Nullable(Type.String())

/** A person as an object, in the shape of the specification. */
const PersonData = Type.Object({ id: Id, firstName: Name, lastName: Name, phone: Name, email: Type.String() })

/** Periods of days, `YYYY-MM-DD`, both included; null: until further notice. */
export const DaysOff = Type.Array(Type.Object({ from: Day, to: Nullable(Day) }), { maxItems: 100 })

/** An account with the role of a driver. */
export const Driver = Type.Object({
  id: Id,
  version: Version,
  lastName: Name,
  firstName: Name,
  phone: Nullable(Phone),
  email: Type.String(),
  absences: DaysOff,
  /** Those of today and later, as a text. */
  absenceDays: Name,
  /** The same data as an object, which the lists of the specification have. */
  userData: PersonData
})

/** Whether a vehicle carries an item of the order types. */
export const TakenItem = Type.Object({ orderTypeItemId: Id, isActive: Type.Boolean() })

export const VehicleRow = Type.Object({
  id: Id,
  version: Version,
  registerNumber: Type.String(),
  brand: Type.String(),
  model: Type.String(),
  driverId: Id,
  driver: Type.String(),
  payload: Nullable(Type.Number({ ...Tonnes, description: 'tonnes; null: as much as the largest of its items' })),
  tare: Nullable(Type.Integer({ ...Kilograms, description: 'of the empty vehicle, as it was weighed' })),
  tareUntil: Nullable(
    Type.String({ format: 'day', description: 'the last day on which the tare counts; null: until further notice' })
  ),
  validTare: Nullable(Type.Integer({ ...Kilograms, description: 'the tare, while it counts' })),
  outOfService: DaysOff,
  /** Those of today and later, as a text. */
  serviceDays: Name,
  orderTypeItems: Type.Array(TakenItem),
  /** The names of the items that the vehicle carries. */
  items: Nullable(Type.String()),
  /** An older shape of the specification: the driver's names beside the data of the vehicle. */
  lastName: Name,
  firstName: Name,
  vehicleData: Type.Object({
    id: Id,
    brand: Type.String(),
    model: Type.String(),
    registerNumber: Type.String(),
    driverId: Id
  }),
  driverData: PersonData
})

/** A vehicle in a picker. */
export const VehicleOption = Type.Object({
  id: Id,
  name: Type.String({ description: 'plate, brand and model, driver' }),
  registerNumber: Type.String(),
  driverId: Id
})
