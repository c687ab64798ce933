/**
 * What the rows are called that an entry is about. The audit keeps their ids alone; each resource says what names one of its rows
 * (`named`), and one statement asks those that a page's entries are about. Of a row that is gone its history has the name, unless
 * that was a person's.
 */
import type { Reader } from '../../src/kernel/access/caller.ts'
import { join, literal, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import type { Resource } from '../../src/kernel/resources/resource.ts'
import { fromOf, joinsFor } from '../../src/kernel/resources/select.ts'

/** More rows of one entry are not named but counted. */
export const mostNamed = 5

/** Resources whose rows have a name for administrators: one of each type that the audit writes. */
export function namedResources(resources: readonly Resource[]): readonly Resource[] {
  const named = resources.filter(resource => resource.named !== undefined && !resource.isPersonal)
  return named.filter((resource, at) => named.findIndex(one => one.subjectType === resource.subjectType) === at)
}

/** The name of the row `subject.id`; null where it is gone or has none. */
function nameIn(resource: Resource, reader: Reader): Sql {
  const { named, alias } = resource
  if (!named) return raw('null')
  const { expression, field } = named
  const name = typeof expression.sql === 'string' ? raw(expression.sql) : expression.sql(reader)
  const present = sql`(select (${name})::text from ${fromOf(resource)} ${joinsFor(resource, [expression.join ?? []].flat())}
    where ${raw(alias)}.id = subject.id)`
  if (field === undefined) return present
  const kept = (side: 'before' | 'after'): Sql => sql`past.${raw(side)} ->> ${raw(`'${field}'`)}`
  return sql`coalesce(${present}, (select coalesce(${kept('after')}, ${kept('before')}) from kernel.changes past
    where past.resource_type = entry.resource_type and past.subject_id = subject.id
      and coalesce(${kept('after')}, ${kept('before')}) is not null order by past.id desc limit 1))`
}

/**
 * The names of what the row of the alias `entry` is about, as a JSON list in the order of its ids: the first of them, and `+93` for
 * the others. What has no name is `#12`.
 */
export const subjectNames = (resources: readonly Resource[], reader: Reader): Sql => {
  const cases = resources.map(one => sql`when ${raw(`'${one.subjectType}'`)} then ${nameIn(one, reader)}`)
  return sql`(select coalesce(json_agg(case when subject.place > ${literal(mostNamed)}
        then '+' || (cardinality(entry.subject_ids) - ${literal(mostNamed)})
        else coalesce(case entry.resource_type ${join(cases, ' ')} end, '#' || subject.id) end order by subject.place), '[]')
    from unnest(entry.subject_ids[:${literal(mostNamed + 1)}]) with ordinality subject(id, place))`
}
