/** Special prices of companies and places for reading, without those that somebody has ended. */
import { Type } from '@sinclair/typebox'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { businessDay, filter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id, Nullable } from '../../../src/kernel/schema.ts'
import { itemName, joinItems } from '../../catalogue/public.ts'
import { PriceState, SpecialPrice } from '../schema.ts'
import { grossSql } from '../statements.ts'

/** An SQL expression: the state of a special price today, as a code of PriceState, over its alias. */
export const specialState = (alias: string): string => `case
  when ${alias}.ended_at is not null then ${PriceState.ended}
  when ${alias}.date_to < ${businessDay('now()')} then ${PriceState.over}
  when ${alias}.date_from > ${businessDay('now()')} then ${PriceState.upcoming}
  else ${PriceState.current} end`

export const specialPrices = defineResource({
  type: 'pricing.specialPrice',
  title: 'special price of a company or a place',
  titles: 'special prices of a company or a place, without ended ones',
  path: '/api/Admin/Prices/special-prices',
  serves: ['list'],
  access: ['ADMIN'],
  schema: Type.Object({
    ...SpecialPrice.properties,
    companyId: Nullable(Id),
    receptionPlaceId: Nullable(Id),
    state: EnumOf(PriceState)
  }),
  table: 'pricing.present_special_prices',
  alias: 'special',
  joins: { item: joinItems('item', 'special.order_type_item_id') },
  fields: {
    orderTypeItemName: {
      sql: reader => itemName('item', reader.language),
      sort: ['item.name', 'special.date_from'],
      join: 'item'
    },
    grossValue: { sql: grossSql('special.value'), sort: ['special.value'] },
    state: { sql: specialState('special') }
  },
  filters: {
    CompanyId: filter(Id, id => sql`special.company_id = ${id}`),
    ReceptionPlaceId: filter(Id, id => sql`special.reception_place_id = ${id}`),
    // The form edits only prices whose period is not over.
    Over: filter(Type.Boolean(), over => raw(`special.date_to ${over ? '<' : '>='} ${businessDay('now()')}`))
  },
  sort: '-dateFrom'
})
