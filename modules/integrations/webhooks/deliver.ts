/**
 * Sends what is due to webhooks. Of an address one attempt goes on at a time, whichever worker makes it: who sends holds an advisory lock of
 * the database, in a transaction that does nothing else, and a worker that is killed gives it back with its connection. What an attempt
 * has come to is committed by itself, right after it; a worker that is killed in between makes the attempt again, under the same id.
 *
 * Of one thing, deliveries go out in their order: while one waits to be tried again, those after it wait, too, and those of other things
 * go on.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { query, queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import { guardedPost, type PostResult } from '../../../src/kernel/outbound/guarded-post.ts'
import { userAgent } from '../../../src/kernel/outbound/request-json.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { placeEvents } from '../events/place.ts'
import { decrypted } from './encryption.ts'
import { webhooks } from './resource.ts'
import { endpointPause, givenUpAfterMs, isDelivered, isGivenUp, isGone, pauseAfter } from './rules.ts'
import { AttemptOutcome, OffReason } from './schema.ts'
import { signedHeaders } from './sign.ts'

const lockSpace = 0x4f57
const timeoutMs = 20_000
/** Addresses that are sent to at once by one process; each takes a connection of the pool. */
const maxAtOnce = 4
/** How long one address is sent to before others get their turn. */
const turnMs = 5_000
const batchSize = 100
const lookMs = 500
/** Longer than a turn and its last attempt take. */
const lockedFor = raw(`'60s'`)

const state = { waiting: 0, delivered: 1, givenUp: 2 } as const

/** Sends all that is due, until nothing is or the process stops. */
export async function deliverAll(services: Services, signal: AbortSignal): Promise<void> {
  const { db } = services
  await placeEvents(db, services.now())
  const running = new Map<number, Promise<void>>()
  for (;;) {
    const free = maxAtOnce - running.size
    if (free > 0 && !signal.aborted)
      for (const id of await dueWebhooks(services, [...running.keys()], free)) {
        const turn = takeTurn(services, id, signal)
          .catch(err => services.log.warn({ err, webhook: id }, 'integrations: a webhook could not be sent to'))
          .finally(() => running.delete(id))
        running.set(id, turn)
      }
    if (running.size === 0) return
    await Promise.race([...running.values(), pause(lookMs)])
    if (!signal.aborted) await placeEvents(db, services.now())
  }
}

async function dueWebhooks({ db, now }: Services, except: readonly number[], most: number): Promise<number[]> {
  const found = await query<{ id: number }>(
    db,
    sql`select w.id from integrations.webhooks w
      where w.turned_off_at is null and w.removed_at is null and (w.paused_until is null or w.paused_until <= ${now()}::timestamptz)
        and w.id <> all(${[...except]}::int[])
        and exists (select from integrations.deliveries d where d.webhook_id = w.id and d.state = ${raw('0')}
          and d.due_at <= ${now()}::timestamptz and not exists (
            select from integrations.deliveries later where later.webhook_id = d.webhook_id and later.state = ${raw('0')}
              and later.due_at > ${now()}::timestamptz and later.subject = d.subject))
      order by random() limit ${most}`
  )
  return found.map(({ id }) => id)
}

async function takeTurn(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const sent: number[] = []
  let isFree = false
  await services.db.transaction(async lock => {
    await query(lock, sql`set local idle_in_transaction_session_timeout = ${lockedFor}`)
    const got = await queryOne<{ free: boolean }>(
      lock,
      sql`select pg_try_advisory_xact_lock(${lockSpace}::int, ${id}::int) as free`
    )
    isFree = got?.free === true
    if (isFree) sent.push(...(await sendDue(services, id, signal)))
  })
  // another worker sends to it: it is looked at again a moment later
  if (!isFree) await pause(lookMs)
  if (sent.length > 0) services.hints.send({ kind: 'changed', resourceType: webhooks.type, ids: [id], companyId: null })
}

interface Due {
  readonly id: number
  readonly subject: string | null
}

/** Of the deliveries that are due the oldest, without those of a thing of which an earlier one waits to be tried again. */
const dueDeliveries = ({ db, now }: Services, webhookId: number): Promise<Due[]> =>
  query<Due>(
    db,
    sql`with later as (
        select distinct subject from integrations.deliveries
        where webhook_id = ${webhookId} and state = ${raw('0')} and due_at > ${now()}::timestamptz and subject is not null)
      select id, subject from integrations.deliveries
      where webhook_id = ${webhookId} and state = ${raw('0')} and due_at <= ${now()}::timestamptz
        and (subject is null or subject not in (select subject from later))
      order by id limit ${batchSize}`
  )

