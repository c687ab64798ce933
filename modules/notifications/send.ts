/**
 * Sending one message. Its row is the record, the job in the queue only the occasion; what is committed when decides what a
 * crash leaves behind:
 *
 * 1. `sending_since` is committed before a word goes out.
 * 2. The message is handed over.
 * 3. Its outcome is committed: taken, refused, or to be tried again after a growing pause.
 *
 * Whoever finds a message between 1 and 3 does not know whether it went out. An SMS is sent again, for its key is the
 * gateway's own duplicate id, as long as the gateway remembers ids. A letter has no such id that would bind anybody: it is
 * marked as unknown and is not sent again; a person who reads so decides. Should a slow hand bring its outcome after the
 * letter was marked, the outcome wins.
 *
 * The queue gives a job back for as long as it fails, also when its process was killed; how often a message is tried in vain
 * is counted here, by answers, so that a kill costs none of the attempts.
 */

import { type Database, query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { outcomeOf } from '../../src/kernel/messaging/mail.ts'
import type { Outcome } from '../../src/kernel/messaging/sms.ts'
import { idsKeptMs } from '../../src/kernel/messaging/sms.ts'
import type { Services } from '../../src/kernel/services.ts'
import { notifyUrl } from './report.ts'
import { MessageChannel, MessageError, MessageStatus } from './schema.ts'

export const sendJob = 'notifications.send'

/** How often a message is tried, over about an hour. */
const attempts = 11

const { inProgress, sent, error: failed } = MessageStatus

interface Message {
  readonly id: number
  readonly key: string
  readonly accountId: number
  readonly channel: number
  readonly address: string | null
  readonly subject: string | null
  readonly body: string
  readonly attempts: number
  readonly sendingSince: Date | null
}

/** The queue's terms: longer than any hand-over takes, and given back more often than any message is tried. */
export const sending = {
  name: sendJob,
  retries: 1_000,
  expireSeconds: 60,
  parallel: 4,
  run: async (services: Services, { id }: { readonly id: number }): Promise<void> => {
    const message = await take(services, id)
    if (!message) return
    const outcome = await handOver(services, message)
    if (outcome.kind === 'taken') await keepTaken(services, message, outcome.gatewayId)
    else await keepFailure(services, message, outcome)
  }
}

/** Notes that the message is being sent, and gives it; undefined: there is nothing to send any more. */
async function take(services: Services, id: number): Promise<Message | undefined> {
  const { db, now } = services
  const at = now()
  const message = await db.transaction(async trx => {
    const found = await queryOne<Message>(
      trx,
      sql`select id, key, account_id as "accountId", channel, address, subject, body, attempts,
          sending_since as "sendingSince" from notifications.messages
        where id = ${id} and status = ${inProgress} for update`
    )
    if (found && !found.sendingSince)
      await query(trx, sql`update notifications.messages set sending_since = ${at} where id = ${id}`)
    return found
  })
  if (!message) return undefined
  if (message.address === null) return give(services, message, 'address', 'erased')
  const { sendingSince, channel } = message
  if (!sendingSince) return message
  const isKnown = channel === MessageChannel.sms && at.getTime() - sendingSince.getTime() < idsKeptMs
  return isKnown ? message : give(services, message, 'unknown', 'interrupted')
}

async function give(services: Services, message: Message, why: keyof typeof MessageError, detail: string) {
  await conclude(services, message, why, detail)
  return undefined
}

async function handOver(services: Services, { id, key, channel, address, subject, body }: Message): Promise<Outcome> {
  const { sms, mail, settings } = services
  const to = address as string
  if (channel === MessageChannel.sms) {
    const report = notifyUrl(settings)
    return sms.send({ to, text: body, key, ...(report ? { notifyUrl: report } : {}) })
  }
  try {
    await mail.send({ to, subject: subject ?? '', text: body, key })
    return { kind: 'taken', gatewayId: null }
  } catch (error) {
    services.log.debug({ err: error, message: id }, 'notifications: a letter was not taken')
    return outcomeOf(error)
  }
}

/** The gateway has it. A report of its delivery may have come first, and stands. */
async function keepTaken(services: Services, { id, accountId }: Message, gatewayId: string | null): Promise<void> {
  const { db, log, registries } = services
  const about = await db.transaction(async trx => {
    await query(
      trx,
      sql`update notifications.messages set status = ${sent}, error = null, detail = null, sending_since = null,
          attempts = attempts + 1, sent_date = ${services.now()}
        where id = ${id} and (status = ${inProgress} or error = ${MessageError.unknown})`
    )
    if (gatewayId) await query(trx, sql`update notifications.messages set gateway_id = ${gatewayId} where id = ${id}`)
    const subjects = await subjectsOf(trx, id)
    for (const { resourceType, ids } of subjects) {
      const told = registries.told.get(resourceType)
      // The record of a message that is out is not given up for a note that a busy row did not take.
      await trx
        .transaction(async inner => told?.(inner, { ids, accountId }))
        .catch(error => log.warn({ err: error, message: id }, 'notifications: not noted on what it is about'))
    }
    return subjects
  })
  hint(services, [id], about)
}

/** Counts the attempt; the last one ends the message. Throws as long as there is another, so that the queue gives it back. */
async function keepFailure(
  services: Services,
  message: Message,
  outcome: Exclude<Outcome, { kind: 'taken' }>
): Promise<void> {
  const { id, channel } = message
  const { kind, detail } = outcome
  if (kind === 'refused') return conclude(services, message, outcome.why, detail)
  const isLost = kind === 'unknown'
  if (isLost && channel === MessageChannel.email) return conclude(services, message, 'unknown', detail)
  if (message.attempts + 1 >= attempts) return conclude(services, message, isLost ? 'unknown' : 'unreachable', detail)
  await query(
    services.db,
    sql`update notifications.messages set attempts = attempts + 1, detail = ${detail},
        sending_since = case when ${isLost} then sending_since end
      where id = ${id} and status = ${inProgress}`
  )
  throw new Error(`Message ${id} was not taken: ${detail}`)
}

async function conclude(
  services: Services,
  { id }: Message,
  why: keyof typeof MessageError,
  detail: string
): Promise<void> {
  services.log.warn({ message: id, why, detail }, 'notifications: a message ended in error')
  await query(
    services.db,
    sql`update notifications.messages set status = ${failed}, error = ${MessageError[why]}, detail = ${detail},
        attempts = attempts + 1, sending_since = null
      where id = ${id} and status = ${inProgress}`
  )
  hint(services, [id], await subjectsOf(services.db, id))
}

interface Subjects {
  readonly resourceType: string
  readonly ids: readonly number[]
}

const subjectsOf = (database: Database, id: number): Promise<Subjects[]> =>
  query<Subjects>(
    database,
    sql`select resource_type as "resourceType", array_agg(subject_id order by subject_id) as ids from notifications.subjects
      where message_id = ${id} group by resource_type`
  )

/** Staff's lists of messages, and of the things that they are about. */
function hint({ hints }: Services, ids: readonly number[], about: readonly Subjects[]): void {
  hints.send({ kind: 'changed', resourceType: 'notifications.sent', ids, companyId: null })
  for (const { resourceType, ids: subjects } of about)
    hints.send({ kind: 'changed', resourceType, ids: subjects, companyId: null })
}
