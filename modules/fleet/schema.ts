import { Type } from '@sinclair/typebox'
import { Id, Nullable, Phone, Version } from '../../src/kernel/schema.ts'

const Name = Nullable(Type.String())

/** A person in the specification's wrapping. */
const PersonData = Type.Object({ id: Id, firstName: Name, lastName: Name, phone: Name, email: Type.String() })

/** An account with the role of a driver. */
export const Driver = Type.Object({
  id: Id,
  version: Version,
  lastName: Name,
  firstName: Name,
  phone: Nullable(Phone),
  email: Type.String(),
  /** The same again, as the specification's lists wrap it. */
  userData: PersonData
})

/** Whether a vehicle takes an item of the order types. */
export const TakenItem = Type.Object({ orderTypeItemId: Id, isActive: Type.Boolean() })

export const VehicleRow = Type.Object({
  id: Id,
  version: Version,
  registerNumber: Type.String(),
  brand: Type.String(),
  model: Type.String(),
  driverId: Id,
  driver: Type.String(),
  orderTypeItems: Type.Array(TakenItem),
  /** Names of the items that it takes. */
  items: Nullable(Type.String()),
  /** The specification's older shape: the driver's names beside the plate. */
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
