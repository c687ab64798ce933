import { Type } from '@sinclair/typebox'
import { Id } from '../../src/kernel/schema.ts'

const Latitude = Type.Number({ format: 'degrees', minimum: -90, maximum: 90 })
const Longitude = Type.Number({ format: 'degrees', minimum: -180, maximum: 180 })

export const InternalStore = Type.Object({
  id: Id,
  name: Type.String(),
  /** The name again: the specification's lists call it so. */
  storeName: Type.String(),
  containersAmount: Type.Integer({ minimum: 0, description: 'containers that are inside its border now' }),
  longitude: Longitude,
  latitude: Latitude
})

export const BorderPoint = Type.Object({ id: Id, latitude: Latitude, longitude: Longitude })
