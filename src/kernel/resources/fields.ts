/** Building blocks of a resource's declaration: fields of joins, days, labels of members, filters. */

import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { dayWords, isDayWord, timeZone } from '../../contract/days.ts'
import type { Schema } from '../../contract/schema.ts'
import { metadataFor, type Vocabulary } from '../../contract/vocabulary.ts'
import type { Reader } from '../access/caller.ts'
import { join, literal, raw, type Sql, sql } from '../database/sql.ts'
import { defined } from '../defined.ts'
import { readMessages } from '../i18n/messages.ts'
import type { FieldExpression, Filter } from './resource.ts'

/** A column of a join: `joined('company', 'name')` is `company.name`. */
export const joined = <J extends string>(
  alias: J,
  column: string,
  more: Omit<FieldExpression<J>, 'sql' | 'join'> = {}
): FieldExpression<J> => ({ sql: `${alias}.${column}`, join: alias, ...more })

/** SQL: the business day of an instant (`timestamptz`). */
export const businessDay = (expression: string): string => `(${expression} at time zone '${timeZone}')::date`

/** The instant at which a business day (`YYYY-MM-DD`) begins, or a day so many days later. Days have 23 to 25 hours. */
export const startOfDay = (day: string, later = 0): Sql =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone ${raw(`'${timeZone}'`)})`

/** The business day of an instant as a field; sorted by the instant itself. */
export const day = (expression: string): FieldExpression<never> => ({
  sql: businessDay(expression),
  sort: [expression]
})

/**
 * The label of a vocabulary's member in the reader's language, for callers that want words and not codes.
 * @param catalogue folder of the module's messages
 * @param part of the member's messages: `description` for `{vocabulary}.{member}.description`
 */
export function label(
  vocabulary: Vocabulary,
  expression: string,
  catalogue: URL,
  part?: string
): FieldExpression<never> & { readonly sql: (reader: Reader) => Sql } {
  const messages = readMessages([catalogue])
  const made = new Map<string, Sql>()
  const make = (key: string, { language, role }: Reader): Sql => {
    const cases = metadataFor(vocabulary, role).members.map(
      member =>
        sql`when ${literal(member.code)} then ${messages.say(language, part ? `${member.label}.${part}` : member.label)}`
    )
    const labelled = sql`case ${raw(expression)} ${join(cases, ' ')} end`
    made.set(key, labelled)
    return labelled
  }
  return {
    sql: reader => {
      const key = `${reader.language}/${reader.role}`
      return made.get(key) ?? make(key, reader)
    }
  }
}

/**
 * A filter by a mask of digits, such as `99-999` for postal codes of Poland. Positions not filled in are blanks or `_`; a mask without a
 * digit filters nothing. `column` is the code's column, with the alias.
 */
export function maskFilter(mask: string, column: string, alias?: string): Filter {
  const parts = mask.split('-').map(({ length }) => `[0-9_ ]{0,${length}}`)
  return {
    ...filter(
      Type.String({ maxLength: mask.length, pattern: `^(${parts.join('-?')}|[-_ ]*)$` }),
      // A position that is not filled in matches any character: `_` is already the wildcard of `like`.
      code => sql`${raw(column)} like ${`${code.replaceAll(' ', '_').replace(/[-_]+$/, '')}%`}`,
      alias
    ),
    isBlank: code => !/\d/.test(String(code))
  }
}

/** A filter by a day, or by a word such as `tomorrow` (`dayWords`), which is read anew at each call. */
export const dayFilter = (column: string, alias?: string): Filter =>
  filter(
    Type.String({ format: 'dayOrWord', description: 'YYYY-MM-DD, today or tomorrow' }),
    day =>
      isDayWord(day)
        ? sql`${raw(column)} = ${raw(businessDay('now()'))} + ${literal(dayWords[day])}`
        : sql`${raw(column)} = ${day}::date`,
    alias
  )

/** A filter that only roles which see the field may use: others would learn its values from what is found. */
export const filterOf = (field: string, made: Filter): Filter => ({ ...made, of: field })

/** A query parameter of a list and what it asks for; `where` is given the checked value. */
export const filter = <T extends TSchema>(
  schema: T,
  where: (value: Static<T>, reader: Reader) => Sql,
  alias?: string
): Filter => ({ schema: schema as Schema, where: where as Filter['where'], ...defined({ join: alias }) })
