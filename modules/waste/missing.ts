/** Orders that are planned for today or overdue, or were completed in the last 30 days, and that no card belongs to. */
import { Type } from '@sinclair/typebox'
import { defineLink } from '../../src/kernel/commands/link.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { joined } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Day, EnumOf, Id, Nullable, Tonnes, Version } from '../../src/kernel/schema.ts'
import { joinCompany, joinPlace, placeAddress } from '../companies/public.ts'
import { leftJoinVehicle, vehicleLabel } from '../fleet/public.ts'
import { joinOrder, orderTexts } from '../orders/public.ts'
import { OrderStatus } from '../orders/schema.ts'
import { hasRegister } from './enabled.ts'

export const withoutCard = defineResource({
  type: 'waste.missing',
  // changes of orders change the list
  subjectType: 'orders.order',
  title: 'order without a transfer card',
  titles: 'orders without a transfer card',
  path: '/api/Admin/OrdersWithoutCard',
  serves: ['list'],
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    number: Type.String(),
    currentStatus: EnumOf(OrderStatus),
    company: Type.String(),
    receptionPlace: Type.String(),
    vehicle: Nullable(Type.String()),
    day: Nullable(Type.String({ ...Day, description: 'of the collection, or for which it is planned' })),
    tonnage: Nullable(Tonnes),
    kpo: Nullable(Type.String({ description: 'the number of the card, as it was typed' }))
  }),
  table: 'waste.orders_without_card',
  alias: 'missing',
  joins: {
    o: joinOrder('o', 'missing.id'),
    company: { sql: joinCompany('company', 'o.company_id'), after: 'o' },
    place: { sql: joinPlace('place', 'o.reception_place_id'), after: 'o' },
    vehicle: { sql: leftJoinVehicle('vehicle', 'o.vehicle_id'), after: 'o' }
  },
  fields: {
    number: joined('o', 'number', { sort: ['missing.id'] }),
    currentStatus: joined('o', 'status'),
    company: joined('company', 'name', { sort: ['company.name', 'company.id'] }),
    receptionPlace: { sql: placeAddress('place'), join: 'place', sort: ['place.city', 'place.street', 'place.id'] },
    vehicle: { sql: vehicleLabel('vehicle'), join: 'vehicle' },
    day: { sql: 'coalesce(o.receiving_date, o.realization_date)', join: 'o' },
    tonnage: joined('o', 'tonnage'),
    kpo: joined('o', 'kpo')
  },
  search: [{ key: 'missing.id', of: orderTexts }],
  named: 'number',
  sort: 'day'
})

const seeOrder = defineLink(withoutCard, {
  name: 'waste.seeOrder',
  selection: 'one',
  access: { ADMIN: {} },
  ui: { icon: 'inbox' },
  navigate: '/orders/all?row=:id&panel=:id'
})

export const withoutCardPage = definePage(withoutCard, {
  id: 'waste.withoutCard',
  route: '/orders/withoutCard',
  group: 'orders',
  place: 10,
  enabledIf: hasRegister,
  counted: true,
  columns: [
    'number',
    'currentStatus',
    { key: 'company', grow: 2 },
    { key: 'receptionPlace', grow: 2, under: 'company' },
    { key: 'vehicle', format: 'beforeComma' },
    { key: 'day', format: 'weekday' },
    'tonnage',
    'kpo'
  ],
  commands: [seeOrder]
})
