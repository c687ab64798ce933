/**
 * Sends one message. Its row is the record; the job in the queue only starts the work. The order of commits decides what happens after a
 * crash:
 *
 * 1. `sending_since` is committed before anything is sent.
 * 2. The message is passed to the gateway or the mail server.
 * 3. The outcome is committed: accepted, refused, or to be tried again after a growing pause.
 *
 * A worker that finds a message between 1 and 3 does not know whether it was sent. An SMS is sent again, because its key prevents
 * duplicates at the gateway, for as long as the gateway remembers keys. An e-mail has no such key: it is marked as unknown and not sent
 * again; a person decides. If a slow worker commits its outcome after the e-mail was marked, the outcome counts.
 *
 * The queue returns a job as long as it fails, also if its process was killed. Failed attempts are counted here, by answers, so that a
 * killed process does not count as an attempt.
 */

import { type Database, query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { doubling, overHours, TryAgain } from '../../src/kernel/jobs/tries.ts'
import { outcomeOf } from '../../src/kernel/messaging/mail.ts'
import type { Outcome } from '../../src/kernel/messaging/sms.ts'
import { held, idsKeptMs } from '../../src/kernel/messaging/sms.ts'
import type { Services } from '../../src/kernel/services.ts'
import { messages } from './messages.ts'
import { Message } from './models.ts'
import { messageSecrets, onMessageDelivered, type SendJob, type Subject, sendJob } from './queue.ts'
import { notifyUrl } from './report.ts'
import { MessageChannel, MessageError, MessageStatus } from './schema.ts'

/**
 * The pauses between the tries of a message, in seconds: an e-mail has most of a day, and an SMS about an hour, because a driver is told of
 * a day that may be over by then.
 */
const pausesOf = ({ channel }: Pick<Message, 'channel'>): readonly number[] =>
  channel === MessageChannel.email ? overHours : overAnHour

const overAnHour = doubling(11).slice(1)

const { inProgress, sent, error: failed } = MessageStatus

type Waiting = Pick<
  Message,
  'id' | 'key' | 'accountId' | 'channel' | 'type' | 'address' | 'subject' | 'body' | 'attempts' | 'sendingSince'
>

/** Why a message ends in error. */
type Cause = Exclude<keyof typeof MessageError, symbol>

/** The options of the queue: jobs expire after longer than sending takes, and are retried more often than any message. */
export const sending = {
  name: sendJob,
  retries: 1_000,
  expireSeconds: 60,
  parallel: 4,
  run: async (services: Services, { id, language }: SendJob): Promise<void> => {
    const message = await claim(services, id)
    if (!message) return
    const outcome = await send(services, message, language)
    if (outcome.kind === 'taken') await recordTaken(services, message, outcome.gatewayId)
    else await recordFailure(services, message, outcome)
  }
}

/** Records that the message is being sent, and returns it; undefined if it must no longer be sent. */
async function claim(services: Services, id: number): Promise<Waiting | undefined> {
  const { db, now } = services
  const at = now()
  const message = await db.transaction(async trx => {
    const found = await queryOne<Waiting>(
      trx,
      sql`select id, key, account_id as "accountId", channel, type, address, subject, body, attempts,
          sending_since as "sendingSince" from notifications.messages
        where id = ${id} and status = ${inProgress} for update`
    )
    if (found && !found.sendingSince) await Message.query(trx).findById(id).patch({ sendingSince: at })
    return found
  })
  if (!message) return undefined
  if (message.address === null) return giveUp(services, message, 'address', 'erased')
  const { sendingSince, channel } = message
  if (!sendingSince) return message
  const isKnown = channel === MessageChannel.sms && at.getTime() - sendingSince.getTime() < idsKeptMs
  return isKnown ? message : giveUp(services, message, 'unknown', 'interrupted')
}

async function giveUp(services: Services, message: Waiting, why: Cause, detail: string) {
  await conclude(services, message, why, detail)
  return undefined
}

async function send(services: Services, message: Waiting, language: SendJob['language']): Promise<Outcome> {
  const { id, key, channel, address, subject } = message
  const { sms, mail, settings } = services
  const to = address as string
  const body = await textOf(services, message)
  if (channel === MessageChannel.sms) {
    const report = notifyUrl(settings)
    return sms.send({ to, text: body, key, ...(report ? { notifyUrl: report } : {}) })
  }
  try {
    const result = await mail.send({ to, subject: subject ?? '', text: body, language, key })
    return result === 'held' ? held : { kind: 'taken', gatewayId: null }
  } catch (error) {
    services.log.debug({ err: error, message: id }, 'notifications: an e-mail was not taken')
    return outcomeOf(error)
  }
}

/** The text as it goes: the stored one with its secrets. */
async function textOf(services: Services, { id, accountId, type, body }: Waiting): Promise<string> {
  let text = body
  for (const { types, mask, reveal } of messageSecrets.all(services.extensions)) {
    const masked = mask(services)
    if (!types.some(one => one === type) || !text.includes(masked)) continue
    const about = (await subjectsOf(services.db, id)).flatMap(({ resourceType, subjects }) =>
      subjects.map(subject => ({ resourceType, id: subject.id }))
    )
    const secret = await reveal(services, { accountId, about })
    text = text.replaceAll(masked, () => secret)
  }
  return text
}

/** Records that the gateway has accepted the message. If a delivery report has arrived before, its status is kept. */
async function recordTaken(
  services: Services,
  { id, accountId, type }: Waiting,
  gatewayId: string | null
): Promise<void> {
  const { db, log, extensions } = services
  const at = services.now()
  const about = await db.transaction(async trx => {
    await Message.query(trx)
      .findById(id)
      .where(message => message.where({ status: inProgress }).orWhere({ error: MessageError.unknown }))
      .patch({
        status: sent,
        error: null,
        detail: null,
        sendingSince: null,
        attempts: trx.raw('attempts + 1'),
        sentDate: at
      })
    if (gatewayId) await Message.query(trx).findById(id).patch({ gatewayId })
    const subjects = await subjectsOf(trx, id)
    for (const { resourceType, subjects: rows } of subjects)
      for (const followUp of onMessageDelivered.all(extensions))
        if (followUp.resourceType === resourceType && (followUp.type ?? type) === type)
          // the message stays recorded as sent, even if a follow-up fails
          await trx
            .transaction(inner => followUp.run(inner, { subjects: rows, accountId, at }))
            .catch(error => log.warn({ err: error, message: id }, 'notifications: a follow-up of a message failed'))
    return subjects
  })
  hint(services, [id], about)
}

/**
 * Counts a failed attempt, and marks the message as failed after the last. Throws before that, so that the queue retries the job.
 */
async function recordFailure(
  services: Services,
  message: Waiting,
  outcome: Exclude<Outcome, { kind: 'taken' }>
): Promise<void> {
  const { db } = services
  const { id, channel } = message
  const { kind, detail } = outcome
  if (kind === 'refused') return conclude(services, message, outcome.why, detail)
  const isLost = kind === 'unknown'
  if (isLost && channel === MessageChannel.email) return conclude(services, message, 'unknown', detail)
  const tried = message.attempts + 1
  const pauses = pausesOf(message)
  const afterSeconds = pauses[message.attempts]
  if (afterSeconds === undefined) return conclude(services, message, isLost ? 'unknown' : 'unreachable', detail)
  await Message.query(db)
    .findById(id)
    .where({ status: inProgress })
    .patch({ attempts: db.raw('attempts + 1'), detail, ...(isLost ? {} : { sendingSince: null }) })
  throw new TryAgain(`Message ${id} was not taken: ${detail}`, { tried, of: pauses.length + 1, afterSeconds })
}

async function conclude(services: Services, { id }: Waiting, why: Cause, detail: string): Promise<void> {
  const { db, log } = services
  const facts = { message: id, why, detail }
  // Where the receiver cannot be reached, nothing of ours has failed.
  if (why === 'address' || why === 'refused') log.warn(facts, 'notifications: a message ended in error')
  else log.error(facts, 'notifications: a message ended in error')
  await Message.query(db)
    .findById(id)
    .where({ status: inProgress })
    .patch({
      status: failed,
      error: MessageError[why],
      detail,
      attempts: db.raw('attempts + 1'),
      sendingSince: null
    })
  hint(services, [id], await subjectsOf(db, id))
}

interface Subjects {
  readonly resourceType: string
  readonly subjects: readonly Subject[]
}

const subjectsOf = (database: Database, id: number): Promise<Subjects[]> =>
  query<Subjects>(
    database,
    sql`select resource_type as "resourceType", json_agg(json_build_object('id', subject_id, 'snapshot', snapshot) order by subject_id) as subjects
      from notifications.subjects
      where message_id = ${id} group by resource_type`
  )

/** Sends hints to lists of messages and of the rows that they are about. */
function hint({ hints }: Services, ids: readonly number[], about: readonly Subjects[]): void {
  hints.send({ kind: 'changed', resourceType: messages.type, ids, companyId: null })
  for (const { resourceType, subjects } of about)
    hints.send({ kind: 'changed', resourceType, ids: subjects.map(subject => subject.id), companyId: null })
}
