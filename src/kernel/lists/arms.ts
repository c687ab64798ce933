/**
 * The rows that all words of a search find, as arms. Each arm starts from one column of the rows, with the best index for it, because
 * no index serves an `or` over all places. Arms may overlap. For example:
 *
 * - Two words that are found by the same column are one arm: which companies have both words in their names is known without
 *   reading a row.
 * - A word in very many own texts, together with a column that the table of texts has as well (`copies`), needs that table only.
 */
import { all, join, literal, raw, type Sql, sql } from '../database/sql.ts'
import type { Resource } from '../resources/resource.ts'
import { type Find, foundByWord, isAnyOf, type Named, ownKey, type Part, rowsOfPart, type Wide } from './finds.ts'
import type { Order } from './order.ts'
import { type Condition, countedUpTo, type ListQuestion, selectIds, selectThenSort } from './statements.ts'
import { walkedValues } from './walk.ts'
import { idsAt } from './words.ts'

/** The rows of a part, with the conditions of the other words. */
export interface Arm {
  readonly part: Part
  /** Conditions on columns that the part's table of texts has, too. */
  readonly copied: readonly Named[]
  readonly conditions: readonly Condition[]
  /** The whole list is read and joined to the texts, because it has few rows. In a long list each row is looked up by its id. */
  readonly isJoined?: true
}

/** The same arm, for a list that has few rows. */
export const joinedToList = (arm: Arm): Arm => ({ ...arm, isJoined: true })

/** Most arms: after that, a further word becomes a condition instead of more arms. */
const maxArms = 16

/** The rows of the first word's parts, restricted to those that the other words find, too. */
export function armsOf(resource: Resource, first: Find, others: readonly Find[]): Arm[] {
  let arms: Arm[] = first.parts.map(part => ({ part, copied: [], conditions: [] }))
  for (const other of others) {
    const mayDivide = arms.length < maxArms
    arms = arms.flatMap(arm =>
      mayDivide ? withWord(resource, arm, other) : [asking(arm, foundByWord(resource, other))]
    )
  }
  return arms
}

const asking = (arm: Arm, condition: Condition): Arm => ({ ...arm, conditions: [...arm.conditions, condition] })
const isEmpty = (part: Part): boolean => 'ids' in part && part.ids.length === 0

function withWord(resource: Resource, arm: Arm, { parts }: Find): Arm[] {
  const { part } = arm
  const [same, another] = parts.filter(({ key }) => key === part.key)
  const divided = same && !another ? inBoth(part, same) : undefined
  const arms: Arm[] = divided && !isEmpty(divided.both) ? [{ ...arm, part: divided.both }] : []
  const only = divided ? { ...arm, part: divided.only } : arm
  if (isEmpty(only.part)) return arms
  let rest = divided ? parts.filter(one => one !== same) : parts
  for (const named of rest.filter((one): one is Named => 'ids' in one && isCopied(resource, part, one.key))) {
    arms.push({ ...only, copied: [...only.copied, named] })
    rest = rest.filter(one => one !== named)
  }
  return rest.length === 0 ? arms : [...arms, asking(only, foundByWord(resource, { parts: rest }))]
}

/** For two parts by the same column: the rows that are in both, and those for which another column has to be compared. */
function inBoth(one: Part, other: Part): { readonly both: Part; readonly only: Part } | undefined {
  if ('ids' in one && 'ids' in other) {
    const others = new Set(other.ids)
    const [both, only] = [one.ids.filter(id => others.has(id)), one.ids.filter(id => !others.has(id))]
    return { both: { ...one, ids: both }, only: { ...one, ids: only } }
  }
  // With several texts for one id, each word may be in a different text.
  if ('ids' in one || 'ids' in other || one.place !== other.place || one.place.of.several) return undefined
  return { both: { ...one, words: [...one.words, ...other.words], isCounted: false }, only: one }
}

const isOwnWide = (resource: Resource, part: Part): part is Wide => !('ids' in part) && part.key === ownKey(resource)

const isCopied = (resource: Resource, part: Part, column: string): boolean =>
  isOwnWide(resource, part) && part.place.of.copies?.[column] !== undefined

function rowsOfArm(resource: Resource, arm: Arm, within: readonly Condition[]): Condition[] {
  const { part, conditions, isJoined } = arm
  if (!isOwnWide(resource, part)) return [...within, rowsOfPart(resource, part), ...conditions]
  const texts = textsOf(part, arm)
  const inTexts = isJoined ? sql`in (${texts})` : sql`= any(array(${texts}))`
  return [...within, { where: sql`${raw(part.key)} ${inTexts}`, aliases: [] }, ...conditions]
}

