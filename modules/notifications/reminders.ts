/**
 * Reminders of administrators: an e-mail or SMS in the morning says how many items of a type are waiting, if the administrator has switched
 * it on. Each reminder inserts a row into `notifications.reminders` in the transaction that queues it, so that several workers send it only
 * once.
 */
import { dayOf, timeZone } from '../../src/contract/days.ts'
import { type Language, languageOf } from '../../src/contract/languages.ts'
import type { CodeOf } from '../../src/contract/vocabulary.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { staffContacts } from '../../src/kernel/access/identity.ts'
import { allCounters, type Counter, countAll, isFor } from '../../src/kernel/counters.ts'
import { query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { type Kept, PreferenceChannel } from './preferences.ts'
import { queueMessage } from './queue.ts'
import type { MessageChannel, MessageType } from './schema.ts'

/** The hours (in Warsaw) between which reminders are sent, so that a worker that was down in the morning still sends them. */
const hours = { from: 7, to: 12 } as const
const keptDays = 30

const hourIn = (now: Date): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now))

/** Queues the reminders that are due and were not sent today. */
export async function sendReminders(services: Services): Promise<void> {
  const { db, now, extensions } = services
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
    const counter = allCounters.of(extensions).find(({ code }) => code === type)
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
  const [count = 0] = await countAll(services.db, [counter], caller)
  if (count === 0) return
  const { adminUrl, businessName } = services.settings
  const link = new URL(counter.page.route, adminUrl).href
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
      about: { resourceType: counter.page.resource.subjectType, ids: [] },
      words: say => {
        const what = say(`notifications.reminder.${counter.name}`, { count })
        const subject = `${businessName}: ${what}`
        const isEmail = channel === PreferenceChannel.email
        return { subject, body: isEmail ? say('notifications.reminder.email', { what, link }) : `${subject}\n${link}` }
      }
    })
  })
}
