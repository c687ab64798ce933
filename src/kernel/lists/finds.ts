/**
 * Looks up what the words of a search find at each place, before rows are read: ids of companies, addresses, vehicles and the
 * resource's own texts. The ids become part of the statement that reads rows, so that PostgreSQL can estimate the rows and plan
 * well; it cannot estimate a condition on a text.
 *
 * If a word is in more than 10,000 texts of a place, its ids are not fetched; the statement that reads rows then searches for them.
 */
import { all, type Database, join, literal, queryOne, raw, type Sql, sql } from '../database/sql.ts'
import type { Resource, SearchPlace } from '../resources/resource.ts'
import { estimateOf } from './estimate.ts'
import { anyOf, type Condition, countedUpTo, selectIds } from './statements.ts'
import { idsAt, inText, type Matching } from './words.ts'

/** A column of the rows and the few ids in it that a word finds. */
export interface Named {
  readonly key: string
  readonly ids: readonly number[]
}

/** A column of the rows in which one word, or several, find too many ids to list. */
export interface Wide {
  readonly key: string
  readonly place: SearchPlace
  readonly words: readonly Matching[]
  /** True when it is certain, not estimated, that there are more than are counted. */
  readonly isCounted: boolean
}

export type Part = Named | Wide

/** What a word finds; nothing, if there are no parts. */
export interface Find {
  readonly parts: readonly Part[]
}

/** The key column of the resource's own texts. */
export const ownKey = ({ alias }: Resource): string => `${alias}.id`

/** The planner's estimate, which is accurate for words that are in many texts. */
const seemsWide = 3 * countedUpTo

/**
 * What each of the words finds. With several words, a word that seems to be in very many texts is not looked up in texts that have
 * `copies` columns: the other words, or those columns, will give the rows.
 */
export async function findsOf(
  database: Database,
  places: readonly SearchPlace[],
  words: readonly Matching[]
): Promise<Find[]> {
  if (words.length === 0) return []
  const seemWide = new Set<string>()
  if (words.length > 1)
    for (const [w, word] of words.entries())
      for (const [p, place] of places.entries())
        if (place.of.copies && (await estimateOf(database, idsAt(place, [word]))).rows > seemsWide)
          seemWide.add(`f${w}_${p}`)
  const lists = words.flatMap((word, w) =>
    places.map((place, p) => {
      const name = `f${w}_${p}`
      if (seemWide.has(name)) return sql`null as ${raw(name)}`
      const ids = sql`array(select id from (${idsAt(place, [word])}) found limit ${literal(countedUpTo + 1)})`
      return sql`${ids} as ${raw(name)}`
    })
  )
  const found = (await queryOne<Record<string, number[] | null>>(database, sql`select ${join(lists, ', ')}`)) ?? {}
  return words.map((word, w): Find => {
    const named = new Map<string, readonly number[]>()
    const wide: Part[] = []
    for (const [p, place] of places.entries()) {
      const ids = found[`f${w}_${p}`] ?? null
      if (ids === null || ids.length > countedUpTo)
        wide.push({ key: place.key, place, words: [word], isCounted: ids !== null })
      else if (ids.length > 0) named.set(place.key, [...new Set([...(named.get(place.key) ?? []), ...ids])])
    }
    return { parts: [...[...named].map(([key, ids]) => ({ key, ids })), ...wide] }
  })
}

export const isAnyOf = (key: string, ids: readonly number[]): Sql => sql`${raw(key)} = any(${[...ids]}::int[])`

/**
 * The condition by which the part's rows are read. For own texts the ids are found first, and then the rows by id, because the
 * planner's estimate of a text is wrong; for another place PostgreSQL decides, since few rows may have many addresses.
 */
export function rowsOfPart(resource: Resource, part: Part): Condition {
  if ('ids' in part) return { where: isAnyOf(part.key, part.ids), aliases: [] }
  const ids = idsAt(part.place, part.words)
  const where = part.key === ownKey(resource) ? sql`= any(array(${ids}))` : sql`in (${ids})`
  return { where: sql`${raw(part.key)} ${where}`, aliases: [] }
}

/**
 * The condition that tests whether a row, read for another reason, is in the part. For own texts the row's text is compared,
 * because fewer rows are read than there are such texts. The comparison is in a sub-select: the planner then assumes that it holds
 * for every second row. For a plain condition it would assume that nearly no row has the word, and read all rows to find these.
 */
function isInPart(resource: Resource, part: Part): Condition {
  if ('ids' in part || part.key !== ownKey(resource)) return rowsOfPart(resource, part)
  const { place, words } = part
  const each = words.map(word => inText(place, word))
  return {
    where: sql`(select ${all(each.map(({ where }) => where))})`,
    aliases: each.flatMap(({ aliases }) => aliases)
  }
}

/**
 * The condition that the word finds the row at any place. Texts come last: they are compared only for rows that nothing else finds.
 */
export function foundByWord(resource: Resource, { parts }: Find): Condition {
  const looks = (part: Part): number => ('ids' in part ? 0 : 1)
  const sorted = parts.toSorted((one, other) => looks(one) - looks(other))
  return anyOf(sorted.map(part => isInPart(resource, part)))
}

/** How many rows the parts find, as PostgreSQL estimates it; for own texts, how many texts. */
export async function estimatedRows(database: Database, resource: Resource, parts: readonly Part[]): Promise<number> {
  const asked = parts.map(part =>
    'place' in part && part.key === ownKey(resource)
      ? idsAt(part.place, part.words)
      : selectIds(resource, [rowsOfPart(resource, part)])
  )
  return (await estimateOf(database, join(asked, ' union all '))).rows
}
