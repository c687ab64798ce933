/**
 * What the words of a search find at each place, asked before the rows are read: the ids of the companies, addresses, vehicles
 * and own texts. The numbers go into the statement that reads rows, so that PostgreSQL knows how many rows they stand for, and plans well;
 * of a condition on a text it knows next to nothing.
 *
 * A place that finds more than 10,000 (`wide`) gives no numbers: its text is joined to the rows and compared there. Of several words,
 * up to 30,000 of the rows' own texts are named: where the other words leave few of these rows, that is faster than to compare texts.
 */
import { type Database, join, literal, queryOne, raw, type Sql, sql } from '../database/sql.ts'
import type { Joins, Resource, SearchPlace } from '../resources/resource.ts'
import { estimatedRows } from './estimate.ts'
import { anyOf, type Condition, countedUpTo, selectIds } from './statements.ts'
import { idsAt, type Matching } from './words.ts'

/** The rows that one word finds by one of their columns. */
export interface Part extends Condition {
  /** The place that finds too many to be named. */
  readonly wide?: SearchPlace
  /** The ids of the rows themselves, where the part is by their own texts. */
  readonly own?: readonly number[]
  /** The same by comparing texts, where the ids are more than are counted. */
  readonly compared?: Part
}

/** What a word finds; without parts, nothing. */
export interface Find {
  readonly parts: readonly Part[]
}

const aliasOf = (place: number): string => `looked_${place}`

/** The joins of the texts that a search may compare on the rows. */
export const textJoins = (places: readonly SearchPlace[]): Joins =>
  Object.fromEntries(
    places.map(({ key, of }, place) => [
      aliasOf(place),
      `left join (select ${of.id} as id, ${of.isFolded ? of.text : `kernel.fold(${of.text})`} as text from ${of.table})
        ${aliasOf(place)} on ${aliasOf(place)}.id = ${key}`
    ])
  )

const ownNamedUpTo = 3 * countedUpTo

/** What each of the words finds. One statement. */
export async function findsOf(
  database: Database,
  { alias }: Resource,
  places: readonly SearchPlace[],
  words: readonly Matching[]
): Promise<Find[]> {
  const ownKey = `${alias}.id`
  const namedUpTo = ({ key }: SearchPlace): number => (key === ownKey && words.length > 1 ? ownNamedUpTo : countedUpTo)
  const lists = words.flatMap((word, w) =>
    places.map((place, p) => {
      const ids = sql`array(select id from (${idsAt(place, word)}) found limit ${literal(namedUpTo(place) + 1)})`
      return sql`${ids} as ${raw(`f${w}_${p}`)}`
    })
  )
  const found = (await queryOne<Record<string, number[]>>(database, sql`select ${join(lists, ', ')}`)) ?? {}
  return words.map((word, w): Find => {
    const idsByKey = new Map<string, number[]>()
    const others: Part[] = []
    for (const [p, place] of places.entries()) {
      const ids = found[`f${w}_${p}`] ?? []
      const wide = { ...widePart(p, word), wide: place }
      if (ids.length > namedUpTo(place)) others.push(wide)
      else if (ids.length > 0 && place.key === ownKey) others.push(ownPart(ownKey, ids, wide))
      else if (ids.length > 0) idsByKey.set(place.key, [...(idsByKey.get(place.key) ?? []), ...ids])
    }
    return { parts: [...[...idsByKey].map(([key, ids]) => fewPart(key, ids)), ...others] }
  })
}

const fewPart = (key: string, ids: readonly number[]): Part => ({
  where: sql`${raw(key)} = any(${[...new Set(ids)]}::int[])`,
  aliases: []
})

/** By the rows' own texts. */
const ownPart = (key: string, ids: readonly number[], compared: Part): Part => ({
  ...fewPart(key, ids),
  own: ids,
  ...(ids.length > countedUpTo ? { compared } : {})
})

const widePart = (place: number, word: Matching): Part => ({
  where: word(raw(`${aliasOf(place)}.text`)),
  aliases: [aliasOf(place)]
})

/** The row is found by the word, wherever. */
export const foundByWord = ({ parts }: Find): Condition => anyOf(parts)

/** How many rows the parts find, as PostgreSQL estimates it for their numbers. */
export async function estimated(database: Database, resource: Resource, parts: readonly Part[]): Promise<number> {
  const known = parts.reduce((sum, { own = [] }) => sum + own.length, 0)
  const asked = parts.filter(part => !part.own)
  if (asked.length === 0) return known
  const rows = join(
    asked.map(part => selectIds(resource, [part])),
    ' union all '
  )
  return known + (await estimatedRows(database, rows))
}

/** The word that finds the fewest rows. */
export async function rarest(database: Database, resource: Resource, finds: readonly Find[]): Promise<Find> {
  const [first] = finds
  if (!first) throw new Error('There are no words')
  if (finds.length === 1) return first
  const estimates: number[] = []
  for (const { parts } of finds) estimates.push(await estimated(database, resource, parts))
  return finds[estimates.indexOf(Math.min(...estimates))] ?? first
}

/** How many of the newest texts are looked at. */
const newest = 20_000

/**
 * How many of the newest texts have the word. The year in the numbers of orders is in each of them: then reading from the newest on
 * is the fastest way to many rows, and where none has it the slowest, which PostgreSQL cannot know.
 */
export async function countNewest(database: Database, { of }: SearchPlace, word: Matching): Promise<number> {
  const texts = sql`select ${raw(of.isFolded ? of.text : `kernel.fold(${of.text})`)} as text
    from ${raw(of.table)} order by ${raw(of.id)} desc limit ${literal(newest)}`
  const counted: Sql = sql`select count(*) as n from (${texts}) texts where ${word(raw('texts.text'))}`
  return Number((await queryOne<{ n: string }>(database, counted))?.n ?? 0)
}
