/**
 * `npm run migrate`: brings the tables to this version, while processes of the version before it may work. `-- --dry-run` says what it would do;
 * with `--copy` it does that to a copy, in the empty database of the address, and says how long each step takes and what it closes meanwhile.
 *
 * `npm run migrate:rollback` takes the last step back; with `-- --batch` all that were taken together. What a step has made goes with its data,
 * so it asks first; in production, and where nobody can be asked, it needs `--yes`.
 */
import { pipeline } from 'node:stream/promises'
import { counted } from '../counted.ts'
import { openDatabase } from '../kernel/database/database.ts'
import {
  lastSteps,
  lookAt,
  type MigrateOptions,
  migrate,
  rollback,
  type StepReport
} from '../kernel/upgrade/migrate.ts'
import { olderThan, presenceText } from '../kernel/upgrade/presence.ts'
import { contractSince } from '../kernel/upgrade/steps.ts'
import { bringUpToDate } from '../kernel/upgrade/upgrade.ts'
import { isEmptyDatabase } from './backup/contents.ts'
import { startProgram } from './backup/programs.ts'
import { endWith, isAgreed, readCommandLine } from './command-line.ts'
import { say, withDatabase } from './database.ts'

const usage = `npm run migrate                            brings the tables to this version
npm run migrate -- --dry-run               says which steps it would take, and changes nothing
npm run migrate -- --dry-run --copy <url>  takes them in a copy: restored into the empty database there, and left there
npm run migrate:rollback                   takes the last step back, with the data of what it has made
npm run migrate:rollback -- --batch --yes  all that were taken together; --yes: without asking`

const flag = { type: 'boolean', default: false } as const
const { values, positionals } = readCommandLine(
  {
    options: { batch: flag, yes: flag, 'dry-run': flag, copy: { type: 'string' } },
    allowPositionals: true
  },
  usage
)

const [word, ...more] = positionals
const isBack = word === 'rollback'

/** What was asked for and would not be done; undefined where all would be. Whoever tries something must never change the database by it. */
function whatIsWrong(): string | undefined {
  const unknown = isBack ? more[0] : word
  if (unknown !== undefined) return `There is no word "${unknown}".`
  if (isBack) {
    const given = (['dry-run', 'copy'] as const).find(name => values[name])
    return given && `--${given} is for going forward: rollback would take the step back all the same.`
  }
  const given = (['batch', 'yes'] as const).find(name => values[name])
  if (given) return `--${given} is for npm run migrate:rollback alone.`
  if (values.copy === '') return '--copy needs the address of an empty database.'
  return values.copy && !values['dry-run']
    ? '--copy needs --dry-run: without it the database itself is migrated.'
    : undefined
}

const wrong = whatIsWrong()
if (wrong !== undefined) endWith(wrong, usage)

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`

function sentenceOf({ name, ms, tries, closed }: StepReport): string {
  const locks = closed.map(one => `${one.table} closed to ${one.for} for ${seconds(one.ms)}`)
  return [`done: ${name} in ${seconds(ms)}`, ...locks, ...(tries > 1 ? [`${tries} tries`] : [])].join('; ')
}

const printing: Pick<MigrateOptions, 'onStep' | 'onWaiting'> = {
  onStep: report => say(sentenceOf(report)),
  onWaiting: (name, by) =>
    say(
      `waits: ${name}, until no process of a version before step ${contractSince(name)} is connected (connections from ${presenceText(by)}). ` +
        'This version works without it; run npm run migrate again then.'
    )
}

async function sayWhatIsMissing(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 1 })
  try {
    const { missing, contracts } = await lookAt(database)
    for (const name of missing) say(`would be done: ${name}`)
    for (const name of contracts) {
      const by = await olderThan(database, contractSince(name) ?? 0)
      say(by.length === 0 ? `would be done: ${name}` : `would wait: ${name}, for connections from ${presenceText(by)}`)
    }
    if (missing.length + contracts.length === 0) say('The database is up to date.')
  } finally {
    await database.destroy()
  }
}

/** Restores the database into an empty one, as its role. */
async function copyInto(copy: string, url: string, folder: string): Promise<void> {
  const database = openDatabase({ url: copy, poolSize: 1 })
  const isEmpty = await isEmptyDatabase(database).finally(() => database.destroy())
  if (!isEmpty) throw new Error('The database of --copy is not empty. Make a new one: createdb --owner=<role> <name>.')
  const dump = startProgram('pg_dump', ['--format=custom', '--compress=1'], url, folder)
  const name = decodeURIComponent(new URL(copy).pathname.slice(1))
  const restore = startProgram(
    'pg_restore',
    ['--no-owner', '--no-privileges', '--exit-on-error', `--dbname=${name}`],
    copy,
    folder
  )
  restore.stdout.resume()
  const piped = pipeline(dump.stdout, restore.stdin).catch(() => undefined)
  try {
    await Promise.all([piped, dump.ended, restore.ended])
  } finally {
    dump.kill()
    restore.kill()
  }
}

async function tryOnCopy(copy: string, url: string, folder: string): Promise<void> {
  let began = performance.now()
  await copyInto(copy, url, folder)
  say(`The copy was made in ${seconds(performance.now() - began)}.`)
  began = performance.now()
  const taken = await migrate(copy, printing)
  say(
    `${counted(taken.length, 'step')} in ${seconds(performance.now() - began)}. The copy is left there: drop it, or try this version on it with OUTSIDE=off.`
  )
}

await withDatabase(async (url, settings) => {
  const owner = settings.databaseMigrateUrl || url
  if (!isBack) {
    if (values['dry-run'] && values.copy) return tryOnCopy(values.copy, owner, settings.postgresBin)
    if (values['dry-run']) return sayWhatIsMissing(owner)
    const taken = await bringUpToDate({ ...settings, databaseUrl: url }, printing)
    if (taken.length === 0) say('The database is up to date.')
    return
  }
  const count = values.batch ? 'batch' : 'step'
  const steps = await lastSteps(owner, count)
  if (steps.length === 0) return say('There was nothing to take back.')
  const { host, pathname } = new URL(owner)
  say(`In ${pathname.slice(1)} at ${host} this takes back, with all data of what it has made: ${steps.join(', ')}.`)
  const mayAsk = settings.nodeEnv !== 'production'
  if (!values.yes && !(mayAsk && (await isAgreed('Take it back?')))) {
    say('Nothing was changed. Back up first, then add --yes: npm run migrate:rollback -- --yes')
    process.exitCode = 1
    return
  }
  for (const step of await rollback(owner, count)) say(`took back: ${step}`)
})
