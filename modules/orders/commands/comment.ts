import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { orderRows } from '../resource.ts'

const Comment = defineForm({
  schema: Type.Object({
    content: Type.String({ minLength: 1, maxLength: 2000, messages: { required: 'orders.addComment.contentMissing' } })
  })
})

/** Staff and the order's client talk about it. What is written stays text, whatever it looks like. */
export const addComment = defineCommand(orderRows)({
  name: 'orders.addComment',
  call: 'POST /api/Admin/Orders/:id/add-comment',
  icon: 'comment',
  selection: 'one',
  access: { ADMIN: { form: Comment }, CLIENT_ADMIN: { form: Comment }, CLIENT: { form: Comment } },
  effects: ['reload'],
  async run({ trx, accountId, now }, { id }, { content }: { content: string }) {
    await query(
      trx,
      sql`insert into orders.comments (order_id, content, account_id, created_at)
        values (${id}, ${content}, ${accountId}, ${now})`
    )
  }
})
