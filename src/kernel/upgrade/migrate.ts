/**
 * Brings the database to its present schema, by knex's migrations. A process may be killed at any moment of this, for example
 * during the first start of an installation, and several processes may start at once. So:
 *
 * - The process that migrates holds an advisory lock, which ends with its connection; the others wait. Knex's own lock is a row that
 *   would stay after a kill: the holder of the advisory lock frees it here.
 * - Processes of the version before work meanwhile (`steps.ts`): a step waits for a table only shortly, and what takes something away
 *   waits until nobody needs it.
 * - Steps are taken one by one. Knex then notes each in the step's own transaction, where a whole batch is noted after each commit: a
 *   step that was taken and not noted could neither be taken again nor left out. What runs without a transaction begins by removing
 *   what an earlier try has left.
 */
import type { Knex } from 'knex'
import { migrationSource, steps } from '../../../migrations/index.ts'
import { alone } from '../database/alone.ts'
import { openDatabase } from '../database/database.ts'
import { installQueue } from '../jobs/jobs.ts'
import { type Closed, migratingPart, watchLocks } from './locks.ts'
import { takeStep } from './one-step.ts'
import { olderThan, type Presence } from './presence.ts'
import { ForeignTables, giveRights, requireOwnTables } from './rights.ts'
import { contractSince, type Judgement, judge } from './steps.ts'

const table = { schemaName: 'public', tableName: 'migrations' }
const migrations = { migrationSource, ...table }

/** A version that may not work on this database. Its message is fit to print. */
export class TooOld extends Error {
  constructor(step: string) {
    super(
      `This version is too old for the database: ${step} has taken away what it needs. ` +
        'Start the version that the database was upgraded to, or restore the backup from before the upgrade.'
    )
  }
}

/** The error of knex and the database, as a sentence for operators. */
function sentenceOf(error: unknown): string {
  const { message } = error as Error
  const [, unknown] = /following files are missing: (.*)$/.exec(message) ?? []
  if (unknown)
    return (
      `The database is of a newer version than this one, which does not know of ${unknown}. ` +
      'Take it back by the version that has used it, or restore the backup from before the upgrade.'
    )
  if (/canceling statement due to lock timeout/.test(message))
    return (
      'The database could not be brought to the present shape: others have held a table for minutes (a backup, a long report, a session of psql?). ' +
      'Nothing of the step was kept; try again.'
    )
  if (/must be owner of|permission denied for schema audit/.test(message))
    return (
      'The database could not be brought to the present shape: the role that migrates does not own all tables. ' +
      'Run deploy/postgres/roles.sql as a superuser, and set DATABASE_MIGRATE_URL (docs/operators.md, "Roles of the database").'
    )
  // knex puts the whole statement before what the database said
  return `The database could not be brought to the present shape: ${message.split(' - ').at(-1)}`
}

interface Taking<T> {
  /** While another process changes the shape: whether there is nothing to wait for. */
  needless?(database: Knex): Promise<boolean>
  work(database: Knex): Promise<T>
}

async function taking<T>(url: string, { work, needless }: Taking<T>): Promise<T | undefined> {
  const database = openDatabase({ url, poolSize: 2, statementTimeoutMs: 0, part: migratingPart })
  try {
    await requireOwnTables(database)
    const working = async (): Promise<T> => {
      await database.migrate.forceFreeMigrationsLock(migrations)
      return work(database)
    }
    return await alone(url, working, needless && (() => needless(database)))
  } catch (error) {
    if (error instanceof ForeignTables || error instanceof TooOld) throw error
    throw new Error(sentenceOf(error), { cause: error })
  } finally {
    await database.destroy()
  }
}

const records = (database: Knex) => database.withSchema(table.schemaName).table(table.tableName)

const takenSteps = async (database: Knex): Promise<string[]> =>
  (await database.schema.withSchema(table.schemaName).hasTable(table.tableName)) ? records(database).pluck('name') : []

/**
 * Whether this version may work on the database; for a role that may only read which steps it has.
 * @throws TooOld
 */
