/**
 * Search among a million rows, each of which has one text in a table of texts (`SearchTexts`). A word is a `like` on that text; what
 * all words find is cut to the newest 10,000, and these are sorted as the list asks.
 *
 * One GIN index has the trigrams of the texts and the period of the row, 30 days each. There are four ways to the newest rows:
 *
 * - `wholeIndex`: all texts that the trigrams find are read. A rare word takes some milliseconds.
 * - `byPeriods`: a common word may be in hundreds of thousands of texts, so the periods are asked one after the other, the
 *   newest first, until there are enough rows. For an old word the newer periods are empty, and the index says so at once.
 * - `listFirst`: a list that is short because of its filters, or a client's own rows, is read, and each row compared. Where the words
 *   find less than the list has, both are joined (`listJoined`).
 *
 * Which way is chosen by PostgreSQL's estimates of words and list, which the statistics of the texts make good enough.
 */
import { all, literal, raw, type Sql, sql } from '../../database/sql.ts'
import type { Resource, SearchTexts } from '../../resources/resource.ts'
import { type Condition, tablesOf, wheres } from '../statements.ts'
import type { Matching } from './words.ts'

/** What is asked of the texts: rows that have all words and satisfy the conditions. */
export interface TextQuestion {
  readonly resource: Resource
  readonly texts: SearchTexts
  readonly words: readonly Matching[]
  readonly conditions: readonly Condition[]
  /** The reader sees some rows only, and is found by the words that clients may read. */
  readonly isLimited: boolean
}

/** Clients' words stand before the text's line break, the words for staff only after it. */
const clientText = sql`split_part(texts.text, e'\n', 1)`
const wholeText = sql`texts.text`

/** The whole text is compared first: it has the index, and a client's words are a part of it. */
const matches = ({ words, isLimited }: TextQuestion): Sql =>
  all([...words.map(word => word(wholeText)), ...(isLimited ? words.map(word => word(clientText)) : [])])

/** The condition, for each text by itself, that its row is in the list. */
function inList({ resource, texts, conditions }: TextQuestion): Sql {
  if (conditions.length === 0 && !texts.isOfMore) return raw('true')
  return sql`exists (select from ${tablesOf(resource, conditions)}
    where ${raw(texts.key)} = read.id and ${wheres(conditions)} offset 0)`
}

const textsOf = ({ texts: { of } }: TextQuestion): Sql => raw(`${of.table} texts`)

/** The texts of one condition, the newest first; the list's conditions are then tested one by one, until there are enough. */
const readTexts = (question: TextQuestion, and: Sql): Sql => sql`
  select read.id, read.at from (
    select texts.${raw(question.texts.of.id)} as id, texts.created_at as at from ${textsOf(question)}
    where ${matches(question)} and ${and} order by texts.created_at desc, texts.${raw(question.texts.of.id)} desc offset 0) read
  where ${inList(question)}`

export const wholeIndex = (question: TextQuestion, limit: number): Sql =>
  sql`${readTexts(question, raw('true'))} limit ${literal(limit)}`

/** The order of the rows is that of the periods, because each is read for the next row of the series. */
export function byPeriods(question: TextQuestion, limit: number): Sql {
  const bound = (most: string): Sql => sql`(select ${raw(most)}(period) from ${textsOf(question)})`
  return sql`select found.id, found.at from generate_series(${bound('max')}, ${bound('min')}, -1) period
    cross join lateral (${readTexts(question, raw('texts.period = period.period'))}) found limit ${literal(limit)}`
}

/** The list's rows and their texts, joined as PostgreSQL estimates them. */
export const listJoined = (question: TextQuestion, limit: number): Sql =>
  newestInList(question, sql`join ${textsOf(question)} on ${ofRow(question)}`, limit)

/** Each row of the list is compared with its text. */
export const listFirst = (question: TextQuestion, limit: number): Sql =>
  newestInList(
    question,
    sql`cross join lateral (select texts.text, texts.created_at from ${textsOf(question)} where ${ofRow(question)} offset 0) texts`,
    limit
  )

const ofRow = ({ texts }: TextQuestion): Sql => sql`texts.${raw(texts.of.id)} = ${raw(texts.key)}`

function newestInList(question: TextQuestion, joinTexts: Sql, limit: number): Sql {
  const { resource, texts, conditions } = question
  const read = sql`select ${raw(texts.key)} as id, texts.created_at as at from ${tablesOf(resource, conditions)} ${joinTexts}
    where ${wheres(conditions)} and ${matches(question)} offset 0`
  return sql`select read.id, read.at from (${read}) read order by read.at desc, read.id desc limit ${literal(limit)}`
}

/** The texts with all words, for an estimate of their number. */
export const textsFound = (question: TextQuestion): Sql =>
  sql`select from ${textsOf(question)} where ${all(question.words.map(word => word(wholeText)))}`

/** The condition that a row is found, for reading all rows and not a page. */
export function foundInTexts(question: TextQuestion): Condition {
  const { texts, isLimited } = question
  const id = raw(`texts.${texts.of.id}`)
  const where = isLimited
    ? sql`exists (select from ${textsOf(question)} where ${id} = ${raw(texts.key)} and ${matches(question)} offset 0)`
    : sql`${raw(texts.key)} in (select ${id} from ${textsOf(question)} where ${matches(question)})`
  return { where, aliases: [] }
}
