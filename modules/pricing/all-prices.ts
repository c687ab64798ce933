/**
 * The detailed price list, with all prices of every kind. The specification names the page and its search, but not its content. The
 * general list shows what an item costs. This list also shows which other prices apply, to whom, and for how long. It includes
 * special prices that have ended, and planned ones; former general prices are in the price history.
 */
import { Type } from '@sinclair/typebox'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { businessDay, filter } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Day, EnumOf, Id, Money, Nullable } from '../../src/kernel/schema.ts'
import { itemName, itemNames, joinItems } from '../catalogue/public.ts'
import { OrderType } from '../catalogue/schema.ts'
import {
  companyNames,
  leftJoinCompany,
  leftJoinPlace,
  placeAddress,
  placeAddresses,
  placesByCompanyName
} from '../companies/public.ts'
import { PriceKind, PriceState } from './schema.ts'
import { specialState } from './special/resource.ts'
import { grossSql } from './statements.ts'

/** Prices by postal codes apply only if the item is priced by postal codes. */
const state = `case when price.date_from is not null then ${specialState('price')}
  when not price.has_begun then ${PriceState.upcoming}
  when price.in_use then ${PriceState.current} else ${PriceState.notInUse} end`

/** General prices and prices by postal codes are valid from an instant to the next: the last day is the one before that. */
const firstDay = `coalesce(price.date_from, ${businessDay('price.valid_from')})`
const lastDay = `coalesce(price.date_to, ${businessDay("(price.valid_to - interval '1 microsecond')")})`

export const allPrices = defineResource({
  type: 'pricing.listedPrice',
  title: 'price of any kind',
  titles: 'prices of every kind: present and planned ones, and special ones that have ended',
  path: '/api/Admin/Prices/detailed',
  serves: ['list'],
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    orderTypeId: EnumOf(OrderType),
    orderTypeItemId: Id,
    orderTypeItemName: Type.String(),
    kind: EnumOf(PriceKind),
    companyId: Nullable(Id),
    receptionPlaceId: Nullable(Id),
    owner: Nullable(Type.String({ description: 'company, and address of the reception place' })),
    postalCodes: Nullable(Type.String({ description: 'pattern of the postal codes' })),
    dateFrom: Nullable(Day),
    dateTo: Nullable(Day),
    value: Money,
    grossValue: Money,
    state: EnumOf(PriceState)
  }),
  table: 'pricing.all_prices',
  alias: 'price',
  joins: {
    item: joinItems('item', 'price.order_type_item_id'),
    place: leftJoinPlace('place', 'price.reception_place_id'),
    company: { sql: leftJoinCompany('company', 'coalesce(price.company_id, place.company_id)'), after: 'place' }
  },
  fields: {
    orderTypeId: { sql: 'item.order_type_id', join: 'item' },
    orderTypeItemName: {
      sql: reader => itemName('item', reader.language),
      sort: ['item.name', 'price.kind', 'price.digit'],
      join: 'item'
    },
    companyId: { sql: 'coalesce(price.company_id, place.company_id)', join: 'place' },
    owner: {
      sql: sql`nullif(concat_ws(', ', company.name, ${placeAddress('place')}), '')`,
      sort: ['company.name', 'place.city', 'place.street'],
      join: ['place', 'company']
    },
    dateFrom: { sql: firstDay, sort: [firstDay] },
    dateTo: { sql: lastDay, sort: [lastDay] },
    postalCodes: { sql: "price.digit || 'x-xxx'", sort: ['price.digit'] },
    grossValue: { sql: grossSql('price.value'), sort: ['price.value'] },
    state: { sql: state, sort: [state] }
  },
  filters: {
    Kind: filter(EnumOf(PriceKind), kind => sql`price.kind = ${kind}`),
    State: filter(EnumOf(PriceState), code => sql`${raw(state)} = ${code}`),
    OrderTypeItemId: filter(Id, id => sql`price.order_type_item_id = ${id}`)
  },
  search: [
    { key: 'price.order_type_item_id', of: itemNames },
    { key: 'price.company_id', of: companyNames },
    { key: 'price.reception_place_id', of: placesByCompanyName },
    { key: 'price.reception_place_id', of: placeAddresses }
  ],
  sort: 'orderTypeItemName'
})

export const allPricesPage = definePage(allPrices, {
  id: 'pricing.detailed',
  route: '/priceList/detailedPriceList',
  group: 'prices',
  place: 2,
  columns: [
    { key: 'orderTypeItemName', grow: 2 },
    { key: 'kind', under: 'orderTypeItemName' },
    { key: 'owner', grow: 2 },
    { key: 'postalCodes', under: 'owner' },
    'dateFrom',
    { key: 'dateTo', under: 'dateFrom' },
    'value',
    { key: 'grossValue', under: 'value' },
    'state'
  ],
  filters: ['Kind', 'State'],
  selection: 'none',
  tint: []
})