/** @returns the deliveries that were tried */
async function sendDue(services: Services, webhookId: number, signal: AbortSignal): Promise<number[]> {
  const until = performance.now() + turnMs
  const tried: number[] = []
  for (;;) {
    const batch = await dueDeliveries(services, webhookId)
    if (batch.length === 0) return tried
    const failed = new Set<string>()
    let isAnySent = false
    for (const { id, subject } of batch) {
      if (signal.aborted || performance.now() > until) return tried
      if (subject !== null && failed.has(subject)) continue
      const done = await tryOnce(services, id, signal)
      isAnySent = true
      tried.push(id)
      if (done === 'stop') return tried
      if (done === 'failed' && subject !== null) failed.add(subject)
    }
    if (!isAnySent) return tried
  }
}

interface Attempt {
  readonly webhookId: number
  readonly place: number | null
  readonly type: string
  readonly tries: number
  readonly createdAt: Date
  readonly url: string
  readonly secret: Buffer
  readonly formerSecret: Buffer | null
  readonly failingSince: Date | null
  readonly version: number | null
  readonly at: Date | null
  readonly data: object | null
  /** As it was sent before; null before the first attempt. */
  readonly body: string | null
}

/** The delivery as it is now; undefined where it need not be sent, because somebody has turned the address off meanwhile. */
const attemptOf = ({ db, now }: Services, id: number): Promise<Attempt | undefined> =>
  queryOne<Attempt>(
    db,
    sql`select w.id as "webhookId", d.place, d.type, d.tries, d.created_at as "createdAt", w.url, w.secret,
        case when w.former_until > ${now()}::timestamptz then w.former_secret end as "formerSecret",
        w.failing_since as "failingSince", e.version, e.at, e.data, d.body
      from integrations.deliveries d join integrations.webhooks w on w.id = d.webhook_id
        left join kernel.events e on e.place = d.place
      where d.id = ${id} and d.state = ${state.waiting} and w.turned_off_at is null and w.removed_at is null`
  )

/** The id under which the receiver knows a delivery again: the event's, also where it is sent again. */
export const messageId = (place: number | null, deliveryId: number): string =>
  place === null ? `test_${deliveryId}` : `evt_${place}`

/** Undefined where the event is no longer kept. It is kept with the delivery: what is tried again, and what people are shown, are the same bytes. */
function bodyOf({ place, type, version, at, createdAt, data }: Attempt): string | undefined {
  if (place !== null && data === null) return undefined
  return JSON.stringify({ type, version: version ?? 1, timestamp: (at ?? createdAt).toISOString(), data: data ?? {} })
}

type Sendable = Attempt & { readonly body: string }

async function tryOnce(services: Services, id: number, signal: AbortSignal): Promise<'delivered' | 'failed' | 'stop'> {
  const attempt = await attemptOf(services, id)
  if (!attempt) return 'stop'
  const body = attempt.body ?? bodyOf(attempt)
  if (body === undefined) {
    // the event was dropped, because it waited for longer than events are kept
    await query(services.db, sql`update integrations.deliveries set state = ${state.givenUp} where id = ${id}`)
    return 'delivered'
  }
  const startedAt = services.now()
  const began = performance.now()
  const result = await post(services, id, { ...attempt, body }, signal)
  if (result.kind === 'stopped') return 'stop'
  const milliseconds = Math.round(performance.now() - began)
  return record(services, id, { ...attempt, body }, { startedAt, milliseconds, result })
}

async function post(
  { settings, now }: Services,
  id: number,
  attempt: Sendable,
  signal: AbortSignal
): Promise<PostResult | Held> {
  if (settings.outside === 'off') return { kind: 'held', detail: 'OUTSIDE=off' }
  const { place, url, secret, formerSecret, body } = attempt
  const secrets = [secret, ...(formerSecret ? [formerSecret] : [])].flatMap(bytes => decrypted(bytes, settings) ?? [])
  if (secrets.length === 0) return { kind: 'down', detail: 'the secret was encrypted by another TOKEN_SECRET' }
  const timestamp = Math.floor(now().getTime() / 1000)
  return guardedPost({
    url: new URL(url),
    headers: {
      ...signedHeaders(secrets, { id: messageId(place, id), timestamp, body }),
      'content-type': 'application/json',
      'user-agent': userAgent(settings)
    },
    body,
    timeoutMs,
    allowPrivate: settings.webhookPrivate,
    signal
  })
}

