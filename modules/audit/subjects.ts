/**
 * The names of the rows that an entry is about. The audit stores only their ids. Each resource says which field names its rows (`named`),
 * and the statement of a page reads the names. The name of a deleted row is read from its history, unless it was a person's.
 */
import type { Reader } from '../../src/kernel/access/caller.ts'
import { join, literal, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { inPattern } from '../../src/kernel/database/text.ts'
import type { Resource } from '../../src/kernel/resources/resource.ts'
import { expressionFor, fromOf, joinsFor } from '../../src/kernel/resources/select.ts'

/** The most rows of an entry that are named; the others are counted. */
export const maxNamed = 5

/** The resources whose rows have a name for administrators: one for each type in the audit. */
export function namedResources(resources: readonly Resource[]): readonly Resource[] {
  const named = resources.filter(resource => resource.named !== undefined && !resource.isPersonal)
  return named.filter((resource, at) => named.findIndex(one => one.subjectType === resource.subjectType) === at)
}

/** An SQL expression for the name of the row `subject.id`; null if it does not exist or has no name. */
function nameIn(resource: Resource, reader: Reader): Sql {
  const { named, alias } = resource
  if (!named) return raw('null')
  const { expression, field } = named
  const name = expressionFor(expression, reader)
  const present = sql`(select (${name})::text from ${fromOf(resource)} ${joinsFor(resource, [expression.join ?? []].flat())}
    where ${raw(alias)}.id = subject.id)`
  if (field === undefined) return present
  const kept = (side: 'before' | 'after'): Sql => sql`past.${raw(side)} ->> ${raw(`'${field}'`)}`
  return sql`coalesce(${present}, (select coalesce(${kept('after')}, ${kept('before')}) from kernel.changes past
    where past.resource_type = entry.resource_type and past.subject_id = subject.id
      and coalesce(${kept('after')}, ${kept('before')}) is not null order by past.id desc limit 1))`
}

/**
 * An SQL expression for the names of the rows that the alias `entry` is about: a JSON list in the order of the ids, with `+93` for those
 * beyond the first few, and `#12` for a row without a name.
 */
export const subjectNames = (resources: readonly Resource[], reader: Reader): Sql => {
  const cases = resources.map(one => sql`when ${raw(`'${one.subjectType}'`)} then ${nameIn(one, reader)}`)
  return sql`(select coalesce(json_agg(case when subject.place > ${literal(maxNamed)}
        then '+' || (cardinality(entry.subject_ids) - ${literal(maxNamed)})
        else coalesce(case entry.resource_type ${join(cases, ' ')} end, '#' || subject.id) end order by subject.place), '[]')
    from unnest(entry.subject_ids[:${literal(maxNamed + 1)}]) with ordinality subject(id, place))`
}

/** A condition on a folded text. */
type Matches = (text: Sql) => Sql

/** The ids of rows whose own texts fulfil the condition; undefined for a resource that is not searched by a text of its rows. */
function idsNamed({ search, alias }: Resource, matches: Matches): Sql | undefined {
  const places = search === undefined ? [] : 'key' in search ? [search] : search
  const own = places.flatMap(place => ('key' in place && place.key === `${alias}.id` ? [place.of] : []))[0]
  return (
    own && sql`select ${raw(own.id)} from ${raw(own.table)} where ${matches(raw(own.text))} limit ${literal(maxAbout)}`
  )
}

/** Most rows of each kind that a text may mean. */
const maxAbout = 1_000

/** Conditions on the alias `entry`: it is about a row of one of the resources whose own texts fulfil the condition. */
export function aboutMatching(resources: readonly Resource[], matches: Matches): Sql[] {
  return resources.flatMap(resource => {
    const ids = idsNamed(resource, matches)
    return ids
      ? [sql`(entry.resource_type = ${raw(`'${resource.subjectType}'`)} and entry.subject_ids && array(${ids}))`]
      : []
  })
}

/** A condition on the alias `entry`: it is about a row that is found by the text, such as a number or a plate. */
export function aboutNamed(resources: readonly Resource[], text: string): Sql {
  const term = `%${inPattern(text.trim())}%`
  const conditions = aboutMatching(resources, folded => sql`${folded} like kernel.fold(${term})`)
  return conditions.length > 0 ? sql`(${join(conditions, ' or ')})` : raw('false')
}
