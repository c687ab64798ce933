/**
 * What an administrator wants to be notified of, by type and channel. The bell shows each type unless it is switched off. Reminders are
 * off by default: if switched on, an e-mail or SMS in the morning says how many items of the type are waiting. Each reminder inserts a row
 * into `notifications.reminders` in the transaction that queues it, so that several workers send it only once.
 */
import { Type } from '@sinclair/typebox'
import { dayOf, timeZone } from '../../src/contract/days.ts'
import { type Language, languageOf } from '../../src/contract/languages.ts'
import { type CodeOf, type Vocabulary, vocabulary } from '../../src/contract/vocabulary.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { staffContacts } from '../../src/kernel/access/identity.ts'
import { defineAction } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { type Counter, isFor } from '../../src/kernel/counters.ts'
import { type Database, query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/http/errors.ts'
import { defineRoute, ItemResponse } from '../../src/kernel/http/route.ts'
import { EnumOf } from '../../src/kernel/schema.ts'
import type { Services } from '../../src/kernel/services.ts'
import { queueMessage } from './public.ts'
import { type MessageChannel, MessageType, NotificationType } from './schema.ts'

/** The channels of messages, and the bell. */
export const PreferenceChannel = vocabulary('notifications.preferenceChannel', {
  sms: { code: 0 },
  email: { code: 1 },
  bell: { code: 2 }
})
type Channel = CodeOf<typeof PreferenceChannel>

const which = { type: EnumOf(NotificationType), channel: EnumOf(PreferenceChannel) }
const Preference = Type.Object({ ...which, isOn: Type.Boolean() })
/** A missing `isOn` means off. */
const Choice = Type.Object({ ...which, isOn: Type.Optional(Type.Boolean()) })

interface Kept {
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

const codesIn = (words: Vocabulary): number[] =>
  Object.values(words as Readonly<Record<string, unknown>>).filter((code): code is number => typeof code === 'number')

/** The types for which there are messages; the others only have the bell. */
const messageTypes = new Set(codesIn(NotificationType).filter(type => codesIn(MessageType).includes(type) && type <= 4))

/** All possible types and channels, and whether each is on. */
async function preferencesOf(database: Database, accountId: number) {
  const kept = await ofAccount(database, accountId)
  return codesIn(NotificationType).flatMap(type =>
    codesIn(PreferenceChannel)
      .filter(channel => channel === PreferenceChannel.bell || messageTypes.has(type))
      .map(channel => ({
        type: type as CodeOf<typeof NotificationType>,
        channel: channel as Channel,
        isOn: kept.find(one => one.type === type && one.channel === channel)?.isOn ?? channel === PreferenceChannel.bell
      }))
  )
}

/** The types that are switched off for the account's bell. */
export async function silencedFor(database: Database, accountId: number): Promise<ReadonlySet<number>> {
  const kept = await ofAccount(database, accountId)
  return new Set(kept.filter(one => one.channel === PreferenceChannel.bell && !one.isOn).map(({ type }) => type))
}

export const preferencesRoute = defineRoute({
  url: '/api/Notifications/preferences',
  access: ['ADMIN'],
  summary: 'What the caller wants to be notified of, by type and channel',
  answer: ItemResponse(Type.Array(Preference)),
  run: async ({ services, caller }) => ({ data: await preferencesOf(services.db, caller.accountId) })
})

export const setPreference = defineAction({
  name: 'notifications.setPreference',
  call: 'PUT /api/Notifications/preferences',
  access: { ADMIN: { form: defineForm({ schema: Choice, messagePrefix: 'notifications.preference' }) } },
  answer: Type.Array(Preference),
  summary: 'Switch one type of notifications on or off by one channel',
  async run({ trx, caller }, { type, channel, isOn = false }) {
    const { accountId } = caller ?? throwProblem('unauthorized')
    if (channel !== PreferenceChannel.bell && !messageTypes.has(type)) throwProblem('notFound')
    await query(
      trx,
      sql`insert into notifications.preferences (account_id, type, channel, is_on)
        values (${accountId}, ${type}, ${channel}, ${isOn})
        on conflict (account_id, type, channel) do update set is_on = excluded.is_on`
    )
    return preferencesOf(trx, accountId)
  }
})

/** The hours (in Warsaw) between which reminders are sent, so that a worker that was down in the morning still sends them. */
const hours = { from: 7, to: 12 } as const
const keptDays = 30

const hourIn = (now: Date): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now))

/** Queues the reminders that are due and were not sent today. */
export async function sendReminders(services: Services): Promise<void> {
  const { db, now, counters, extensions } = services
  const at = now()
  if (hourIn(at) < hours.from || hourIn(at) >= hours.to) return
  const day = dayOf(at)
  await query(db, sql`delete from notifications.reminders where day < ${day}::date - ${keptDays}::int`)
  const wanted = await query<Kept>(
    db,
    sql`select account_id as "accountId", type, channel, is_on as "isOn" from notifications.preferences
      where is_on and channel <> ${PreferenceChannel.bell} order by account_id, type, channel`
  )
  const contacts = await staffContacts.of(extensions)(db, [...new Set(wanted.map(({ accountId }) => accountId))])
  for (const { accountId, type, channel } of wanted) {
    const contact = contacts.get(accountId)
    const counter = counters.find(({ code }) => code === type)
    const address = channel === PreferenceChannel.email ? contact?.email : contact?.phone
    if (!contact || !counter || !address || !isFor(counter, contact.caller)) continue
    await remind(services, { accountId, channel, day, counter, address, ...contact })
  }
}

interface Due {
  readonly accountId: number
  readonly channel: number
  readonly day: string
  readonly counter: Counter
  readonly address: string
  readonly language: number
  readonly caller: Caller
}

async function remind(services: Services, due: Due): Promise<void> {
  const { accountId, channel, day, counter, address, caller } = due
  const count = await counter.count(services, caller)
  if (count === 0) return
  const { adminUrl, businessName } = services.settings
  const link = new URL(counter.to, adminUrl).href
  const language: Language = languageOf(due.language)
  await services.db.transaction(async trx => {
    const taken = await queryOne(
      trx,
      sql`insert into notifications.reminders (account_id, type, channel, day)
        values (${accountId}, ${counter.code}, ${channel}, ${day}) on conflict do nothing returning day`
    )
    if (!taken) return
    await queueMessage(services, trx, {
      to: { accountId, address, language },
      channel: channel as CodeOf<typeof MessageChannel>,
      type: counter.code as CodeOf<typeof MessageType>,
      about: { resourceType: counter.resourceType, ids: [] },
      words: say => {
        const what = say(`notifications.reminder.${counter.name}`, { count })
        const subject = `${businessName}: ${what}`
        const isEmail = channel === PreferenceChannel.email
        return { subject, body: isEmail ? say('notifications.reminder.email', { what, link }) : `${subject}\n${link}` }
      }
    })
  })
}
