/**
 * A message of the catalogue as an SQL expression with columns as arguments, so that the database can build the texts of a list.
 */

import { timeZone } from '../../src/contract/days.ts'
import type { Language } from '../../src/contract/languages.ts'
import { join, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { readMessages } from '../../src/kernel/i18n/messages.ts'

const messages = readMessages([new URL('./messages/', import.meta.url)])

/** Characters that no message contains. */
const [opens, closes] = ['\u0001', '\u0002']

/**
 * The text of a key with its plain arguments (`{since}`) filled in by the database. For messages without plural forms.
 * @param expressions SQL of type text, by the name of the argument
 * @param given arguments that the database does not fill in
 */
export function messageSql(
  language: Language,
  key: string,
  expressions: Readonly<Record<string, Sql>>,
  given: Readonly<Record<string, string>> = {}
): Sql {
  const names = Object.keys(expressions)
  const marked = Object.fromEntries(names.map(name => [name, `${opens}${name}${closes}`]))
  const parts = messages.say(language, key, { ...marked, ...given }).split(new RegExp(`${opens}(.*?)${closes}`))
  // Even elements are texts, odd ones are names of arguments.
  const pieces = parts.map((part, at) => (at % 2 === 0 ? sql`${part}::text` : (expressions[part] as Sql)))
  return sql`concat(${join(pieces, ', ')})`
}

/** An SQL expression: the business day of an instant, in the format of the pages. */
export const dayText = (instant: string): Sql => raw(`to_char(${instant} at time zone '${timeZone}', 'DD.MM.YYYY')`)

/** An SQL expression: tonnes as a text, with as many of three decimals as there are. */
export const tonnesText = (language: Language, tonnes: string): Sql => {
  const text = `trim_scale(round((${tonnes})::numeric, 3))::text`
  return raw(language === 'en' ? text : `replace(${text}, '.', ',')`)
}

/** An SQL expression: metres as a text of kilometres with two decimals. */
export const kilometresText = (language: Language, metres: string): Sql => {
  const text = `to_char((${metres} / 1000)::numeric, 'FM999990.00')`
  return raw(language === 'en' ? text : `replace(${text}, '.', ',')`)
}
