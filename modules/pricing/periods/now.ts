/**
 * SQL about what is valid now and what is planned, over a row that has `order_type_item_id` and `changed_at` of an item. “Now” is never
 * before the last change, as in the views of migration 100: a change is valid at once, also for a database whose clock is behind.
 */

const now = (item: string): string => `greatest(now(), ${item}.changed_at)`

const endsLater = (period: string, item: string): string =>
  `${period}.order_type_item_id = ${item}.order_type_item_id and coalesce(${period}.valid_to, 'infinity') > ${now(item)}`

/** A condition: the period is of the item, and valid now. */
export const validNow = (period: string, item: string): string =>
  `${endsLater(period, item)} and coalesce(${period}.valid_from, '-infinity') <= ${now(item)}`

/** A join of `{alias}.at`: the instant at which prices of the item change next; null if no change is planned. */
export const joinNextChange = (alias: string, item: string): string =>
  `left join lateral (select min(case when p.valid_from > ${now(item)} then p.valid_from else p.valid_to end) as at
    from pricing.price_periods p where ${endsLater('p', item)}) ${alias} on true`

/** A condition: the period is of the item, and valid from the next change of the item's prices on. */
export const validAtChange = (period: string, item: string, change: string): string =>
  `${period}.order_type_item_id = ${item}.order_type_item_id and coalesce(${period}.valid_from, '-infinity') <= ${change}.at
    and coalesce(${period}.valid_to, 'infinity') > ${change}.at`

/** A planned price, over the alias of a row of `pricing.planned_prices`; a dash is a price that is withdrawn. */
const priceText = (alias: string): string =>
  `coalesce(${alias}.digit || 'x-xxx: ', '') || coalesce(replace(${alias}.value::text, '.', ',') || ' zł', '–')`

/** The planned prices of a group of such rows, the general price first: `120,00 zł; 2x-xxx: 90,00 zł; 3x-xxx: –`. */
export const pricesText = (alias: string): string =>
  `string_agg(${priceText(alias)}, '; ' order by ${alias}.digit nulls first)`

/** A day as people write it. */
export const dayText = (day: string): string => `to_char(${day}, 'DD.MM.YYYY')`
