/**
 * What a person wants to be notified of, by type and channel; the table has what differs from the default.
 *
 * Administrators: the bell shows each type unless it is switched off. Reminders are off by default (`reminders.ts`).
 *
 * Clients: what has happened to their orders, places and account comes by e-mail unless it is switched off, and by SMS only if it is
 * switched on, which is the person's consent (`news/`).
 */
import { Type } from '@sinclair/typebox'
import { type CodeOf, codesOf, type Vocabulary, vocabulary } from '../../src/contract/vocabulary.ts'
import { isClient, type Reader } from '../../src/kernel/access/caller.ts'
import { defineAction } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { type Database, query, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { defineRoute, ItemResponse } from '../../src/kernel/routes/route.ts'
import { EnumOf } from '../../src/kernel/schema.ts'
import { ClientNews, MessageChannel, MessageType, NotificationType } from './schema.ts'

/** The channels of messages, and the bell. */
export const PreferenceChannel = vocabulary('notifications.preferenceChannel', {
  sms: { code: 0 },
  email: { code: 1 },
  bell: { code: 2 }
})
type Channel = CodeOf<typeof PreferenceChannel>

const which = { type: EnumOf(NotificationType), channel: EnumOf(PreferenceChannel) }
const clientWhich = { type: EnumOf(ClientNews), channel: EnumOf(MessageChannel) }
const isOn = { isOn: Type.Boolean() }
const Preference = Type.Union([Type.Object({ ...which, ...isOn }), Type.Object({ ...clientWhich, ...isOn })])
/** A missing `isOn` means off. */
const choice = { isOn: Type.Optional(Type.Boolean()) }
const form = defineForm({
  schema: Type.Object({ ...which, ...choice }),
  messagePrefix: 'notifications.preference'
})
const clientForm = defineForm({
  schema: Type.Object({ ...clientWhich, ...choice }),
  messagePrefix: 'notifications.preference'
})

export interface Kept {
  readonly accountId: number
  readonly type: number
  readonly channel: number
  readonly isOn: boolean
}

const ofAccount = (database: Database, accountId: number): Promise<Kept[]> =>
  query<Kept>(
    database,
    sql`select account_id as "accountId", type, channel, is_on as "isOn" from notifications.preferences
      where account_id = ${accountId}`
  )

/** The types of which administrators are reminded; the others only have the bell. */
const reminderTypes = new Set(
  codesOf(NotificationType).filter(type => codesOf(MessageType).includes(type) && type <= 4)
)

const isOnByDefault = (channel: number, reader: Pick<Reader, 'role'>): boolean =>
  channel === (isClient(reader) ? MessageChannel.email : PreferenceChannel.bell)

/** Of what an ordinary client is never told. */
const ofClientAdmins: ReadonlySet<number> = new Set([ClientNews.colleagueAsks])

function isPossible(type: number, channel: number, reader: Pick<Reader, 'role'>): boolean {
  if (isClient(reader)) return reader.role === 'CLIENT_ADMIN' || !ofClientAdmins.has(type)
  return channel === PreferenceChannel.bell || reminderTypes.has(type)
}

/** All types and channels that the person can choose, and whether each is on. */
async function preferencesOf(database: Database, reader: Reader & { readonly accountId: number }) {
  const kept = await ofAccount(database, reader.accountId)
  const [types, channels]: [Vocabulary, Vocabulary] = isClient(reader)
    ? [ClientNews, MessageChannel]
    : [NotificationType, PreferenceChannel]
  return codesOf(types).flatMap(type =>
    codesOf(channels)
      .filter(channel => isPossible(type, channel, reader))
      .map(channel => ({
        type: type as CodeOf<typeof NotificationType>,
        channel: channel as Channel,
        isOn: kept.find(one => one.type === type && one.channel === channel)?.isOn ?? isOnByDefault(channel, reader)
      }))
  )
}

/** Whether a client wants to be told of something by a channel. */
export async function wantsOf(database: Database, { role, accountId }: { role: Reader['role']; accountId: number }) {
  const kept = await ofAccount(database, accountId)
  return (type: CodeOf<typeof ClientNews>, channel: CodeOf<typeof MessageChannel>): boolean =>
    kept.find(one => one.type === type && one.channel === channel)?.isOn ?? isOnByDefault(channel, { role })
}

/** The types that are switched off for the account's bell. */
export async function silencedFor(database: Database, accountId: number): Promise<ReadonlySet<number>> {
  const kept = await ofAccount(database, accountId)
  return new Set(kept.filter(one => one.channel === PreferenceChannel.bell && !one.isOn).map(({ type }) => type))
}

export const preferencesRoute = defineRoute({
  url: '/api/Notifications/preferences',
  access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
  summary: 'What the caller wants to be notified of, by type and channel',
  answer: ItemResponse(Type.Array(Preference)),
  run: async ({ services, caller }) => ({ data: await preferencesOf(services.db, caller) })
})

export const setPreference = defineAction({
  name: 'notifications.setPreference',
  call: 'PUT /api/Notifications/preferences',
  wire: { summary: 'Switch one type of notifications on or off by one channel' },
  access: { ADMIN: { form }, CLIENT_ADMIN: { form: clientForm }, CLIENT: { form: clientForm } },
  answer: Type.Array(Preference),
  async run({ trx, caller = throwProblem('unauthorized') }, { type, channel, isOn: wanted = false }) {
    if (!isPossible(type, channel, caller)) throwProblem('notFound')
    await query(
      trx,
      sql`insert into notifications.preferences (account_id, type, channel, is_on)
        values (${caller.accountId}, ${type}, ${channel}, ${wanted})
        on conflict (account_id, type, channel) do update set is_on = excluded.is_on`
    )
    return preferencesOf(trx, caller)
  }
})
