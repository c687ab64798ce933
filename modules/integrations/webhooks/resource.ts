import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { filter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id } from '../../../src/kernel/schema.ts'
import { leftJoinCompany } from '../../companies/public.ts'
import { AttemptOutcome, AttemptRow, OffReason, WebhookRow, WebhookState } from './schema.ts'

/** Its state, over the columns of `webhook`. */
export const webhookState = `(case when webhook.turned_off_at is null and webhook.failing_since is null then ${WebhookState.active}
  when webhook.turned_off_at is null then ${WebhookState.failing}
  when webhook.off_reason = ${OffReason.byPerson} then ${WebhookState.turnedOff} else ${WebhookState.givenUp} end)`

export const webhooks = defineResource({
  type: 'integrations.webhook',
  title: 'webhook',
  path: '/api/Admin/Webhooks',
  access: ['ADMIN'],
  schema: WebhookRow,
  table: 'integrations.present_webhooks',
  alias: 'webhook',
  joins: { company: leftJoinCompany('company', 'webhook.company_id') },
  fields: {
    types: { sql: 'to_json(webhook.types)' },
    typeNames: { sql: `array_to_string(webhook.types, ', ')` },
    companyName: { sql: 'company.name', join: 'company' },
    state: { sql: webhookState },
    isActive: { sql: 'webhook.turned_off_at is null' },
    waiting: {
      sql: `(select count(*) from integrations.deliveries delivery
        where delivery.webhook_id = webhook.id and delivery.state = 0)::int`
    }
  },
  views: { history: ['url', 'typeNames', 'companyName', 'isActive', 'offReason'] },
  filters: { State: filter(EnumOf(WebhookState), code => sql`${raw(webhookState)} = ${code}`) },
  named: 'url',
  sort: 'url'
})

export const attempts = defineResource({
  type: 'integrations.attempt',
  title: 'attempt of a webhook',
  titles: 'attempts of webhooks',
  path: '/api/Admin/WebhookAttempts',
  serves: ['list', 'item'],
  access: ['ADMIN'],
  schema: AttemptRow,
  table: 'integrations.attempts',
  alias: 'attempt',
  joins: {
    webhook: 'join integrations.webhooks webhook on webhook.id = attempt.webhook_id',
    delivery: 'join integrations.deliveries delivery on delivery.id = attempt.delivery_id'
  },
  fields: {
    url: { sql: 'webhook.url', join: 'webhook' },
    messageId: {
      sql: `case when delivery.place is null then 'test_' || delivery.id else 'evt_' || delivery.place end`,
      join: 'delivery'
    },
    type: { sql: 'delivery.type', join: 'delivery' },
    try: {
      sql: `(select count(*) from integrations.attempts earlier
        where earlier.delivery_id = attempt.delivery_id and earlier.id <= attempt.id)::int`
    },
    body: { sql: 'delivery.body', join: 'delivery' }
  },
  views: {
    list: [
      ...([
        'id',
        'version',
        'webhookId',
        'url',
        'messageId',
        'type',
        'at',
        'outcome',
        'status',
        'milliseconds',
        'try'
      ] as const),
      ...(['nextAt', 'answer'] as const)
    ]
  },
  filters: {
    WebhookId: filter(Id, id => sql`attempt.webhook_id = ${id}`),
    Outcome: filter(EnumOf(AttemptOutcome), outcome => sql`attempt.outcome = ${outcome}`)
  },
  sort: '-id'
})
