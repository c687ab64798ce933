/**
 * Sorts rows by a column whose order another table gives, such as the names of companies. Each of its values gets its rank first, and
 * the rows are sorted by that number: of 10,000 rows only the few hundred names are compared, and joined.
 */
import { join, raw, type Sql, sql } from '../../database/sql.ts'
import type { Resource } from '../../resources/resource.ts'
import { joinsFor } from '../../resources/select.ts'
import { type Order, orderBy } from '../order.ts'
import { named } from '../statements.ts'

/** @param rows what is read: the resource's table under its alias. The lead of the order depends on the column alone. */
export function ranked(resource: Resource, { lead, tail }: Order, column: string, rows: Sql): Sql {
  const { alias } = resource
  // Joins refer to the resource's alias: here it is a row that has only this column.
  const values = sql`(select distinct walked from read) ${raw(`${alias}(${column})`)}`
  const up = join(
    lead.by.map(one => sql`${one} nulls first`),
    ', '
  )
  const ranks = sql`select ${raw(`${alias}.${column}`)} as walked, rank() over (order by ${up}) as rank
    from ${values} ${joinsFor(resource, lead.aliases)}`
  const outer = {
    lead: { ...lead, by: [raw('ranks.rank')] },
    tail: { ...tail, by: tail.by.map((_, n) => raw(`read.t${n}`)) }
  }
  return sql`with read as materialized (
      select ${raw(`${alias}.id, coalesce(${alias}.${column}, 0)`)} as walked, ${named(tail.by, 't')}
      from ${rows} ${joinsFor(resource, tail.aliases)})
    select read.id from read join (${ranks}) ranks on ranks.walked = read.walked order by ${orderBy(outer)}`
}
