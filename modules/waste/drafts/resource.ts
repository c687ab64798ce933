import type { Reader } from '../../../src/kernel/access/caller.ts'
import { type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { filter, joined } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { isOrderVisible, joinOrder } from '../../orders/public.ts'
import { DraftRow, DraftState } from './schema.ts'

/** Transfer cards that are planned and approved in the register from orders, with the client's keys. Clients see those of their orders. */
export const drafts = defineResource({
  type: 'waste.draft',
  title: 'transfer card from an order',
  titles: 'transfer cards from orders',
  path: '/api/Admin/CardDrafts',
  access: ['ADMIN', 'CLIENT_ADMIN'],
  schema: DraftRow,
  visibleTo: (reader: Reader): Sql => isOrderVisible(reader, 'draft.order_id'),
  table: 'waste.drafts',
  alias: 'draft',
  joins: { o: joinOrder('o', 'draft.order_id') },
  fields: {
    orderNumber: joined('o', 'number', { sort: ['draft.order_id'] }),
    departmentId: joined('o', 'department_id'),
    dueAt: {
      sql: `(case when draft.state = ${DraftState.waiting} and draft.problem is not null and isfinite(draft.due_at) then draft.due_at end)`
    }
  },
  views: { history: ['state', 'number', 'mass', 'plate', 'plannedAt', 'problem'] },
  filters: { OrderId: filter(Id, id => sql`draft.order_id = ${id}`) },
  named: 'orderNumber',
  sort: '-createdAt'
})
