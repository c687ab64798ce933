/**
 * Work that changes the shape of the database, by one process at a time: migrations, and the queues, each of which has a table. The lock
 * ends with its connection, so that a killed process leaves none. It is tried repeatedly, not waited for in a statement: `create index
 * concurrently` would wait for that statement.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { applicationName } from './application-name.ts'

const lockKey = 0x4f50_4d47
const tryAgainMs = 200

/**
 * Runs the work while no other process changes the shape of this database; waits for as long as one does.
 * @param needless asked while another process does: true where there is nothing to wait for, and the work is left out
 */
export async function alone<T>(url: string, work: () => Promise<T>): Promise<T>
export async function alone<T>(
  url: string,
  work: () => Promise<T>,
  needless: (() => Promise<boolean>) | undefined
): Promise<T | undefined>
export async function alone<T>(
  url: string,
  work: () => Promise<T>,
  needless?: () => Promise<boolean>
): Promise<T | undefined> {
  const holder = new pg.Client({
    connectionString: url,
    application_name: applicationName('migrations'),
    connectionTimeoutMillis: 2_500,
    query_timeout: 5_000,
    keepAlive: true
  })
  // When this connection breaks, the work must stop, too.
  holder.on('error', () => undefined)
  await holder.connect()
  const takesLock = async (): Promise<boolean> => {
    const { rows } = await holder.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockKey])
    return rows[0]?.locked === true
  }
  try {
    while (!(await takesLock())) {
      if (await needless?.()) return undefined
      await wait(tryAgainMs)
    }
    return await work()
  } finally {
    await holder.end()
  }
}