export async function lookAt(database: Knex, known: readonly string[] = steps): Promise<Judgement> {
  const judgement = judge(known, await takenSteps(database))
  if (judgement.broken[0]) throw new TooOld(judgement.broken[0])
  return judgement
}

export interface StepReport {
  readonly name: string
  readonly ms: number
  /** More than one where it did not get a table at once. */
  readonly tries: number
  /** What it kept others waiting for, the longest first. */
  readonly closed: readonly Closed[]
}

export interface MigrateOptions {
  /** The application's role, where it is another one: it is given its rights. */
  readonly runtimeRole?: string | undefined
  /** Each step, once it is taken. Only for this the locks are watched. */
  onStep?(report: StepReport): void
  /** Other steps than those of this version, for tests. */
  readonly source?: Knex.MigrationSource<string>
  /** A contract step that is left for later, because versions are connected that need what it takes away. */
  onWaiting?(name: string, by: readonly Presence[]): void
}

/** Runs the missing steps, as one batch. */
async function stepsUp(
  database: Knex,
  url: string,
  { onStep, onWaiting, source = migrationSource }: MigrateOptions
): Promise<string[]> {
  const known = await source.getMigrations([])
  const { missing, contracts } = await lookAt(database, known)
  const lacking = known.filter(step => missing.includes(step) || contracts.includes(step))
  const watch = onStep && lacking.length > 0 ? await watchLocks(url) : undefined
  const taken: string[] = []
  let first: number | undefined
  try {
    for (const name of lacking) {
      const since = contractSince(name)
      const older = since === undefined ? [] : await olderThan(database, since)
      if (older.length > 0) {
        onWaiting?.(name, older)
        continue
      }
      const began = performance.now()
      const { batch, tries } = await takeStep(database, name, source)
      onStep?.({ name, ms: performance.now() - began, tries, closed: watch?.taken() ?? [] })
      first ??= batch
      if (batch !== first) await records(database).where({ name }).update({ batch: first })
      taken.push(name)
    }
    return taken
  } finally {
    await watch?.stop()
  }
}

/** The last step alone, or all that were taken together with it. */
export type Extent = 'step' | 'batch'

async function lastDown(database: Knex, extent: Extent): Promise<string[]> {
  // noted in the transaction of the step, as on the way up
  const afterEach = (trx: Knex, [name]: string[]) =>
    trx.withSchema(table.schemaName).table(table.tableName).where({ name }).delete()
  const config = { ...migrations, afterEach } as Knex.MigratorConfig
  const taken = await (extent === 'step' ? database.migrate.down(config) : database.migrate.rollback(config))
  return (taken as [number, string[]])[1]
}

/**
 * Migrates the database, the queue's schema included; does nothing when it is up to date. While a newer version migrates, one that finds all
 * it needs does not wait for it.
 * @returns the names of the migrations run
 * @throws Error with the database's sentence, when it refuses
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { runtimeRole } = options
  const isComplete = async (database: Knex): Promise<boolean> => (await lookAt(database)).missing.length === 0
  const taken = await taking(url, {
    work: database => stepsUp(database, url, options),
    ...(runtimeRole === undefined ? { needless: isComplete } : {})
  })
  await installQueue(url)
  if (runtimeRole !== undefined) await taking(url, { work: database => giveRights(database, runtimeRole) })
  return taken ?? []
}

/** Undoes the last step or batch of migrations; returns their names, the last first. */
export const rollback = async (url: string, extent: Extent = 'batch'): Promise<string[]> =>
  (await taking(url, { work: database => lastDown(database, extent) })) ?? []

/** What `rollback` would undo. */
export const lastSteps = async (url: string, extent: Extent): Promise<string[]> => {
  const work = async (database: Knex): Promise<string[]> => {
    if (!(await database.schema.withSchema(table.schemaName).hasTable(table.tableName))) return []
    const last = records(database).max('batch')
    const steps = (await records(database).where('batch', last).orderBy('id', 'desc').pluck('name')) as string[]
    return extent === 'step' ? steps.slice(0, 1) : steps
  }
  return (await taking(url, { work })) ?? []
}
