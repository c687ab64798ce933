/**
 * Hints tell browsers that something changed, after the commit and never instead of it. They are coalesced for a few
 * milliseconds and travel between processes by NOTIFY on a connection of their own: NOTIFY inside the transaction halves
 * the throughput of commands. What must happen is never a hint, but a call or a job of the same transaction.
 */
import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { Notice } from '../../contract/hub.ts'

const channel = 'opony_hints'
const coalesceMs = 20
const payloadLimit = 7_500

export interface ChangeHint {
  readonly kind: 'changed'
  readonly resourceType: string
  readonly ids: readonly number[]
  /** Whose it is: clients of another company do not receive it. Null: administrators only. */
  readonly companyId: number | null
}
/** Items of a channel (`channel.ts`). */
export interface ItemsHint {
  readonly kind: 'items'
  readonly channel: string
  readonly items: readonly unknown[]
}
/** The account's sessions have ended, or what it may do has changed. */
export interface AccountHint {
  readonly kind: 'account'
  readonly accountId: number
}
/** A notice for one account, wherever it is connected (`tellAccount`). */
export interface NoticeHint {
  readonly kind: 'notice'
  readonly accountId: number
  readonly notice: Notice
}
export type Hint = ChangeHint | ItemsHint | AccountHint | NoticeHint

export interface Hints {
  send(hint: Hint): void
  /** Gives the function that stops listening. */
  onHint(listener: (hint: Hint) => void): () => void
  /** Hints may have been lost. */
  onGap(listener: () => void): () => void
  stop(): Promise<void>
}

export interface HintsOptions {
  readonly url: string
  readonly log: { warn(details: object, text: string): void }
}

const mergeKey = (hint: ChangeHint): string => `${hint.resourceType}/${hint.companyId ?? ''}`

/** Hints about one resource type become one; a payload of NOTIFY is cut to its limit by splitting the ids. */
export function coalesced(hints: readonly Hint[]): Hint[] {
  const changes = new Map<string, ChangeHint>()
  const rest: Hint[] = []
  for (const hint of hints) {
    if (hint.kind !== 'changed') rest.push(hint)
    else {
      const ids = changes.get(mergeKey(hint))?.ids ?? []
      changes.set(mergeKey(hint), { ...hint, ids: [...new Set([...ids, ...hint.ids])] })
    }
  }
  return [...changes.values(), ...rest].flatMap(fitting)
}

function fitting(hint: Hint): Hint[] {
  if (hint.kind === 'account' || hint.kind === 'notice' || JSON.stringify(hint).length <= payloadLimit) return [hint]
  const items = hint.kind === 'changed' ? hint.ids : hint.items
  const half = Math.ceil(items.length / 2)
  const halves = [items.slice(0, half), items.slice(half)]
  return halves.flatMap(part => fitting({ ...hint, [hint.kind === 'changed' ? 'ids' : 'items']: part } as Hint))
}

export async function openHints({ url, log }: HintsOptions): Promise<Hints> {
  const emitter = new EventEmitter().setMaxListeners(0)
  let waiting: Hint[] = []
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'opony-hints',
      keepAlive: true,
      connectionTimeoutMillis: 2_500
    })
    fresh.on('notification', ({ payload }) => {
      for (const hint of JSON.parse(payload ?? '[]') as Hint[]) emitter.emit('hint', hint)
    })
    const lost = (): void => {
      if (client !== fresh || stopped) return
      client = undefined
      retry = setTimeout(() => void again(), 500)
    }
    fresh.on('error', lost)
    fresh.on('end', lost)
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    client = fresh
  }
  const again = async (): Promise<void> => {
    if (stopped) return
    try {
      await connect()
      emitter.emit('gap')
    } catch (error) {
      log.warn({ err: error }, 'hints: the database cannot be reached, trying again')
      retry = setTimeout(() => void again(), 1_000)
    }
  }
  const flush = (): void => {
    timer = undefined
    const hints = coalesced(waiting)
    waiting = []
    const current = client
    if (!current) return
    const payloads = hints.map(hint => JSON.stringify([hint]))
    current
      .query('select pg_notify($1, payload) from unnest($2::text[]) payload', [channel, payloads])
      .catch((error: unknown) => log.warn({ err: error }, 'hints: not sent'))
  }

  await connect()
  return {
    send(hint) {
      waiting.push(hint)
      timer ??= setTimeout(flush, coalesceMs)
    },
    onHint(listener) {
      emitter.on('hint', listener)
      return () => emitter.off('hint', listener)
    },
    onGap(listener) {
      emitter.on('gap', listener)
      return () => emitter.off('gap', listener)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearTimeout(retry)
      await client?.end()
    }
  }
}
