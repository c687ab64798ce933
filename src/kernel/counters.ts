/**
 * Numbers that wait for somebody: the bell and the dashboard's tiles show them. A counter is a list page with filters, and its number is
 * the total of that list, by the same conditions, for whoever reads it. Where it leads, whom it is for and what changes it follow from
 * the page.
 */

import type { CounterMetadata } from '../contract/page.ts'
import type { Tone } from '../contract/vocabulary.ts'
import type { Caller } from './access/caller.ts'
import { type Database, join, query, raw, type Sql, sql } from './database/sql.ts'
import { defineSlot } from './extension-points.ts'
import { conditionsOf, totalOf } from './lists/answer-list.ts'
import { selectIds } from './lists/statements.ts'
import { questionOfPage } from './metadata/elsewhere.ts'
import type { FilterValues } from './pages/list-parts.ts'
import type { ListPage } from './pages/pages.ts'

export interface CounterDefinition {
  /** The specification's notification type. */
  readonly code: number
  /** Messages: `ui.notification.{name}` and `ui.notification.{name}.title`. */
  readonly name: string
  /** Values of filters that the page shows. */
  readonly filters?: FilterValues
  readonly icon: string
  readonly tone: Tone
  /** The dashboard has its tile also while nothing waits: what an office looks at each day. Of the others there is a tile once there is something to do. */
  readonly always?: true
}

export interface Counter extends CounterDefinition {
  readonly page: ListPage
}

/** Every counter of the modules; the application fills it. */
export const allCounters = defineSlot<readonly Counter[]>('kernel.counters', [])

/** @throws for a filter that the page does not show */
export function defineCounter(page: ListPage, counter: CounterDefinition): Counter {
  const unknown = Object.keys(counter.filters ?? {}).find(key => !page.filters.some(filter => filter.key === key))
  if (unknown !== undefined)
    throw new Error(`The counter ${counter.name} filters by ${unknown}, which ${page.id} does not show`)
  return { ...counter, page }
}

export const isFor = ({ page }: Counter, { role }: Caller): boolean => role !== null && page.access.includes(role)

/** The number as an expression. Unlike the totals of lists it is exact, because nothing beside it says “at least”. */
function numberOf({ page, filters }: Counter, caller: Caller): Sql {
  const question = questionOfPage(page, filters)
  const conditions = conditionsOf(page.resource, question, caller)
  const { counted, isExact } = totalOf(page.resource, question, caller, conditions)
  return isExact
    ? sql`(select n from (${counted}) counted)::float8`
    : sql`(select count(*) from (${selectIds(page.resource, conditions)}) found)::float8`
}

/** The number of each counter, in their order, by one statement. */
export async function countAll(database: Database, counters: readonly Counter[], caller: Caller): Promise<number[]> {
  if (counters.length === 0) return []
  const numbers = counters.map((counter, at) => sql`${numberOf(counter, caller)} as ${raw(`n${at}`)}`)
  const [found] = await query<Record<string, number>>(database, sql`select ${join(numbers, ', ')}`)
  return counters.map((_, at) => found?.[`n${at}`] ?? 0)
}

/** What the browser receives of a counter. */
export const counterMetadata = ({ code, name, icon, tone, always, filters = {}, page }: Counter): CounterMetadata => ({
  code,
  name,
  icon,
  tone,
  to: page.route,
  search: Object.fromEntries(Object.entries(filters).map(([key, value]) => [`f.${key}`, String(value)])),
  resourceType: page.resource.subjectType,
  ...(always && { always })
})
