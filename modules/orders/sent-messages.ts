/** The messages about an order, and to whom each went: by name, and of a client by company, beside the address that was used. */
import { Type } from '@sinclair/typebox'
import { query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { allRows, maxRows } from '../../src/kernel/limits.ts'
import { defineRoute, ListResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import { Nullable } from '../../src/kernel/schema.ts'
import { joinCompany } from '../companies/public.ts'
import { messagesAbout } from '../notifications/public.ts'
import { SentMessage } from '../notifications/schema.ts'
import { leftJoinAccount, personName } from '../users/public.ts'
import { orders } from './resource.ts'

export const OrderMessage = Type.Object({
  ...SentMessage.properties,
  recipient: Nullable(
    Type.String({ description: 'the person, and the company of a client; null once the person is erased' })
  )
})

export const sentMessagesRoute = defineRoute({
  url: '/api/Admin/Orders/:id/messages',
  access: ['ADMIN'],
  summary: 'Messages about an order, the newest first, and to whom they went',
  answer: ListResponse(OrderMessage),
  run: async ({ services, id }) => {
    orNotFound(await queryOne(services.db, sql`select id from orders.orders where id = ${id}`))
    return allRows(
      await query(
        services.db,
        sql`select sent.id, sent.body, sent.channel, sent.status, sent.type, sent."sentDate", sent."to", sent.error, case when ${personName('person')} is not null
            then concat_ws(', ', ${personName('person')}, company.name) end as recipient
          from (${messagesAbout(orders.subjectType, id)}) sent
            ${leftJoinAccount('person', 'sent."accountId"')}
            left ${joinCompany('company', 'person.company_id')}
          order by sent."sentDate" desc, sent.id desc limit ${maxRows}`
      )
    )
  }
})
