/**
 * What a command changed, for its entry of the audit: from which values to which, as the history of the rows has it. The audit itself has
 * ids and names of commands only, so that what people may have erased is nowhere but in the history, which forgets it.
 */
import { Type } from '@sinclair/typebox'
import { namesFor } from '../../src/kernel/access/identity.ts'
import { query, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import type { PastChange } from '../../src/kernel/history/history.ts'
import { accountIdsOf, changedFields, sentenceOf } from '../../src/kernel/history/timeline.ts'
import type { ListPage, Page } from '../../src/kernel/pages/pages.ts'
import type { Resource } from '../../src/kernel/resources/resource.ts'
import { defineRoute, ItemResponse, orNotFound, type Route } from '../../src/kernel/routes/route.ts'
import { Id, Nullable } from '../../src/kernel/schema.ts'
import { maxNamed, subjectNames } from './subjects.ts'

/** Rows of an entry whose changes are shown. */
const maxShown = 20

const AuditChanges = Type.Object({
  total: Type.Integer({ minimum: 0, description: 'rows of the entry' }),
  rows: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String({ description: 'its present name; `#12` without one' }),
      path: Nullable(Type.String({ description: 'where the office shows the row' })),
      sentence: Nullable(Type.String({ description: 'what was done, as the row’s history says it' })),
      changes: Type.Array(
        Type.Object({
          label: Type.String({ description: 'message key of the field' }),
          schema: Type.Unknown({ description: 'of the values' }),
          before: Type.Unknown(),
          after: Type.Unknown()
        })
      )
    })
  )
})

type EntryChange = PastChange & { readonly subjectId: number }

/** The page of the office whose panel shows rows of a type: of several that of all rows, else the first. */
export function pageOfType(pages: readonly Page[], type: string): ListPage | undefined {
  const lists = pages.filter(page => page.kind === 'list')
  const own = lists.filter(
    ({ resource, panel, access, day }) =>
      resource.subjectType === type && panel !== undefined && !day && (access ?? resource.access).includes('ADMIN')
  )
  return own.find(({ fixed }) => Object.keys(fixed).length === 0) ?? own[0]
}

interface Known {
  /** All resources: the first of a type has its history. */
  readonly resources: readonly Resource[]
  /** Those whose rows can be named. */
  readonly named: readonly Resource[]
  readonly pages: readonly Page[]
}

/** GET /api/Admin/Audit/:id/changes */
export const changesRoute = ({ resources, named, pages }: Known): Route =>
  defineRoute({
    url: '/api/Admin/Audit/:id/changes',
    access: ['ADMIN'],
    summary: `What a command changed in its rows, from which values to which; of the first ${maxShown} rows`,
    replica: true,
    answer: ItemResponse(AuditChanges),
    run: async ({ services, caller, id }) => {
      const { db, messages } = services
      const entry = orNotFound(
        await queryOne<{ type: string | null; ids: number[]; names: string[] }>(
          db,
          sql`select entry.resource_type as type, entry.subject_ids as ids, ${subjectNames(named, caller)} as names
            from audit.entries entry where entry.id = ${id}`
        )
      )
      const ids = entry.ids.slice(0, maxShown)
      const past = await query<EntryChange>(
        db,
        sql`select c.id::int, c.at, c.account_id as "accountId", c.version, c.code, c.params, c.before, c.after, c.subject_id as "subjectId"
          from audit.entries entry join kernel.changes c on c.resource_type = entry.resource_type
            and c.subject_id = any(${ids}::int[]) and c.code = entry.command and c.at = entry.at
          where entry.id = ${id} order by ${raw('c.id')}`
      )
      const resource = resources.find(({ subjectType }) => subjectType === entry.type)
      const nameOf = await namesFor(services, db, resource ? accountIdsOf(resource, past) : [], caller)
      const page = entry.type === null ? undefined : pageOfType(pages, entry.type)
      const rows = ids.map((rowId, at) => {
        const change = past.find(({ subjectId }) => subjectId === rowId)
        const fields = resource && change ? changedFields(resource, change, caller, nameOf) : []
        return {
          id: rowId,
          name: (at < maxNamed && entry.names[at]) || `#${rowId}`,
          path: page ? `${page.route}?panel=${rowId}` : null,
          sentence: resource && change ? sentenceOf(messages, caller, resource, change) : null,
          changes: fields.map(({ field, before, after }) => ({
            label: `${resource?.type}.${field}`,
            schema: resource?.schema.properties[field] ?? {},
            before,
            after
          }))
        }
      })
      return { data: { total: entry.ids.length, rows } }
    }
  })