/** The texts of the arm's part, with the conditions on the columns that the table of texts has. */
const textsOf = ({ place, words }: Wide, { copied }: Arm, more: readonly Sql[] = []): Sql =>
  sql`${idsAt(place, words, more)} and ${all(copied.map(({ key, ids }) => isAnyOf(place.of.copies?.[key] as string, ids)))}`

/** The same, if they alone determine the rows of the arm. */
function textsAlone(resource: Resource, arm: Arm, within: readonly Condition[]): Sql | undefined {
  const { part, conditions } = arm
  if (!isOwnWide(resource, part) || part.place.isOfMore || within.length + conditions.length > 0) return undefined
  return textsOf(part, arm)
}

/** The ids of an arm's rows. */
export const idsOfArm = (resource: Resource, arm: Arm, within: readonly Condition[]): Sql =>
  textsAlone(resource, arm, within) ?? selectIds(resource, rowsOfArm(resource, arm, within))

/** The ids of each arm's rows, at most one more than are counted. */
export const idsOfArms = (resource: Resource, arms: readonly Arm[], within: readonly Condition[]): Sql =>
  join(
    arms.map(arm => sql`(${idsOfArm(resource, arm, within)} limit ${literal(countedUpTo + 1)})`),
    ' union '
  )

/** The ids of an arm's rows in the order: all of them are read, and sorted. */
export function sortedRows(resource: Resource, arm: Arm, within: readonly Condition[], order: Order): Sql {
  const texts = textsAlone(resource, arm, within)
  const sorted = texts && orderOfTexts(resource, arm, order)
  if (sorted) return sql`${texts} order by ${sorted}`
  const asRows = texts && textsAsRows(resource, arm, order)
  if (asRows) return selectThenSort(resource, [], order, asRows)
  return selectThenSort(resource, rowsOfArm(resource, arm, within), order)
}

/** The first rows of an arm in the order, if the list is sorted by the column whose values the arm has. */
export const walkedRows = (
  resource: Resource,
  { part, conditions }: Arm,
  within: readonly Condition[],
  order: Order,
  question: ListQuestion
): Sql | undefined =>
  'ids' in part ? walkedValues(resource, order, question, part, [...within, ...conditions]) : undefined

/** Whether the arm's texts alone give its rows in the order. */
export const areSortedTexts = (resource: Resource, arm: Arm, within: readonly Condition[], order: Order): boolean =>
  textsAlone(resource, arm, within) !== undefined && orderOfTexts(resource, arm, order) !== undefined

type Columns = Readonly<Record<string, string>>

/** The columns of the table of texts, by the columns of the resource's rows that they are. */
const columnsOf = (resource: Resource, { place }: Wide): Columns => ({
  ...place.of.copies,
  [ownKey(resource)]: place.of.id
})

/**
 * The arm's texts as rows of the resource, with as many columns as the order needs: for an order by another table that depends on
 * one column of the row, such as the company's name.
 */
function textsAsRows(resource: Resource, arm: Arm, { field, tail }: Order): Sql | undefined {
  const { part } = arm
  if ('ids' in part) return undefined
  const walk = resource.fields[field]?.walk
  if (typeof walk !== 'object' || !('column' in walk)) return undefined
  const columns = columnsOf(resource, part)
  const wanted = [`${resource.alias}.${walk.column}`, ...tail.by.map(({ sql: text }) => text)]
  if (tail.aliases.length > 0 || wanted.some(column => columns[column] === undefined)) return undefined
  const more = wanted.filter(column => column !== ownKey(resource))
  const named = more.map(column => raw(`${columns[column]} as ${column.slice(resource.alias.length + 1)}`))
  return sql`(${textsOf(part, arm, named)}) ${raw(resource.alias)}`
}

/** The order by columns of the table of texts, if it has them. */
function orderOfTexts(resource: Resource, { part }: Arm, { lead, tail }: Order): Sql | undefined {
  if ('ids' in part) return undefined
  const columns = columnsOf(resource, part)
  const sorted = [lead, tail].flatMap(({ by, direction }) =>
    by.map(({ sql: text }) => (columns[text] ? sql`${raw(columns[text])} ${direction}` : undefined))
  )
  return sorted.every(one => one !== undefined) ? join(sorted, ', ') : undefined
}

/** Whether it is certain, without reading, that the arm has more rows than are counted. */
export const isCounted = (resource: Resource, arm: Arm, within: readonly Condition[]): boolean =>
  textsAlone(resource, arm, within) !== undefined &&
  arm.copied.length === 0 &&
  'place' in arm.part &&
  arm.part.isCounted
