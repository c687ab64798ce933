/** What was ordered: the order itself, its client, place, item and quantity. */
import { Type } from '@sinclair/typebox'
import { codesOf } from '../../../src/contract/vocabulary.ts'
import { rowsOf } from '../../../src/kernel/database/sql.ts'
import { day, joined } from '../../../src/kernel/resources/fields.ts'
import { Day, EnumOf, Id, Nullable, StoredPhone, Tonnes, Version } from '../../../src/kernel/schema.ts'
import { itemIds, itemName } from '../../catalogue/public.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { placeAddress } from '../../companies/public.ts'
import { loadSql } from '../fragments.ts'
import { OrderStatus, unitBy } from '../schema.ts'
import { byType } from './by-type.ts'
import type { OrderFields } from './views.ts'

const byItem = { column: 'order_type_item_id', values: itemIds }

export const ordered = {
  id: { schema: Id, for: 'everyone', in: ['list', 'details', 'print'] },
  version: { schema: Version, for: 'everyone', in: ['list', 'details'] },
  number: { schema: Type.String(), for: 'everyone', in: ['list', 'details', 'report', 'print'] },
  createdAt: { schema: Day, ...day('orders.created_at'), for: 'everyone', in: ['list', 'details', 'report'] },
  currentStatus: {
    schema: EnumOf(OrderStatus),
    sql: 'orders.status',
    walk: { column: 'status', values: rowsOf(codesOf(OrderStatus)) },
    for: 'everyone',
    in: ['list', 'details', 'history', 'report']
  },
  currentStatusId: { schema: EnumOf(OrderStatus), column: 'status', for: 'everyone', in: ['details'] },
  manually: { schema: Type.Boolean(), for: 'staff', in: ['list', 'details'] },

  companyId: { schema: Id, for: 'everyone', in: ['list', 'details'] },
  company: {
    schema: Type.String(),
    ...joined('company', 'name', { sort: ['company.name', 'company.id'], walk: { column: 'company_id' } }),
    for: 'everyone',
    in: ['list', 'details', 'report', 'print']
  },
  clientActive: {
    schema: Type.Boolean({ description: 'the client is not deactivated; staff only' }),
    ...joined('company', 'active'),
    for: 'staff',
    in: ['list', 'details']
  },
  departmentId: { schema: Id, for: 'everyone', in: ['list', 'details'] },
  receptionPlaceId: { schema: Id, for: 'everyone', in: ['details'] },
  receptionPlace: {
    schema: Type.String(),
    sql: placeAddress('place'),
    join: 'place',
    sort: ['place.city', 'place.street', 'place.id'],
    walk: { column: 'reception_place_id' },
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
  },
  receptionPlacePhone: {
    schema: Nullable(StoredPhone),
    ...joined('place', 'phone'),
    for: 'everyone',
    in: ['details', 'report', 'print']
  },
  contactPhone: { schema: Nullable(StoredPhone), ...joined('place', 'phone'), for: 'everyone', in: ['list'] },

  // there are few items, and each is of one type, so the types are walked by their items
  type: {
    schema: EnumOf(OrderType),
    sql: 'orders.order_type_id',
    join: 'item',
    sort: ['item.order_type_id'],
    walk: byItem,
    for: 'everyone',
    in: ['list', 'details', 'report', 'print']
  },
  orderTypeId: { schema: EnumOf(OrderType), for: 'everyone', in: ['details'] },
  orderTypeItemId: { schema: Id, for: 'everyone', in: ['details'] },
  orderTypeItemName: {
    schema: Type.String(),
    sql: ({ language }) => itemName('item', language),
    join: 'item',
    sort: ['item.name', 'item.id'],
    walk: byItem,
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
  },
  quantity: {
    schema: Type.Integer({ minimum: 1, ...unitBy('type') }),
    walk: byType,
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
  },
  load: {
    schema: Type.Number({ ...Tonnes, description: 'tonnes that are to be collected, or were' }),
    sql: loadSql('orders', 'item'),
    join: 'item',
    for: 'everyone',
    in: ['list']
  }
} as const satisfies OrderFields
