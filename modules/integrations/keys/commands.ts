/** A key is made with all that it may do, is shown once, and is revoked; to change it, another one is made. */
import { Type } from '@sinclair/typebox'
import { keyPrefix, programs, scopes as scopeNames } from '../../../src/kernel/access/api-keys.ts'
import { hashOfSecret, newSecret } from '../../../src/kernel/access/prefixed-secrets.ts'
import { defineCommand, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { type Database, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { DayOrInstant, dayOrInstant } from '../../../src/kernel/day-or-instant.ts'
import { startOfDay } from '../../../src/kernel/resources/fields.ts'
import { Id, Nullable, Text } from '../../../src/kernel/schema.ts'
import { companyChoice, requireCompany } from '../company.ts'
import { throwIntegrationError } from '../errors.ts'
import { ApiKeyRecord } from '../models.ts'
import { apiKeys } from './resource.ts'
import { ApiKeyState, networksOf, ScopeName } from './schema.ts'

const usualCalls = 600
const hintLength = 4

const KeyForm = defineForm({
  schema: Type.Object({
    name: Text(60, { messages: { required: 'integrations.apiKey.name.required' } }),
    scopes: Type.Array(ScopeName, {
      minItems: 1,
      maxItems: scopeNames.length,
      uniqueItems: true,
      messages: { required: 'integrations.apiKey.scopes.required', minItems: 'integrations.apiKey.scopes.required' }
    }),
    companyId: Type.Optional(Nullable(Id)),
    expiresAt: Type.Optional(Nullable(DayOrInstant)),
    networks: Type.Optional(Nullable(Text(300))),
    callsPerMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: 60_000 }))
  }),
  initial: { callsPerMinute: usualCalls },
  fields: {
    scopes: { help: 'integrations.apiKey.scopes.help' },
    companyId: { ...companyChoice, help: 'integrations.apiKey.companyId.help' },
    expiresAt: { control: 'day', days: { from: 'today' }, half: true },
    callsPerMinute: { half: true },
    networks: { help: 'integrations.apiKey.networks.help' }
  }
})

/** A day counts to its end. */
async function endOf(trx: Database, text: string): Promise<Date | undefined> {
  const end = dayOrInstant(text)
  if (!end || 'instant' in end) return end?.instant
  return (await queryOne<{ at: Date }>(trx, sql`select ${startOfDay(end.day, 1)} as at`))?.at
}

export const addApiKey = defineCreation(apiKeys, {
  name: 'integrations.addApiKey',
  call: 'POST /api/Admin/ApiKeys',
  wire: { reveals: 'key' },
  access: { ADMIN: { form: KeyForm } },
  ui: { icon: 'key', key: 'n' },
  async run(context, { name, scopes, companyId = null, expiresAt, networks, callsPerMinute = usualCalls }) {
    const { trx, now, services, reveal } = context
    const allowed = networks?.trim() ? networksOf(networks) : null
    if (allowed === undefined) return throwIntegrationError.at('networks', 'networkMalformed')
    await requireCompany(context, companyId)
    const until = expiresAt ? await endOf(trx, expiresAt) : null
    if (until === undefined || (until && until <= now)) return throwIntegrationError.at('expiresAt', 'expiryPast')
    const program = { name: name.trim(), companyId, now, expiresAt: until }
    const { accountId, sessionId } = await programs.of(services.extensions).add(trx, program)
    const key = newSecret(keyPrefix)
    const { id } = await ApiKeyRecord.query(trx).insert({
      name: name.trim(),
      hash: hashOfSecret(key),
      hint: key.slice(-hintLength),
      scopes: trx.raw('?::text[]', [scopes]),
      networks: allowed && trx.raw('?::cidr[]', [allowed]),
      companyId,
      accountId,
      sessionId,
      callsPerMinute,
      createdAt: now,
      expiresAt: until
    } as object)
    reveal(key)
    return { id }
  }
})

export const revokeApiKey = defineCommand(apiKeys, {
  name: 'integrations.revokeApiKey',
  call: 'DELETE /api/Admin/ApiKeys/:id',
  access: { ADMIN: { when: { state: [ApiKeyState.active, ApiKeyState.expired] } } },
  ui: { icon: 'ban', tone: 'danger', confirm: true },
  async run({ trx, now, services }, { id }) {
    const { accountId } = await ApiKeyRecord.query(trx).patchAndFetchById(id, { revokedAt: now })
    await programs.of(services.extensions).end(trx, accountId, now)
  }
})
