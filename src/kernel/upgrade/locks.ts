/**
 * What a step keeps others waiting for: tables that it closes, and for how long. The locks of the connections that migrate are looked at again
 * and again from another connection. A table that the step itself makes is not seen there before its commit, and nobody waits for it.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { applicationName } from '../database/application-name.ts'

/** By this name the connections that migrate are known. */
export const migratingPart = 'migrating'

const everyMs = 10

/** A table that was there before, and that others could not read or write. */
export interface Closed {
  readonly table: string
  readonly for: 'readers and writers' | 'writers'
  readonly ms: number
}

interface Lock {
  readonly table: string
  readonly closes: Closed['for']
}

const text = `
  select c.oid::regclass::text as table,
    case when bool_or(l.mode = 'AccessExclusiveLock') then 'readers and writers' else 'writers' end as closes
  from pg_locks l join pg_class c on c.oid = l.relation join pg_namespace n on n.oid = c.relnamespace
    join pg_stat_activity a on a.pid = l.pid
  where l.granted and l.locktype = 'relation' and a.datname = current_database() and a.application_name = $1
    and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    and c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  group by 1`

export interface LockWatch {
  /** What was closed since the last call, the longest first. */
  taken(): readonly Closed[]
  stop(): Promise<void>
}

/** Watches until it is stopped. What it cannot see, for the database does not answer it, is not counted. */
export async function watchLocks(url: string): Promise<LockWatch> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName('watch'), keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  const since = new Map<string, { readonly from: number; readonly to: number; readonly closes: Closed['for'] }>()
  const closed = new Map<string, Closed>()
  const note = (table: string): void => {
    const lock = since.get(table)
    since.delete(table)
    if (!lock) return
    // at most one look longer than it was
    const ms = lock.to - lock.from + everyMs
    if ((closed.get(table)?.ms ?? 0) < ms) closed.set(table, { table, for: lock.closes, ms })
  }
  let isStopped = false
  const look = async (): Promise<void> => {
    const { rows } = await client.query<Lock>(text, [applicationName(migratingPart)])
    const now = performance.now()
    for (const table of since.keys()) if (!rows.some(row => row.table === table)) note(table)
    for (const { table, closes } of rows) since.set(table, { from: since.get(table)?.from ?? now, to: now, closes })
  }
  const watching = (async () => {
    while (!isStopped) {
      await look()
      await wait(everyMs)
    }
  })().catch(() => undefined)
  return {
    taken() {
      for (const table of [...since.keys()]) note(table)
      const all = [...closed.values()].sort((a, b) => b.ms - a.ms)
      closed.clear()
      return all
    },
    async stop() {
      isStopped = true
      await watching
      await client.end()
    }
  }
}
