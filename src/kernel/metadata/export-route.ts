/** GET /api/ui/pages/{pageId}/export: what a list page shows, as a spreadsheet. */

import { Type } from '@sinclair/typebox'
import { check } from '../../contract/check.ts'
import { dayOf } from '../../contract/days.ts'
import { roleNames } from '../../contract/roles.ts'
import { type Schema, unwrapped } from '../../contract/schema.ts'
import type { Caller } from '../access/caller.ts'
import { refuseField } from '../commands/validation.ts'
import { positionIn } from '../database/replica.ts'
import { throwProblem } from '../errors/errors.ts'
import type { Cell } from '../files/cells.ts'
import { inBatches } from '../files/cursor.ts'
import { goneSignal, SheetFile, sendSheet } from '../files/download.ts'
import { sheetHead } from '../files/sheet-head.ts'
import { isRatio, type ValueColumn, valueColumn } from '../files/value-columns.ts'
import { exportStatement } from '../lists/export.ts'
import type { ListQuestion } from '../lists/statements.ts'
import type { ListPage, Page } from '../pages/pages.ts'
import type { Resource } from '../resources/resource.ts'
import { visibleFields } from '../resources/select.ts'
import { queryValue } from '../routes/query-values.ts'
import { defineRoute, orNotFound, type Route } from '../routes/route.ts'
import type { Services } from '../services.ts'

type Query = Readonly<Record<string, unknown>>

export const exportPath = (pageId: string): string => `/api/ui/pages/${pageId}/export`

const isGiven = (value: unknown): boolean => value !== undefined && (typeof value !== 'string' || value.trim() !== '')

/** The resource's filters in the query, in any letter case; filters that the page fixes keep the page's values. */
function filtersOf({ filters }: Resource, query: Query, fixed: Query): Query {
  const names = new Map(Object.keys(filters).map(name => [name.toLowerCase(), name]))
  const found: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(query)) {
    const name = names.get(key.toLowerCase())
    const filter = name === undefined ? undefined : filters[name]
    if (name && filter && isGiven(value) && !filter.isBlank?.(value)) found[name] = queryValue(value, filter.schema)
  }
  const chosen = { ...found, ...fixed }
  const properties = Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, schema]))
  // A page may fix a filter that takes a list to a single value.
  const listed = Object.fromEntries(
    Object.entries(chosen).map(([name, value]) => [name, queryValue(value, properties[name] ?? {})])
  )
  const faults = check({ type: 'object', properties }, listed)
  if (faults.length > 0) throwProblem('invalid', { fieldErrors: faults })
  return listed
}

/**
 * The columns that the caller may see; with `Columns`, only those, in that order. Grouped rows have their heading's column first.
 */
function columnsOf(page: ListPage, caller: Caller, wanted: readonly string[]) {
  const visible = visibleFields(page.resource, 'list', caller)
  const columns = page.columns.filter(({ key }) => visible.includes(key))
  const chosen = wanted.map(
    name =>
      columns.find(({ key }) => key.toLowerCase() === name.toLowerCase()) ?? refuseField('Columns', 'check.choice')
  )
  const heading = page.groupBy ? [{ key: page.groupBy, header: undefined }] : []
  return [...heading, ...(chosen.length > 0 ? chosen : columns)]
}

function questionOf(page: ListPage, query: Query): Omit<ListQuestion, 'page' | 'limit'> {
  const { resource, sort, search } = page
  const term = search && resource.search ? String(query.allFields ?? '').trim() : ''
  return {
    orderBy: isGiven(query.OrderBy) ? String(query.OrderBy) : sort.replace(/^-/, ''),
    desc: isGiven(query.OrderBy) ? query.Desc === true : sort.startsWith('-'),
    search: term === '' ? undefined : term,
    filters: filtersOf(resource, query, page.fixed)
  }
}

interface Exported {
  readonly key: string
  /** Message key. */
  readonly header: string
  readonly column: ValueColumn
}

/** The columns of the sheet. Ratios have their wholes in columns at the end. */
function exportedOf(
  services: Services,
  { resource }: ListPage,
  columns: readonly { readonly key: string; readonly header?: string | undefined }[],
  caller: Caller
): Exported[] {
  const schemaOf = (key: string): Schema => resource.schema.properties[key] as Schema
  const usual = columns.map(({ key, header = `${resource.type}.${key}` }) => ({
    ...{ key, header },
    column: valueColumn(services, schemaOf(key), caller)
  }))
  const wholes = usual
    .filter(({ key }) => isRatio(schemaOf(key)))
    .map(({ key }) => ({
      ...{ key, header: `${resource.type}.${key}.of` },
      column: valueColumn(services, schemaOf(key), caller, 'whole')
    }))
  return [...usual, ...wholes]
}

async function* cellsOf(
  columns: readonly Exported[],
  batches: AsyncIterable<readonly Query[]>
): AsyncGenerator<Cell[][]> {
  for await (const rows of batches) yield rows.map(row => columns.map(({ key, column }) => column.cell(row[key], row)))
}

/** The fields, and those on which the units of their values depend, or that their values are partly read from. */
function withRuling(resource: Resource, keys: readonly string[], caller: Caller): string[] {
  const visible = visibleFields(resource, 'list', caller)
  const ruling = keys.flatMap(key => {
    const { rulesBy } = unwrapped(resource.schema.properties[key] as Schema)
    return rulesBy ? [rulesBy.by, ...Object.values(rulesBy.of).flatMap(({ part }) => part ?? [])] : []
  })
  return [...new Set([...keys, ...ruling.filter(key => visible.includes(key))])]
}

/** @param pages of every role; `opens` says which are the caller's */
export const exportRoute = (pages: ReadonlyMap<string, Page>, opens: (page: Page, caller: Caller) => boolean): Route =>
  defineRoute({
    url: exportPath(':pageId'),
    access: roleNames,
    summary: 'All rows of a list page as a spreadsheet; takes the filters, the search and the order of its list',
    query: Type.Object({
      OrderBy: Type.Optional(Type.String({ maxLength: 60 })),
      Desc: Type.Optional(Type.Boolean()),
      allFields: Type.Optional(Type.String({ maxLength: 100 })),
      Columns: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 100 }))
    }),
    answer: SheetFile,
    securityEvent: { kind: 'exported', subject: param => pages.get(param('pageId').toLowerCase())?.id },
    run: async ({ services, caller, param, query, request, reply }) => {
      const page = pages.get(param('pageId').toLowerCase())
      if (page?.kind !== 'list' || !opens(page, caller)) return orNotFound(undefined)
      const { messages } = services
      const say = (key: string): string => messages.say(caller.language, key)
      const question = questionOf(page, query)
      const columns = columnsOf(page, caller, query.Columns ?? [])
      const keys = columns.map(({ key }) => key)
      const exported = exportedOf(services, page, columns, caller)
      const statement = exportStatement(page.resource, withRuling(page.resource, keys, caller), question, caller)
      const batches = inBatches<Query>({
        source: services,
        statement,
        signal: goneSignal(reply),
        reader: caller,
        position: positionIn(request.headers)
      })
      const title = say(`${page.id}.title`)
      return sendSheet(
        reply,
        `${title} ${dayOf(services.now())}.xlsx`,
        {
          name: title,
          head: sheetHead(services, caller.language, title),
          columns: exported.map(({ header, column }) => ({ header: say(header), format: column.format }))
        },
        cellsOf(exported, batches)
      )
    }
  })
