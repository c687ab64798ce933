/** Which processes work on the database, by the names of their connections (`database/application-name.ts`). */
import { type Database, query, sql } from '../database/sql.ts'

/** Connections of one version from one address. */
export interface Presence {
  /** The last step that the version knows; 0 for versions from before connections named it. */
  readonly step: number
  /** Null: by a socket of the machine itself. */
  readonly address: string | null
  readonly connections: number
}

/**
 * Those of versions that do not know the step. Dumps are not counted, because they take what there is, nor those that migrate or wait for
 * it, because they look at the steps before they work.
 */
export async function olderThan(database: Database, step: number): Promise<Presence[]> {
  const present = await query<Presence>(
    database,
    sql`select coalesce(substring(application_name from ' ([0-9]+)$')::int, 0) as step, host(client_addr) as address, count(*)::int as connections
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name ~ '^opony(-[a-z]+|)( [0-9]+|)$' and application_name !~ '^opony-(backup|migrations|migrating|watch)'
      group by 1, 2 order by 1, 2`
  )
  return present.filter(one => one.step < step)
}

/** As a sentence for operators. */
export const presenceText = (present: readonly Presence[]): string =>
  present.map(({ address, connections }) => `${address ?? 'this machine'}: ${connections}`).join(', ')