interface Outcome {
  readonly startedAt: Date
  readonly milliseconds: number
  readonly result: Known
}

/** A copy of an installation tells nobody: what was due is not sent later either, when the copy may speak again. */
interface Held {
  readonly kind: 'held'
  readonly detail: string
}

/** What is known of an attempt; of one that the process has broken off nothing is. */
type Known = Exclude<PostResult, { kind: 'stopped' }> | Held

const outcomeOf = (result: Known): number => {
  if (isDelivered(result)) return AttemptOutcome.delivered
  return result.kind === 'answer' ? AttemptOutcome.refused : AttemptOutcome[result.kind]
}

/** One statement, so that a kill leaves all of it or nothing. */
async function record(
  { db, now, hints }: Services,
  id: number,
  { webhookId, tries, failingSince, place, body }: Sendable,
  { startedAt, milliseconds, result }: Outcome
): Promise<'delivered' | 'failed' | 'stop'> {
  const at = now()
  const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1000)
  const isDone = isDelivered(result)
  // a test is tried once, and it and what is held tell nothing of how long an address has failed
  const isTest = place === null
  const isHeld = result.kind === 'held'
  const isLast = isDone || isTest || isHeld
  const seconds = isLast ? undefined : pauseAfter(tries + 1, result, Math.random())
  const nextAt = seconds === undefined ? null : later(seconds)
  const since = isDone ? null : isTest || isHeld ? failingSince : (failingSince ?? at)
  const off = isGone(result) ? OffReason.gone : !isDone && !isHeld && isGivenUp(since, at) ? OffReason.failing : null
  const wait = isLast ? 0 : endpointPause(result)
  const answer = (result.kind === 'answer' ? result.text : result.detail).replaceAll('\u0000', '')
  await query(
    db,
    sql`with attempt as (
        insert into integrations.attempts (webhook_id, delivery_id, at, milliseconds, outcome, status, answer, next_at)
        values (${webhookId}, ${id}, ${startedAt}, ${milliseconds}, ${outcomeOf(result)},
          ${result.kind === 'answer' ? result.status : null}::smallint, ${answer}, ${nextAt}::timestamptz)
      ), delivery as (
        update integrations.deliveries set tries = tries + 1, body = ${body}, due_at = coalesce(${nextAt}::timestamptz, due_at),
          state = ${isDone ? state.delivered : nextAt === null ? state.givenUp : state.waiting}
        where id = ${id}
      )
      update integrations.webhooks set failing_since = ${since}::timestamptz,
        paused_until = ${wait > 0 ? later(wait) : null}::timestamptz,
        turned_off_at = coalesce(turned_off_at, ${off === null ? null : at}::timestamptz),
        off_reason = coalesce(off_reason, ${off}::smallint)
      where id = ${webhookId} and (failing_since is distinct from ${since}::timestamptz or paused_until is not null
        or ${wait > 0 || off !== null})`
  )
  if (off !== null) hints.send({ kind: 'changed', resourceType: webhooks.type, ids: [webhookId], companyId: null })
  if (off !== null || wait > 0) return 'stop'
  return isDone || isHeld ? 'delivered' : 'failed'
}

/**
 * Turns off what has failed for days and has nothing left to be tried again: an address that receives few events would otherwise lose them and
 * stay as it is, and nobody would know.
 */
export async function giveUpSilent({ db, now, hints }: Services): Promise<void> {
  const at = now()
  const given = await query<{ id: number }>(
    db,
    sql`update integrations.webhooks w set turned_off_at = ${at}, off_reason = ${OffReason.failing}
      where w.failing_since <= ${new Date(at.getTime() - givenUpAfterMs)}::timestamptz and w.turned_off_at is null and w.removed_at is null
        and not exists (select from integrations.deliveries d where d.webhook_id = w.id and d.state = ${raw('0')})
      returning w.id`
  )
  const ids = given.map(({ id }) => id)
  if (ids.length > 0) hints.send({ kind: 'changed', resourceType: webhooks.type, ids, companyId: null })
}
