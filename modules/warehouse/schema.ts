import { Type } from '@sinclair/typebox'
import { Day, Id, Nullable, Pieces } from '../../src/kernel/schema.ts'

const Latitude = Type.Number({ format: 'degrees', minimum: -90, maximum: 90 })
const Longitude = Type.Number({ format: 'degrees', minimum: -180, maximum: 180 })

export const InternalStore = Type.Object({
  id: Id,
  /** The same as `id`, under the name that the choices of the specification use. */
  storeId: Id,
  name: Type.String(),
  /** The same as `name`, under the name that the lists of the specification use. */
  storeName: Type.String(),
  containersAmount: Type.Integer({ ...Pieces, description: 'containers that are inside its border now' }),
  longitude: Longitude,
  latitude: Latitude
})

/** A position that people type or draw. Six decimals are a precision of about 0.1 m. */
export const Position = Type.Object({
  latitude: Type.Number({ format: 'degrees', minimum: -85, maximum: 85, decimals: 6 }),
  longitude: Type.Number({ format: 'degrees', minimum: -180, maximum: 180, decimals: 6 })
})

/** A border: a polygon with at least three corners. */
export const Border = Type.Array(Position, { minItems: 3, maxItems: 200 })

export const BorderPoint = Type.Object({ id: Id, latitude: Latitude, longitude: Longitude })

/** A reservation of a store that has containers left. */
export const StoreReservation = Type.Object({
  id: Id,
  number: Type.String(),
  description: Nullable(Type.String()),
  documentDate: Day,
  left: Type.Integer({ ...Pieces, minimum: 1 }),
  /** What people choose it by: its description and number, and how much is left. */
  label: Type.String()
})
