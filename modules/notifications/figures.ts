/** Messages that did not arrive, as metrics; those that wait are jobs (`opony_jobs`). */
import { metadataOf } from '../../src/contract/vocabulary.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { MessageChannel, MessageStatus } from './schema.ts'

export function observeMessages({ metrics, db }: Services): void {
  const help = 'E-mails and SMS of the last 24 hours that are in error, by channel'
  metrics.ask('opony_messages_failed', help, ['channel'], async () => {
    const found = await query<{ channel: number; count: number }>(
      db,
      sql`select channel, count(*)::int as count from notifications.messages
        where sent_date > now() - interval '24 hours' and status = ${MessageStatus.error} group by channel`
    )
    const counts = new Map(found.map(({ channel, count }) => [channel, count]))
    return metadataOf(MessageChannel).members.map(({ name, code }) => ({
      labels: { channel: name },
      value: counts.get(code) ?? 0
    }))
  })
}
