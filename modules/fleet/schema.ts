import { Type } from '@sinclair/typebox'
import { Id, Nullable, Phone, Text, Version } from '../../src/kernel/schema.ts'

const Name = Nullable(Type.String())

/** A person as the documents wrap it. */
const PersonData = Type.Object({ id: Id, firstName: Name, lastName: Name, phone: Name, email: Type.String() })

/** An account with the role of a driver. */
export const DriverRow = Type.Object({
  id: Id,
  version: Version,
  lastName: Name,
  firstName: Name,
  phone: Nullable(Phone),
  email: Type.String(),
  /** The same again, as the documents' lists wrap it. */
  userData: PersonData
})

/** Whether a vehicle takes an item of the order types. */
const Carried = Type.Object({ orderTypeItemId: Id, isActive: Type.Boolean() })

export const VehicleRow = Type.Object({
  id: Id,
  version: Version,
  registerNumber: Type.String(),
  brand: Type.String(),
  model: Type.String(),
  driverId: Id,
  driver: Type.String(),
  orderTypeItems: Type.Array(Carried),
  /** Names of the items that it takes. */
  items: Nullable(Type.String()),
  /** The documents' older shape: the driver's names beside the plate. */
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

export const OperatorRow = Type.Object({ id: Id, version: Version, name: Type.String(), isActive: Type.Boolean() })

const driver = (field: string): string => `fleet.driver.${field}`
const vehicle = (field: string): string => `fleet.vehicle.${field}`

/** The documents' sentences, word for word. */
export const DriverData = Type.Object({
  lastName: Text(50, { messages: { required: driver('lastName.required') } }),
  firstName: Text(50, { messages: { required: driver('firstName.required') } }),
  phone: Type.String({ format: 'phone', messages: { otherwise: driver('phone.wrong') } }),
  email: Type.String({
    maxLength: 50,
    format: 'email',
    messages: { required: driver('email.wrong'), email: driver('email.wrong') }
  })
})

/** One to three letters, a space, four or five letters or digits. */
const plate = '^[A-Za-z]{1,3} [A-Za-z0-9]{4,5}$'

export const VehicleData = Type.Object({
  brand: Text(50, { messages: { required: vehicle('brand.required') } }),
  model: Text(50, { messages: { required: vehicle('model.required') } }),
  registerNumber: Type.String({
    maxLength: 9,
    pattern: plate,
    messages: {
      required: vehicle('registerNumber.required'),
      pattern: vehicle('registerNumber.form'),
      maxLength: vehicle('registerNumber.long')
    }
  }),
  driverId: Type.Integer({ ...Id, messages: { otherwise: vehicle('driverId.required') } }),
  orderTypeItems: Type.Optional(Type.Array(Carried, { maxItems: 500 }))
})

export const OperatorData = Type.Object({
  name: Text(100, { messages: { required: 'fleet.operator.name.required' } }),
  isActive: Type.Optional(Type.Boolean())
})
