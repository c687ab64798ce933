/** What administrators do with webhooks. */
import { Type } from '@sinclair/typebox'
import {
  type BeforeTransactionContext,
  type CommandContext,
  defineCommand,
  defineCreation
} from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { query, queryOne, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { DayOrInstant, dayOrInstant } from '../../../src/kernel/day-or-instant.ts'
import { allEvents } from '../../../src/kernel/history/events.ts'
import { targetOf } from '../../../src/kernel/outbound/guarded-post.ts'
import { startOfDay } from '../../../src/kernel/resources/fields.ts'
import { Id, Nullable } from '../../../src/kernel/schema.ts'
import { companyChoice, requireCompany } from '../company.ts'
import { throwIntegrationError } from '../errors.ts'
import { Webhook } from '../models.ts'
import { encrypted } from './encryption.ts'
import { attempts, webhooks } from './resource.ts'
import { OffReason } from './schema.ts'
import { newSecret, secretText } from './sign.ts'

/** So long calls are signed by the former secret, too, after it was changed. */
const formerSecretMs = 24 * 3_600_000

const Url = Type.String({ minLength: 1, maxLength: 500 })
const Types = Type.Array(Type.String({ maxLength: 60 }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  messages: { required: 'integrations.webhook.types.required', minItems: 'integrations.webhook.types.required' }
})

const typesField = { options: { call: '/api/Admin/Webhooks/types', value: 'type', label: ['type'] } }

const AddForm = defineForm({
  schema: Type.Object({ url: Url, types: Types, companyId: Type.Optional(Nullable(Id)) }),
  fields: {
    url: { control: 'text', help: 'integrations.webhook.url.help' },
    companyId: { ...companyChoice, help: 'integrations.webhook.companyId.help' },
    types: typesField
  }
})

const EditForm = defineForm({
  schema: Type.Object({ url: Url, types: Types }),
  fields: { url: { control: 'text' }, types: typesField }
})

/** Refuses what is no address, and one that leads where this server must not be sent; the worker looks again at each call. */
async function requireAddress(
  { services }: BeforeTransactionContext,
  { url }: { readonly url: string }
): Promise<void> {
  const { webhookPrivate } = services.settings
  const address = URL.canParse(url) ? new URL(url) : undefined
  const isWeb = address && /^https?:$/.test(address.protocol) && address.username === '' && address.password === ''
  if (!isWeb) return throwIntegrationError.at('url', 'addressMalformed')
  const { kind } = await targetOf(address.hostname, webhookPrivate)
  if (kind === 'private') throwIntegrationError.at('url', 'addressPrivate')
  if (kind === 'unknown') throwIntegrationError.at('url', 'addressUnknown')
  if (address.protocol === 'http:' && webhookPrivate === 'false') throwIntegrationError.at('url', 'addressInsecure')
}

function requireTypes({ services }: CommandContext, types: readonly string[]): void {
  const known = new Set(allEvents.of(services.extensions).map(({ type }) => type))
  const unknown = types.find(type => !known.has(type))
  if (unknown !== undefined) throwIntegrationError.at('types', 'unknownEvent', { type: unknown })
}

export const addWebhook = defineCreation(webhooks, {
  name: 'integrations.addWebhook',
  call: 'POST /api/Admin/Webhooks',
  wire: { reveals: true },
  access: { ADMIN: { form: AddForm } },
  ui: { key: 'n' },
  beforeTransaction: requireAddress,
  async run(context, { url, types, companyId = null }) {
    const { trx, now, services, reveal } = context
    requireTypes(context, types)
    await requireCompany(context, companyId)
    const secret = newSecret()
    const { id } = await Webhook.query(trx).insert({
      url: new URL(url).href,
      types: trx.raw('?::text[]', [types]),
      companyId,
      secret: encrypted(secret, services.settings),
      createdAt: now
    } as object)
    reveal(secretText(secret))
    return { id }
  }
})

export const editWebhook = defineCommand(webhooks, {
  name: 'integrations.editWebhook',
  call: 'PUT /api/Admin/Webhooks/:id',
  access: { ADMIN: { form: EditForm } },
  ui: { icon: 'pencil', key: 'e' },
  beforeTransaction: requireAddress,
  async run(context, { id }, { url, types }) {
    requireTypes(context, types)
    const { trx } = context
    await Webhook.query(trx)
      .findById(id)
      .patch({ url: new URL(url).href, types: trx.raw('?::text[]', [types]) } as object)
  }
})

export const changeSecret = defineCommand(webhooks, {
  name: 'integrations.changeSecret',
  call: 'POST /api/Admin/Webhooks/:id/secret',
  wire: { reveals: true },
  access: { ADMIN: {} },
  ui: { icon: 'key', confirm: true },
  async run({ trx, now, services, reveal }, { id }) {
    const secret = newSecret()
    await Webhook.query(trx)
      .findById(id)
      .patch({
        formerSecret: trx.raw('secret'),
        formerUntil: new Date(now.getTime() + formerSecretMs),
        secret: encrypted(secret, services.settings)
      } as object)
    reveal(secretText(secret))
  }
})

/** Queues a call of the type `webhook.test`, without data; its attempt is shown like any other. */
export const testWebhook = defineCommand(webhooks, {
  name: 'integrations.testWebhook',
  call: 'POST /api/Admin/Webhooks/:id/test',
  access: { ADMIN: { when: { isActive: [true] } } },
  ui: { icon: 'send', tone: 'info', queued: true },
  async run({ trx, now }, { id }) {
    await query(
      trx,
      sql`insert into integrations.deliveries (webhook_id, type, created_at, due_at) values (${id}, 'webhook.test', ${now}, ${now})`
    )
  }
})

const ReplayForm = defineForm({
  schema: Type.Object({ since: Type.Optional(DayOrInstant), attemptId: Type.Optional(Id) }),
  omit: ['attemptId'],
  fields: { since: { control: 'day', days: { to: 'today' }, help: 'integrations.replayWebhook.since.help' } }
})

function fromOf(since: string): Sql {
  const from = dayOrInstant(since)
  if (!from) return throwIntegrationError.at('since', 'replayNothing')
  return 'day' in from ? startOfDay(from.day) : sql`${from.instant}::timestamptz`
}

/** Queues what the webhook may know of all that has happened since then, in its order and under the ids that it had. */
const queueSince = async ({ trx, now }: CommandContext, id: number, since: string): Promise<number> => {
  const queued = await query(
    trx,
    sql`insert into integrations.deliveries (webhook_id, place, type, subject, created_at, due_at)
      select w.id, e.place, e.type, e.subject_type || ' ' || e.subject_id, ${now}::timestamptz, ${now}::timestamptz
      from kernel.events e join integrations.webhooks w on w.id = ${id} and e.type = any(w.types)
        and (w.company_id is null or w.company_id = e.company_id)
      where e.place is not null and e.at >= ${fromOf(since)} order by e.place returning 1`
  )
  return queued.length
}

/** A test is sent again as another test; what is no longer in the feed is not sent. */
const queueAgain = async ({ trx, now }: CommandContext, webhookId: number, attemptId: number): Promise<number> => {
  const queued = await query(
    trx,
    sql`insert into integrations.deliveries (webhook_id, place, type, subject, created_at, due_at)
      select d.webhook_id, d.place, d.type, d.subject, ${now}::timestamptz, ${now}::timestamptz
      from integrations.attempts a join integrations.deliveries d on d.id = a.delivery_id
        left join kernel.events e on e.place = d.place
      where a.id = ${attemptId} and a.webhook_id = ${webhookId} and (d.place is null or e.place is not null) returning 1`
  )
  return queued.length === 1 ? 1 : throwIntegrationError('replayGone')
}

export const replayWebhook = defineCommand(webhooks, {
  name: 'integrations.replayWebhook',
  call: 'POST /api/Admin/Webhooks/:id/replay',
  access: { ADMIN: { when: { isActive: [true] }, form: ReplayForm } },
  ui: { icon: 'replay', tone: 'info', queued: true },
  async run(context, { id }, { since, attemptId }) {
    if (since === undefined && attemptId === undefined) return throwIntegrationError.at('since', 'replayNothing')
    const count =
      attemptId === undefined
        ? await queueSince(context, id, since as string)
        : await queueAgain(context, id, attemptId)
    context.addAuditParams({ count })
  }
})

/** The same of one attempt, where it is shown. */
export const resendAttempt = defineCommand(attempts, {
  name: 'integrations.resendAttempt',
  call: 'POST /api/Admin/WebhookAttempts/:id/replay',
  access: { ADMIN: {} },
  ui: { icon: 'replay', tone: 'info', queued: true },
  async run(context, { id, webhookId }) {
    const present = await queryOne(
      context.trx,
      sql`select from integrations.webhooks where id = ${webhookId} and removed_at is null and turned_off_at is null for share`
    )
    if (!present) throwIntegrationError('replayGone')
    await queueAgain(context, webhookId, id)
  }
})

export const turnOffWebhook = defineCommand(webhooks, {
  name: 'integrations.turnOffWebhook',
  call: 'PUT /api/Admin/Webhooks/:id/turn-off',
  access: { ADMIN: { shown: { isActive: [true] } } },
  ui: { icon: 'pause', confirm: true },
  async run({ trx, now }, { id }) {
    await Webhook.query(trx).findById(id).patch({ turnedOffAt: now, offReason: OffReason.byPerson })
  }
})

/** What waits goes out then; what has happened meanwhile is sent by a replay. */
export const turnOnWebhook = defineCommand(webhooks, {
  name: 'integrations.turnOnWebhook',
  call: 'PUT /api/Admin/Webhooks/:id/turn-on',
  access: { ADMIN: { shown: { isActive: [false] } } },
  ui: { icon: 'play', tone: 'success' },
  async run({ trx }, { id }) {
    const on = { turnedOffAt: null, offReason: null, failingSince: null, pausedUntil: null }
    await Webhook.query(trx).findById(id).patch(on)
  }
})

export const removeWebhook = defineCommand(webhooks, {
  name: 'integrations.removeWebhook',
  call: 'DELETE /api/Admin/Webhooks/:id',
  access: { ADMIN: {} },
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  async run({ trx, now }, { id }) {
    await Webhook.query(trx).findById(id).patch({ removedAt: now })
  }
})
