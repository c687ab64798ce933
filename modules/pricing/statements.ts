/** Gross prices in SQL, and statements of all prices for reports. */

import type { Language } from '../../src/contract/languages.ts'
import { raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { businessDay } from '../../src/kernel/resources/fields.ts'
import { itemName, joinItems } from '../catalogue/public.ts'
import { leftJoinCompany, leftJoinPlace, placeAddress } from '../companies/public.ts'
import { usualVatRate } from './rules.ts'

/** An SQL expression: the gross price in PLN for a net price in PLN, at the usual rate and rounded half up to the grosz. */
export const grossSql = (net: string): string => `round(${net} * ${100 + usualVatRate} / 100, 2)`

/**
 * A statement of the general prices, for reports: `item_id, order_type, item, digit, net_price, gross_price`. `digit` is the first
 * digit of the postal codes to which the price applies, or null if it applies to all.
 */
export const generalPriceLines = (language: Language): Sql => sql`
  select item.id as item_id, item.order_type_id as order_type, ${itemName('item', language)} as item, digits.digit,
    coalesce(postal.value, price.price) as net_price, ${raw(grossSql('coalesce(postal.value, price.price)'))} as gross_price
  from pricing.general_prices price ${joinItems('item', 'price.order_type_item_id')}
    left join generate_series(0, 9) digits(digit) on price.postal_code_prices
    left join pricing.postal_prices postal
      on postal.order_type_item_id = price.order_type_item_id and postal.digit = digits.digit`

/**
 * A statement of the special prices that apply today or later, for reports: `id, company_id, client, place, order_type, item,
 * date_from, date_to, net_price, gross_price`.
 */
export const specialPriceLines = (language: Language): Sql => sql`
  select special.id, coalesce(special.company_id, place.company_id) as company_id, company.name as client,
    ${placeAddress('place')} as place, item.order_type_id as order_type, ${itemName('item', language)} as item,
    special.date_from, special.date_to, special.value as net_price, ${raw(grossSql('special.value'))} as gross_price
  from pricing.present_special_prices special ${joinItems('item', 'special.order_type_item_id')}
    ${leftJoinPlace('place', 'special.reception_place_id')}
    ${leftJoinCompany('company', 'coalesce(special.company_id, place.company_id)')}
  where special.date_to >= ${raw(businessDay('now()'))}`
