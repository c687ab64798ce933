import { type Sql, sql } from '../../src/kernel/database/sql.ts'

/** A statement of the messages about a row, as `SentMessage` has them, and beside that the account of whom each is to (`accountId`). */
export const messagesAbout = (resourceType: string, id: number): Sql =>
  sql`select m.id, m.account_id as "accountId", m.body, m.channel, m.status, m.type, m.sent_date as "sentDate", m.address as "to", m.error
    from notifications.messages m join notifications.subjects s on s.message_id = m.id
    where s.resource_type = ${resourceType} and s.subject_id = ${id}`
