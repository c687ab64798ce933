import { Type } from '@sinclair/typebox'
import { Id, Pieces } from '../../src/kernel/schema.ts'

const Latitude = Type.Number({ format: 'degrees', minimum: -90, maximum: 90 })
const Longitude = Type.Number({ format: 'degrees', minimum: -180, maximum: 180 })

export const InternalStore = Type.Object({
  id: Id,
  name: Type.String(),
  /** The name again: the specification's lists call it so. */
  storeName: Type.String(),
  containersAmount: Type.Integer({ ...Pieces, description: 'containers that are inside its border now' }),
  longitude: Longitude,
  latitude: Latitude
})

/** As people type and draw it: six digits are a tenth of a metre. */
export const Position = Type.Object({
  latitude: Type.Number({ format: 'degrees', minimum: -85, maximum: 85, decimals: 6 }),
  longitude: Type.Number({ format: 'degrees', minimum: -180, maximum: 180, decimals: 6 })
})

/** A border as it is drawn: a polygon of three corners or more. */
export const Border = Type.Array(Position, { minItems: 3, maxItems: 200 })

export const BorderPoint = Type.Object({ id: Id, latitude: Latitude, longitude: Longitude })
