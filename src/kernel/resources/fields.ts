/** What a resource's declaration is written with: fields of joins, days, labels of members, filters. */

import type { Static, TSchema } from '@sinclair/typebox'
import { timeZone } from '../../contract/days.ts'
import type { Schema } from '../../contract/schema.ts'
import { metadataOf, type Vocabulary } from '../../contract/vocabulary.ts'
import type { Reader } from '../access/caller.ts'
import { join, raw, type Sql, sql } from '../database/sql.ts'
import { readMessages } from '../i18n/messages.ts'
import type { FieldExpression, Filter } from './resource.ts'

/** A column of a join: `joined('company', 'name')` is `company.name`. */
export const joined = <J extends string>(
  alias: J,
  column: string,
  more: Omit<FieldExpression<J>, 'sql' | 'join'> = {}
): FieldExpression<J> => ({ sql: `${alias}.${column}`, join: alias, ...more })

/** The business day of an instant (`timestamptz`); sorted by the instant itself. */
export const day = (expression: string): FieldExpression<never> => ({
  sql: `(${expression} at time zone '${timeZone}')::date`,
  sort: [expression]
})

/**
 * The label of a vocabulary's member in the reader's language, for callers that want words and not codes.
 * @param catalogue folder of the module's messages
 */
export function label(vocabulary: Vocabulary, expression: string, catalogue: URL): FieldExpression<never> {
  const { name, members } = metadataOf(vocabulary)
  const messages = readMessages([catalogue])
  return {
    sql: ({ language }) => {
      const cases = members.map(
        member => sql`when ${member.code} then ${messages.say(language, `${name}.${member.name}`)}`
      )
      return sql`case ${raw(expression)} ${join(cases, ' ')} end`
    }
  }
}

/** A query parameter of a list and what it asks for; `where` is given the checked value. */
export const filter = <T extends TSchema>(
  schema: T,
  where: (value: Static<T>, reader: Reader) => Sql,
  alias?: string
): Filter => ({ schema: schema as Schema, where: where as Filter['where'], ...(alias ? { join: alias } : {}) })
