/** What a resource's declaration is written with: fields of joins, days, labels of members, filters. */

import type { Static, TSchema } from '@sinclair/typebox'
import { timeZone } from '../../contract/days.ts'
import type { Language } from '../../contract/languages.ts'
import type { Schema } from '../../contract/schema.ts'
import { metadataOf, type Vocabulary } from '../../contract/vocabulary.ts'
import type { Reader } from '../access/caller.ts'
import { join, literal, raw, type Sql, sql } from '../database/sql.ts'
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
  const made = new Map<Language, Sql>()
  const make = (language: Language): Sql => {
    const cases = members.map(
      ({ code, name: member }) => sql`when ${literal(code)} then ${messages.say(language, `${name}.${member}`)}`
    )
    const labelled = sql`case ${raw(expression)} ${join(cases, ' ')} end`
    made.set(language, labelled)
    return labelled
  }
  return { sql: ({ language }) => made.get(language) ?? make(language) }
}

/** A query parameter of a list and what it asks for; `where` is given the checked value. */
export const filter = <T extends TSchema>(
  schema: T,
  where: (value: Static<T>, reader: Reader) => Sql,
  alias?: string
): Filter => ({ schema: schema as Schema, where: where as Filter['where'], ...(alias ? { join: alias } : {}) })
