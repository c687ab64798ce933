/**
 * Brings the database to its present schema, by knex's migrations. A process may be killed at any moment of this, for example
 * during the first start of an installation, and several processes may start at once. So:
 *
 * - The process that migrates holds an advisory lock, which ends with its connection; the others wait. Knex's own lock is a row that
 *   would stay after a kill: the holder of the advisory lock frees it here.
 * - The lock is tried repeatedly, not waited for in a statement: `create index concurrently` would wait for that statement.
 * - Steps are taken one by one. Knex then notes each in the step's own transaction, where a whole batch is noted after each commit: a
 *   step that was taken and not noted could neither be taken again nor left out. What runs without a transaction begins by removing
 *   what an earlier try has left.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import pg from 'pg'
import { migrationSource } from '../../../migrations/index.ts'
import { openDatabase } from '../database/database.ts'
import { installQueue } from '../jobs/jobs.ts'
import { giveRights } from './rights.ts'

const table = { schemaName: 'public', tableName: 'migrations' }
const migrations = { migrationSource, ...table }
const lockKey = 0x4f50_4d47
const tryAgainMs = 200

/** Runs the work while no other process migrates this database. */
async function alone<T>(url: string, work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({
    connectionString: url,
    application_name: 'opony-migrations',
    connectionTimeoutMillis: 2_500,
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
    while (!(await takesLock())) await wait(tryAgainMs)
    return await work()
  } finally {
    await holder.end()
  }
}

/** The error of knex and the database, as a sentence for operators. */
function sentenceOf(error: unknown): string {
  const { message } = error as Error
  const [, unknown] = /following files are missing: (.*)$/.exec(message) ?? []
  if (unknown)
    return (
      `The database is of a newer version than this one, which does not know of ${unknown}. ` +
      'Start the version that has used it, or restore the backup from before the upgrade.'
    )
  if (/must be owner of|permission denied for schema audit/.test(message))
    return (
      'The database could not be brought to the present shape: the role that migrates does not own all tables. ' +
      'Run deploy/postgres/roles.sql as a superuser, and set DATABASE_MIGRATE_URL (docs/operators.md, "Roles of the database").'
    )
  // knex puts the whole statement before what the database said
  return `The database could not be brought to the present shape: ${message.split(' - ').at(-1)}`
}

async function taking(url: string, steps: (database: Knex) => Promise<string[]>): Promise<string[]> {
  const database = openDatabase({ url, poolSize: 2, statementTimeoutMs: 0 })
  try {
    return await alone(url, async () => {
      await database.migrate.forceFreeMigrationsLock(migrations)
      return steps(database)
    })
  } catch (error) {
    throw new Error(sentenceOf(error), { cause: error })
  } finally {
    await database.destroy()
  }
}

const records = (database: Knex) => database.withSchema(table.schemaName).table(table.tableName)

/** Runs all missing steps, as one batch. */
async function stepsUp(database: Knex): Promise<string[]> {
  const taken: string[] = []
  let batch: number | undefined
  for (;;) {
    const [number, [name]] = (await database.migrate.up(migrations)) as [number, string[]]
    if (name === undefined) return taken
    batch ??= number
    if (number !== batch) await records(database).where({ name }).update({ batch })
    taken.push(name)
  }
}

async function lastBatchDown(database: Knex): Promise<string[]> {
  // noted in the transaction of the step, as on the way up
  const afterEach = (trx: Knex, [name]: string[]) =>
    trx.withSchema(table.schemaName).table(table.tableName).where({ name }).delete()
  const [, taken] = (await database.migrate.rollback({ ...migrations, afterEach } as Knex.MigratorConfig)) as [
    number,
    string[]
  ]
  return taken
}

/** The steps of this version that the database lacks; for a role that may only read which it has. */
export async function missingSteps(database: Knex): Promise<string[]> {
  const taken = (await database.schema.withSchema(table.schemaName).hasTable(table.tableName))
    ? ((await records(database).pluck('name')) as string[])
    : []
  const known = await migrationSource.getMigrations([])
  return known.filter(name => !taken.includes(name))
}

/**
 * Migrates the database, the queue's schema included; does nothing when it is up to date.
 * @param runtimeRole the application's role, where it is another one: it is given its rights
 * @returns the names of the migrations run
 * @throws Error with the database's sentence, when it refuses
 */
export async function migrate(url: string, runtimeRole?: string): Promise<string[]> {
  const taken = await taking(url, stepsUp)
  await installQueue(url)
  if (runtimeRole !== undefined) await taking(url, database => giveRights(database, runtimeRole).then(() => []))
  return taken
}

/** Undoes the last batch of migrations. */
export const rollback = (url: string): Promise<string[]> => taking(url, lastBatchDown)
