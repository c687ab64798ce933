/**
 * Saved views. Each belongs to one person; an administrator may share one with all who may open its page.
 *
 * A view may be changed by its owner, and a shared one by every administrator (`mayChange`). Commands see only these rows, so that nobody
 * finds unshared views of others. Those who may open the page can also read its shared views (`routes.ts`).
 */
import { Type } from '@sinclair/typebox'
import { sharingRole, type ViewState, viewRoles } from '../../src/contract/view.ts'
import type { Reader } from '../../src/kernel/access/caller.ts'
import { raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Id, Nullable, Version } from '../../src/kernel/schema.ts'
import { leftJoinAccount, personName } from '../users/public.ts'

export const isOwn = ({ accountId }: Reader): Sql => sql`coalesce(saved.account_id = ${accountId}::int, false)`

const mayChange = (reader: Reader): Sql =>
  reader.role === 'SYSTEM'
    ? raw('saved.id is not null')
    : reader.role === sharingRole
      ? sql`(${isOwn(reader)} or saved.is_shared)`
      : isOwn(reader)

/** The state of a view. It is checked against the page (`state.ts`), and unknown parts are left out. */
export const State = Type.Unsafe<ViewState>({ type: 'object', additionalProperties: true })

export const savedViews = defineResource({
  type: 'views.savedView',
  title: 'saved view of a list',
  titles: 'saved views of lists',
  path: '/api/Views',
  serves: [],
  access: viewRoles,
  schema: Type.Object({
    id: Id,
    version: Version,
    page: Type.String({ description: 'id of the page' }),
    name: Type.String(),
    isShared: Type.Boolean({ description: 'with all who may open the page' }),
    isOwn: Type.Boolean(),
    mayChange: Type.Boolean(),
    owner: Nullable(Type.String()),
    state: State
  }),
  table: 'views.saved_views',
  alias: 'saved',
  joins: { owner: leftJoinAccount('owner', 'saved.account_id') },
  fields: {
    isOwn: { sql: isOwn },
    mayChange: { sql: mayChange },
    owner: { sql: personName('owner'), join: 'owner' }
  },
  isPersonal: true,
  visibleTo: mayChange,
  views: { history: ['page', 'name', 'isShared'] },
  sort: 'name'
})
