/**
 * The read-only resource of reception places with the number of their containers by documents and by sensors. Places themselves belong to
 * the module companies.
 */
import { Type } from '@sinclair/typebox'
import { joined, label, maskFilter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id, Nullable, Pieces, StoredPhone, Version } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import {
  companyNames,
  joinCompany,
  placeAddress,
  placeAddresses,
  placeOrderTypes,
  placeType,
  receptionPlaces
} from '../../companies/public.ts'
import { leftJoinPlaceLevel, storeDistances, waysAsJson } from '../../warehouse/public.ts'
import { atPlaceMetres } from '../rules.ts'

const catalogueMessages = new URL('../../catalogue/messages/', import.meta.url)
const Degrees = Nullable(Type.Number({ format: 'degrees' }))

export const Distance = Type.Object({
  name: Type.String({ description: 'of an internal store' }),
  distance: Type.Integer({ format: 'metres', minimum: 0 })
})

const row = [
  'id',
  'version',
  'address',
  'bdoNumber',
  'phone',
  'companyName',
  'orderType',
  'receptionPlacesOrderTypes',
  'containersAmount',
  'locatedContainers'
] as const

export const storePlaces = defineResource({
  type: 'iot.place',
  subjectType: 'companies.place',
  title: 'reception place with its containers',
  titles: 'reception places with their containers',
  path: '/api/Admin/Stores/reception-places',
  serves: ['list', 'item'],
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    address: Type.String(),
    city: Type.String(),
    street: Type.String(),
    postalCode: Type.String(),
    bdoNumber: Nullable(Type.String()),
    phone: Nullable(StoredPhone),
    companyName: Type.String(),
    taxNumber: Nullable(Type.String()),
    /** The label of the newest order type. */
    orderType: Nullable(Type.String()),
    receptionPlacesOrderTypes: Type.Array(EnumOf(OrderType)),
    containersAmount: Type.Integer({ ...Pieces, description: 'by documents' }),
    locatedContainers: Type.Integer({ ...Pieces, description: `whose sensors are within ${atPlaceMetres} m` }),
    isActive: Type.Boolean(),
    deactivationReason: Nullable(Type.String({ description: 'of the place, else of its company' })),
    latitude: Degrees,
    longitude: Degrees,
    elevation: Nullable(Type.Integer({ description: 'metres above the sea' })),
    distances: Type.Array(Distance, { description: 'to the internal stores, the nearest first' }),
    averageDistance: Nullable(Type.Integer({ format: 'metres', minimum: 0, description: 'the mean of the distances' }))
  }),
  table: receptionPlaces,
  alias: 'place',
  joins: {
    company: joinCompany('company', 'place.company_id'),
    level: leftJoinPlaceLevel('level', 'place.id')
  },
  fields: {
    address: { sql: placeAddress('place'), sort: ['place.city', 'place.street'] },
    companyName: joined('company', 'name'),
    taxNumber: joined('company', 'tax_number'),
    orderType: { ...label(OrderType, placeType('place'), catalogueMessages), sort: [placeType('place')] },
    receptionPlacesOrderTypes: {
      sql: placeOrderTypes('place'),
      sort: [`array(select json_array_elements_text(${placeOrderTypes('place')})::int)`]
    },
    containersAmount: { sql: 'coalesce(level.containers_amount, 0)', join: 'level' },
    locatedContainers: {
      sql: `(select count(*)::int from iot.containers container where container.reception_place_id = place.id
        and container.reception_place_distance <= ${atPlaceMetres} and container.store_id is null)`
    },
    deactivationReason: {
      sql: 'coalesce(place.deactivation_reason, company.deactivation_reason)',
      join: 'company'
    },
    distances: { sql: `coalesce(${storeDistances('place', waysAsJson)}, '[]')` },
    averageDistance: { sql: `${storeDistances('place', 'round(avg(distance))::int')}` }
  },
  visibleTo: () => undefined,
  views: { list: row },
  filters: { PostalCode: maskFilter('99-999', 'place.postal_code') },
  search: [
    { key: 'place.id', of: placeAddresses },
    { key: 'place.company_id', of: companyNames }
  ],
  sort: 'address'
})
