/** Reads the prices of an item at a place at an instant, and gives the steps that lead to the one that counts. */
import { type Database, queryPrepared, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { isoInstant } from '../../src/kernel/database/text.ts'
import { Country } from '../companies/schema.ts'
import { explainPrice, type PriceFacts, type PriceStep } from './rules.ts'

export interface PriceQuestion {
  readonly itemId: number
  readonly place: {
    readonly id: number
    readonly companyId: number
    readonly postalCode: string
    /** Code of Country. */
    readonly country: number
  }
  /** The instant whose prices count, now or in the past. */
  readonly at: Date
}

/** Reads the prices, and gives all price steps in the order in which they are tried. */
export async function traceOf(database: Database, { itemId, place, at }: PriceQuestion): Promise<PriceStep[]> {
  const specials = (owner: 'reception_place_id' | 'company_id', id: number) => sql`(
    select coalesce(json_agg(json_build_object('value', s.value, 'dateFrom', s.date_from, 'dateTo', s.date_to,
      'endedAt', ${instantText('s.ended_at')})), '[]')
    from pricing.special_prices s where s.${raw(owner)} = ${id} and s.order_type_item_id = ${itemId})`
  const [facts] = await queryPrepared<PriceFacts>(
    database,
    sql`select
      json_build_object('place', ${specials('reception_place_id', place.id)},
        'company', ${specials('company_id', place.companyId)}) as special,
      json_build_object('digit', substring(${place.postalCode}, '^[0-9]'), 'inUse', coalesce(g.postal_code_prices, false),
        'inPoland', ${place.country === Country.polish}::boolean, 'price', ${listPrice('z')}) as postal,
      ${listPrice('g')} as general
      from (select 1) one
        left join pricing.price_periods g on g.order_type_item_id = ${itemId} and g.digit is null and ${validAt('g', at)}
        left join pricing.price_periods z on z.order_type_item_id = ${itemId}
          and z.digit::text = left(${place.postalCode}, 1) and ${validAt('z', at)}`
  )
  return facts ? explainPrice(facts, at) : []
}

const instantText = (column: string): Sql => isoInstant(raw(column))

const listPrice = (alias: string): Sql => sql`case when ${raw(alias)}.id is not null then
  json_build_object('value', ${raw(alias)}.value, 'validFrom', ${instantText(`${alias}.valid_from`)}) end`

/** The condition that a period is valid at an instant, which is a millisecond long: at its end, if prices change within it. */
const validAt = (alias: string, at: Date): Sql => {
  const end = sql`(${at}::timestamptz + interval '999 microseconds')`
  return sql`coalesce(${raw(alias)}.valid_to, 'infinity') > ${end} and coalesce(${raw(alias)}.valid_from, '-infinity') <= ${end}`
}
