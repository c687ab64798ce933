/**
 * Comments of staff and of the client on an order. A comment is for the client or internal: clients neither see internal ones nor learn
 * that there are any. The number of comments, and whether a client waits for an answer, are kept in `orders.comment_threads` by triggers.
 */

import { type Static, Type } from '@sinclair/typebox'
import { isClient, type Reader } from '../../src/kernel/access/caller.ts'
import { defineCommand } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { query, raw, sql } from '../../src/kernel/database/sql.ts'
import { isoInstant } from '../../src/kernel/database/text.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { allRows, maxRows } from '../../src/kernel/limits.ts'
import { exists } from '../../src/kernel/resources/read-one.ts'
import { defineRoute, ListResponse } from '../../src/kernel/routes/route.ts'
import { Id, Instant, Nullable } from '../../src/kernel/schema.ts'
import type { Services } from '../../src/kernel/services.ts'
import { leftJoinAccount, personName } from '../users/public.ts'
import { Comment, CommentThread } from './models.ts'
import { orders } from './resource.ts'
import { may } from './rules.ts'

/** The content is plain text, never markup. */
const OrderComment = Type.Object({
  id: Id,
  content: Type.String(),
  createdAt: Instant,
  byClient: Type.Boolean({ description: 'written by a client; else by staff' }),
  internal: Type.Optional(
    Type.Boolean({ description: 'for staff alone; clients get none of these, and no such field' })
  ),
  user: Nullable(Type.Object({ firstName: Type.String(), lastName: Type.String() }, { description: 'null: unknown' }))
})

const content = Type.String({
  minLength: 1,
  maxLength: 2000,
  messages: { required: 'orders.addComment.contentMissing' }
})

const ClientForm = defineForm({ schema: Type.Object({ content }) })

/**
 * The form starts with an internal comment, so that nothing reaches the client by mistake, and with one for the client where the client
 * waits for an answer. A call without `internal` is for the client.
 */
const StaffForm = defineForm({
  schema: Type.Object({ content, internal: Type.Optional(Type.Boolean()) }),
  initial: { internal: true },
  fields: {
    internal: {
      answers: { yes: 'orders.order.internal.yes', no: 'orders.order.internal.no' },
      initialWhen: { when: may('settleComments'), value: false }
    }
  }
})

export const addComment = defineCommand(orders, {
  name: 'orders.addComment',
  call: 'POST /api/Admin/Orders/:id/add-comment',
  wire: { scope: 'orders:write' },
  access: {
    ADMIN: { when: may('addComment'), form: StaffForm },
    CLIENT_ADMIN: { when: may('addComment', 'client'), form: ClientForm },
    CLIENT: { when: may('addComment', 'client'), form: ClientForm }
  },
  // whoever writes goes on with the same order
  ui: { icon: 'comment', effects: [] },
  async run({ trx, reader, accountId, now, hideFromClients }, { id }, { content, internal = false }) {
    const byClient = isClient(reader)
    await Comment.query(trx).insert({ orderId: id, content, accountId, internal, byClient, createdAt: now })
    if (internal) hideFromClients()
  }
})

/** Marks the comments as answered: the client's last one needs no answer, or was answered by telephone. */
export const settleComments = defineCommand(orders, {
  name: 'orders.settleComments',
  call: 'POST /api/Admin/Orders/:id/settle-comments',
  access: { ADMIN: { shown: may('settleComments') } },
  ui: { icon: 'check' },
  async run({ trx, hideFromClients }, { id }) {
    await CommentThread.query(trx).findById(id).patch({ unanswered: false })
    hideFromClients()
  }
})

export const commentsRoute = defineRoute({
  url: '/api/Admin/Orders/:id/comments',
  access: orders.access,
  scope: 'orders:read',
  summary: 'Comments on an order, newest first',
  answer: ListResponse(OrderComment),
  run: async ({ services, caller, id }) => {
    if (!(await exists(services.db, orders, id, caller))) throwProblem('notFound')
    return allRows(await commentsOf(services, id, caller))
  }
})

/** The comments, newest first. Erased and deleted accounts are unknown users; to a client, staff have the name of the business. */
const commentsOf = ({ db, settings }: Services, orderId: number, reader: Reader) => {
  const forClient = isClient(reader)
  return query<Static<typeof OrderComment>>(
    db,
    sql`select k.id, k.content, ${isoInstant(raw('k.created_at'))} as "createdAt",
        k.by_client as "byClient", ${forClient ? raw('') : raw('k.internal,')}
        case when ${forClient} and not k.by_client then
            json_build_object('firstName', ${settings.businessName}::text, 'lastName', '')
          when ${personName('a')} is not null then
            json_build_object('firstName', coalesce(a.first_name, ''), 'lastName', coalesce(a.last_name, '')) end as "user"
      from orders.comments k ${leftJoinAccount('a', 'k.account_id')}
      where k.order_id = ${orderId} and not (${forClient} and k.internal) order by k.id desc limit ${maxRows}`
  )
}
