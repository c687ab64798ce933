/**
 * The callers of sessions, cached in memory, so that a request costs no query of its own. A cached caller must never be used after
 * its data has changed, whoever changed it:
 *
 * - The database announces each change of what a session says by triggers, with the commit (NOTIFY), to every process. No
 *   command can forget it, nor SQL by hand.
 * - NOTIFY takes a moment, but a change made in this process must show in the very next request. So the triggers
 *   also raise a notice: the connection that made the change gets it with the answer to its statement, and the callers it names are
 *   dropped when the transaction has ended, before the code that waits for the commit goes on.
 * - An answer that was being read during a change may be older than the change. It is not cached: each change increments
 *   `generation`, and only what was read within one generation is stored.
 * - The cache is used only while the listening connection has recently proved that it receives everything
 *   (`listener.heardUntil`). Without that proof every request asks the database, so that a lost connection, noticed or not,
 *   delays no change beyond `proofMs`.
 * - While the database does not answer, a replica may say who calls, for reads that it answers itself, and this is never kept. A session that
 *   another process has ended in the last seconds may then still read (`database/replica.ts`); it changes nothing.
 * - Second lines of defence: an entry is read again after a minute, and never counts past the end of its session.
 */
import type { Knex } from 'knex'
import type { Settings } from '../../../config/settings.ts'
import { hearConnections } from '../database/pg-internals.ts'
import type { Replica } from '../database/replica.ts'
import type { Extensions } from '../extension-points.ts'
import type { Listener } from '../realtime/listener.ts'
import type { Caller } from './caller.ts'
import { type Identity, type IdentityServices, identify } from './identity.ts'

export const identityChannel = 'opony_identity'
export const usualProofMs = 750
/** Age of the last proof from which a new one is asked for. */
const askProofMs = 250
const keptMs = 60_000
const maxEntries = 20_000

/** Whose data has changed: of these accounts, of all accounts of these companies, or of everybody. */
export interface IdentityChange {
  readonly all?: boolean
  readonly accounts?: readonly number[]
  readonly companies?: readonly number[]
}

export interface Sessions {
  /** The caller of this session; undefined when it has ended. From memory where that is safe, otherwise by a query. */
  callerOf(
    sessionId: string,
    accountId: number,
    now: Date,
    /** For what a replica may answer: it also says who calls while the database is away. */
    mayBeOfReplica?: boolean
  ): Promise<Caller | undefined>
  /**
   * Further data of this caller, cached as long as the caller is. It may be read only from tables that announce their changes, as
   * for `identify`.
   */
  factOf<T>(caller: Caller, fact: Fact<T>): Promise<T>
  /**
   * Calls the listener when, in any process, something changed that had to be dropped from memory. Returns the function that stops
   * this.
   */
  onChange(hear: (change: IdentityChange) => void): () => void
  stop(): void
}

/** The object itself is the key of the cache. */
export interface Fact<T> {
  read(services: IdentityServices, caller: Caller): Promise<T>
}

export interface SessionsOptions {
  readonly db: Knex
  readonly extensions: Extensions
  readonly settings?: Settings
  readonly listener: Listener
  /** Says who calls while the database is away. */
  readonly replica?: Pick<Replica, 'instead'> | undefined
  /** Most sessions in memory; the oldest entry is dropped first. */
  readonly most?: number
  /**
   * Age of the last proof up to which the cache is used: a change in another process takes effect at the latest after this time.
   */
  readonly proofMs?: number
}

interface Entry extends Identity {
  readonly keptAt: number
  readonly facts: Map<Fact<unknown>, unknown>
}

export const concerns = (
  { all, accounts, companies }: IdentityChange,
  { accountId, companyId }: Pick<Caller, 'accountId' | 'companyId'>
): boolean =>
  all === true ||
  accounts?.includes(accountId) === true ||
  (companyId !== null && companies?.includes(companyId) === true)

