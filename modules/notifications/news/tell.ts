/**
 * Sends news to clients. A quarter of an hour after the first change for a person, the person gets one message about the net difference of
 * all changes until then. A change that was undone meanwhile is not in it.
 *
 * The rows of `notifications.news` are the only state: a worker looks for people whose time has come, and in one transaction deletes a
 * person's rows and queues the message. So no news is lost or sent twice, whichever process is killed; a change that is committed late
 * begins another quarter of an hour.
 */
import type { Language } from '../../../src/contract/languages.ts'
import { type ClientContact, clientContacts } from '../../../src/kernel/access/identity.ts'
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { addToBell } from '../own-bell.ts'
import { wantsOf } from '../preferences.ts'
import { queueMessage, type Say } from '../queue.ts'
import { MessageChannel, MessageType } from '../schema.ts'
import { emailOf, emailToAddress, smsOf, type Told } from './letter.ts'
import { clientNews, type Fields, type NetChange } from './source.ts'

/** How long after the first change a person is told, in milliseconds. */
export const tellAfterMs = 15 * 60_000
/** How many people are looked up at once. */
const batch = 100

interface Kept {
  readonly resourceType: string
  readonly id: number
  readonly before: Fields
  readonly after: Fields
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The changes of each row together, in their order: the fields that in the end differ. Rows that are as they were are left out. */
export function netChanges(kept: readonly Omit<Kept, 'resourceType'>[]): NetChange[] {
  return [...new Set(kept.map(({ id }) => id))].flatMap(id => {
    const own = kept.filter(one => one.id === id)
    const was: Fields = Object.assign({}, ...own.map(({ before }) => before).toReversed())
    const is: Fields = Object.assign({}, ...own.map(({ after }) => after))
    const changed = Object.keys(is).filter(field => !isSame(was[field], is[field]))
    const pick = (fields: Fields): Fields => Object.fromEntries(changed.map(field => [field, fields[field] ?? null]))
    return changed.length === 0 ? [] : [{ id, before: pick(was), after: pick(is) }]
  })
}

/** Sends the news of everybody whose time has come. Where one message fails, it is tried again the next time; the others are sent. */
export async function sendNews(services: Services): Promise<void> {
  const due = new Date(services.now().getTime() - tellAfterMs)
  let last = 0
  for (;;) {
    const people = await query<{ id: number }>(
      services.db,
      sql`select distinct account_id as id from notifications.news
        where since <= ${due} and account_id > ${last} order by 1 limit ${batch}`
    )
    for (const { id } of people)
      await services.db
        .transaction(trx => tellPerson(services, trx, id, due))
        .catch((error: unknown) => services.log.error({ err: error, account: id }, 'notifications: news were not told'))
    last = people.at(-1)?.id ?? last
    if (people.length < batch) return
  }
}

/** Removes what is kept for the person, if its time has come; another worker that does so at the same time gets nothing. */
async function taken(trx: Database, accountId: number, due: Date): Promise<Kept[]> {
  await queryOne(trx, sql`select pg_advisory_xact_lock(hashtext('notifications.news'), ${accountId}::int)`)
  return query<Kept>(
    trx,
    sql`with gone as (
        delete from notifications.news where account_id = ${accountId}
          and exists (select from notifications.news n where n.account_id = ${accountId} and n.since <= ${due})
        returning *)
      select resource_type as "resourceType", subject_id as id, before, after from gone order by gone.id`
  )
}

async function tellPerson(services: Services, trx: Parameters<typeof queueMessage>[1], id: number, due: Date) {
  const kept = await taken(trx, id, due)
  const contact = (await clientContacts.of(services.extensions)(services, trx, [id])).get(id)
  if (!contact || kept.length === 0) return
  const { caller, hasPassword } = contact
  const { language } = caller
  const say: Say = (key, params) => services.messages.say(language, key, params)
  const { extensions } = services
  const context = { trx, extensions, reader: caller, hasPassword, now: services.now(), say }
  const told: Told[] = []
  for (const source of clientNews.all(services.extensions)) {
    const changed = netChanges(kept.filter(({ resourceType }) => resourceType === source.resourceType))
    if (changed.length === 0) continue
    for (const news of await source.newsOf(context, changed)) told.push({ ...news, resourceType: source.resourceType })
  }
  await tellClient(services, trx, contact, told)
}

/**
 * Adds news to the bell of a client, and queues an e-mail and an SMS about those of their events that the person wants by each. Nothing is
 * queued where there is none.
 */
export async function tellClient(
  services: Services,
  trx: Parameters<typeof queueMessage>[1],
  { caller, email, phone }: ClientContact,
  told: readonly Told[]
): Promise<void> {
  const { accountId: id, language } = caller
  const say: Say = (key, params) => services.messages.say(language, key, params)
  await addToBell(trx, id, told, services.now())
  const wants = await wantsOf(trx, caller)
  for (const [channel, address, write] of [
    [MessageChannel.email, email, emailOf],
    [MessageChannel.sms, phone, smsOf]
  ] as const) {
    const wanted = told.flatMap(one => {
      const events = one.events.filter(({ kind }) => wants(kind, channel))
      return events.length === 0 ? [] : { ...one, events }
    })
    if (!address || wanted.length === 0) continue
    await queueMessage(services, trx, {
      to: { accountId: id, address, language },
      channel,
      type: MessageType.clientNews,
      about: wanted.map(({ resourceType, id: about, alsoIds = [] }) => ({ resourceType, ids: [about, ...alsoIds] })),
      words: () => write(say, wanted, services.settings)
    })
  }
}

/** Where somebody without an account is reached; null: not by this channel. */
export interface Addressee {
  readonly email: string | null
  readonly phone: string | null
  readonly language: Language
}

/**
 * Queues an e-mail and an SMS to somebody without an account, who has no bell and no preferences: whoever calls this knows that the person has
 * agreed, and has a page on which the messages are stopped.
 */
export async function tellAddress(
  services: Services,
  trx: Parameters<typeof queueMessage>[1],
  { email, phone, language }: Addressee,
  told: Told & { readonly link: string },
  stopLink: string
): Promise<void> {
  const say: Say = (key, params) => services.messages.say(language, key, params)
  const { resourceType, id, alsoIds = [] } = told
  for (const [channel, address, words] of [
    [MessageChannel.email, email, () => emailToAddress(say, told, stopLink)],
    [MessageChannel.sms, phone, () => smsOf(say, [told], services.settings)]
  ] as const)
    if (address)
      await queueMessage(services, trx, {
        to: { accountId: null, address, language },
        channel,
        type: MessageType.clientNews,
        about: { resourceType, ids: [id, ...alsoIds] },
        words
      })
}
