/** What staff and the order's client write about it. */
import { type Static, Type } from '@sinclair/typebox'
import { defineCommand } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { type Database, query, raw, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/http/errors.ts'
import { defineRoute, ListResponse } from '../../src/kernel/http/route.ts'
import { exists } from '../../src/kernel/resources/read-one.ts'
import { Id, Instant, Nullable } from '../../src/kernel/schema.ts'
import { leftJoinAccount, personName } from '../users/public.ts'
import { Comment } from './models.ts'
import { orders } from './resource.ts'
import { may } from './rules.ts'

/** Plain text, whatever it looks like. */
const OrderComment = Type.Object({
  id: Id,
  content: Type.String(),
  createdAt: Instant,
  user: Nullable(Type.Object({ firstName: Type.String(), lastName: Type.String() }, { description: 'null: unknown' }))
})

const CommentForm = defineForm({
  schema: Type.Object({
    content: Type.String({ minLength: 1, maxLength: 2000, messages: { required: 'orders.addComment.contentMissing' } })
  })
})

export const addComment = defineCommand(orders, {
  name: 'orders.addComment',
  call: 'POST /api/Admin/Orders/:id/add-comment',
  icon: 'comment',
  access: {
    ADMIN: { when: may('addComment'), form: CommentForm },
    CLIENT_ADMIN: { when: may('addComment', 'client'), form: CommentForm },
    CLIENT: { when: may('addComment', 'client'), form: CommentForm }
  },
  async run({ trx, accountId, now }, { id }, { content }) {
    await Comment.query(trx).insert({ orderId: id, content, accountId, createdAt: now })
  }
})

export const commentsRoute = defineRoute({
  url: '/api/Admin/Orders/:id/comments',
  access: orders.access,
  summary: 'Comments on an order, newest first',
  answer: ListResponse(OrderComment),
  run: async ({ services, caller, id }) => {
    if (!(await exists(services.db, orders, id, caller))) throwProblem('notFound')
    const data = await commentsOf(services.db, id)
    return { data, total: data.length }
  }
})

/** At most 1,000; whoever is erased or gone is an unknown user. */
const commentsOf = (database: Database, orderId: number) =>
  query<Static<typeof OrderComment>>(
    database,
    sql`select k.id, k.content, to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
        case when ${raw(personName('a'))} is not null then
          json_build_object('firstName', coalesce(a.first_name, ''), 'lastName', coalesce(a.last_name, '')) end as "user"
      from orders.comments k ${raw(leftJoinAccount('a', 'k.account_id'))}
      where k.order_id = ${orderId} order by k.id desc limit 1000`
  )
