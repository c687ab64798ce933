/** Planned changes of prices as text: `120,00 zł; 2x-xxx: 90,00 zł; 3x-xxx: –`, where a dash is a price that is withdrawn. */

/** An SQL expression: a planned price, over the alias of a row of `pricing.planned_prices`. */
const priceText = (alias: string): string =>
  `coalesce(${alias}.digit || 'x-xxx: ', '') || coalesce(replace(${alias}.value::text, '.', ',') || ' zł', '–')`

/** An SQL expression: the planned prices of a group of such rows, the general price first. */
export const pricesText = (alias: string): string =>
  `string_agg(${priceText(alias)}, '; ' order by ${alias}.digit nulls first)`

/** An SQL expression: a day as people write it. */
export const dayText = (day: string): string => `to_char(${day}, 'DD.MM.YYYY')`
