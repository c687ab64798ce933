/** Deliveries that wait, as a metric. */
import { metadataOf } from '../../src/contract/vocabulary.ts'
import { query, raw, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { webhookState } from './webhooks/resource.ts'
import { WebhookState } from './webhooks/schema.ts'

export function observeDeliveries({ metrics, db }: Services): void {
  const help = 'Calls of webhooks that wait to be made or to be tried again, by the state of the webhook'
  metrics.ask('opony_webhook_deliveries_waiting', help, ['state'], async () => {
    const found = await query<{ state: number; count: number }>(
      db,
      sql`select ${raw(webhookState)} as state, count(*)::int as count
        from integrations.deliveries delivery join integrations.webhooks webhook on webhook.id = delivery.webhook_id
        where delivery.state = ${raw('0')} and webhook.removed_at is null group by 1`
    )
    const counts = new Map(found.map(({ state, count }) => [state, count]))
    return metadataOf(WebhookState).members.map(({ name, code }) => ({
      labels: { state: name },
      value: counts.get(code) ?? 0
    }))
  })
}
