/** The public API of pricing: what an item costs at a place at an instant, and why. */

import type { Language } from '../../src/contract/languages.ts'
import { type LineValues, valuesOf } from '../../src/contract/money.ts'
import { type Database, queryPrepared, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { isoInstant } from '../../src/kernel/database/text.ts'
import { businessDay } from '../../src/kernel/resources/fields.ts'
import { itemName, joinItems } from '../catalogue/public.ts'
import { leftJoinCompany, leftJoinPlace, placeAddress } from '../companies/public.ts'
import { Country } from '../companies/schema.ts'
import { choosePrice, explainPrice, type PriceFacts, type PriceStep } from './rules.ts'

/** The VAT rate of orders in percent, unless staff choose another one, and its symbol in the accounting system. */
export const usualVatRate = 8
export const usualVatSymbol = 'A'

/** An SQL expression: the gross price in PLN for a net price in PLN, at the usual rate and rounded half up to the grosz. */
export const grossSql = (net: string): string => `round(${net} * ${100 + usualVatRate} / 100, 2)`

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

/** All price steps for a question, in the order in which they are tried. */
export type PriceTrace = readonly PriceStep[]

/** The net price in PLN, which is that of the step that is taken; undefined if there is no price. */
export const priceOf = (trace: readonly PriceStep[]): number | undefined => choosePrice(trace)?.netPrice

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

/**
 * The values of an order line by its net price in PLN and VAT rate in percent. For items per tonne, they are those of one tonne.
 */
export const orderValues = (line: {
  netPrice: number
  quantity: number
  vatRate: number
  perTonne: boolean
}): LineValues => valuesOf(line.netPrice, line.quantity, line.vatRate, line.perTonne)

/**
 * A statement of the general prices, for reports: `item_id, order_type, item, digit, net_price, gross_price`. `digit` is the first
 * digit of the postal codes to which the price applies, or null if it applies to all.
 */
export const generalPriceLines = (language: Language): Sql => sql`
  select item.id as item_id, item.order_type_id as order_type, ${itemName('item', language)} as item, digits.digit,
    coalesce(postal.value, price.price) as net_price, ${raw(grossSql('coalesce(postal.value, price.price)'))} as gross_price
  from pricing.general_prices price ${raw(joinItems('item', 'price.order_type_item_id'))}
    left join generate_series(0, 9) digits(digit) on price.postal_code_prices
    left join pricing.postal_prices postal
      on postal.order_type_item_id = price.order_type_item_id and postal.digit = digits.digit`

/**
 * A statement of the special prices that apply today or later, for reports: `id, company_id, client, place, order_type, item,
 * date_from, date_to, net_price, gross_price`.
 */
export const specialPriceLines = (language: Language): Sql => sql`
  select special.id, coalesce(special.company_id, place.company_id) as company_id, company.name as client,
    ${raw(placeAddress('place'))} as place, item.order_type_id as order_type, ${itemName('item', language)} as item,
    special.date_from, special.date_to, special.value as net_price, ${raw(grossSql('special.value'))} as gross_price
  from pricing.present_special_prices special ${raw(joinItems('item', 'special.order_type_item_id'))}
    ${raw(leftJoinPlace('place', 'special.reception_place_id'))}
    ${raw(leftJoinCompany('company', 'coalesce(special.company_id, place.company_id)'))}
  where special.date_to >= ${raw(businessDay('now()'))}`