/** The callers in memory, by their sessions. Whether they may be used now is for `openSessions` to say. */
function openMemory(most: number) {
  const entries = new Map<string, Entry>()
  let generation = 0
  return {
    /** The number of changes so far. What was read before the last of them may be older than it. */
    generation: (): number => generation,
    drop(change: IdentityChange): void {
      generation += 1
      for (const [id, { caller }] of entries) if (concerns(change, caller)) entries.delete(id)
    },
    caller(sessionId: string, accountId: number, now: Date): Caller | undefined {
      const entry = entries.get(sessionId)
      if (!entry || entry.caller.accountId !== accountId) return undefined
      if (entry.expiresAt > now && performance.now() - entry.keptAt <= keptMs) return entry.caller
      entries.delete(sessionId)
      return undefined
    },
    facts: (sessionId: string): Entry['facts'] | undefined => entries.get(sessionId)?.facts,
    /** Stores what was read since `began`, unless something has changed meanwhile. */
    keep(sessionId: string, identity: Identity, began: number): void {
      if (began !== generation) return
      const [longest] = entries.keys()
      if (entries.size >= most && longest !== undefined) entries.delete(longest)
      entries.set(sessionId, { ...identity, keptAt: performance.now(), facts: new Map() })
    }
  }
}

export function openSessions({
  db,
  extensions,
  settings,
  listener,
  replica,
  most = maxEntries,
  proofMs = usualProofMs
}: SessionsOptions): Sessions {
  const memory = openMemory(most)
  const hearing = new Set<(change: IdentityChange) => void>()
  const services: IdentityServices = settings ? { db, extensions, settings } : { db, extensions }

  const dropAndTell = (change: IdentityChange): void => {
    memory.drop(change)
    for (const hear of hearing) hear(change)
  }
  const stopHearing = [
    listener.onNotification(identityChannel, payload => dropAndTell(JSON.parse(payload))),
    listener.onGap(() => dropAndTell({ all: true }))
  ]
  watchPool(db, memory.drop)

  const isTrusted = (): boolean => {
    const age = performance.now() - listener.heardUntil()
    if (age > askProofMs) listener.confirm().catch(() => undefined)
    return age <= proofMs
  }
  return {
    async callerOf(sessionId, accountId, now, mayBeOfReplica = false) {
      const known = memory.caller(sessionId, accountId, now)
      if (known && isTrusted()) return known
      const began = memory.generation()
      const identityBy = (from: IdentityServices) => identify.of(extensions)(from, sessionId, accountId, now)
      try {
        const identity = await identityBy(services)
        if (identity) memory.keep(sessionId, identity, began)
        return identity?.caller
      } catch (error) {
        if (!replica || !mayBeOfReplica) throw error
        // never kept: whoever signed out meanwhile is known when the database answers again
        return (await replica.instead(error, copy => identityBy({ ...services, db: copy })))?.caller
      }
    },
    async factOf<T>(caller: Caller, fact: Fact<T>) {
      const facts = isTrusted() ? memory.facts(caller.sessionId) : undefined
      if (facts?.has(fact)) return facts.get(fact) as T
      const began = memory.generation()
      const value = await fact.read(services, caller)
      if (began === memory.generation()) memory.facts(caller.sessionId)?.set(fact, value)
      return value
    },
    onChange(hear) {
      hearing.add(hear)
      return () => hearing.delete(hear)
    },
    stop() {
      for (const stop of stopHearing) stop()
    }
  }
}

/** Listens to the changes of this process: the names come by notices, and are dropped when the transaction has ended. */
function watchPool(db: Knex, drop: (change: IdentityChange) => void): void {
  hearConnections(db, () => {
    let changes: IdentityChange[] = []
    const dropAll = (): void => {
      for (const change of changes) drop(change)
      changes = []
    }
    return {
      notice({ message, detail }) {
        if (message === identityChannel && detail) changes.push(JSON.parse(detail))
      },
      idle: dropAll,
      end: dropAll
    }
  })
}
