/**
 * `npm run doctor`: every setting with its value and without secrets, all faults at once with how to mend each, and names that look like
 * settings and are none. With `--connect` it tries everything that the settings name: database, broker, mail, SMS, files, registers, disk.
 * Ends with 1 where something is wrong.
 */
import { folderFaults } from '../../config/folders.ts'
import type { Settings } from '../../config/settings.ts'
import { settingsOrExit } from '../settings.ts'
import { readCommandLine } from './command-line.ts'
import { say } from './database.ts'
import { askDatabase, askOwner, askReplica } from './doctor/database.ts'
import { type Finding, ok, type Probe, tryAll } from './doctor/finding.ts'
import { servicesOf } from './doctor/services.ts'
import { warningsOf } from './doctor/settings.ts'
import { misspelt, valueLines } from './doctor/values.ts'

const { values } = readCommandLine(
  { options: { connect: { type: 'boolean', default: false } } },
  'npm run doctor               the settings\nnpm run doctor -- --connect  and everything that they name is tried'
)

// Before the faults, because a misspelt name is often why another one is missing.
for (const text of misspelt(process.env)) say(`Warning: ${text}`)
const settings = settingsOrExit(folderFaults)
for (const line of valueLines(settings, process.env)) say(line)
say('')
for (const text of warningsOf(settings)) say(`Warning: ${text}`)
say('The settings are in order. What each does: docs/settings.md.')

const database = (given: Settings): Probe => ({
  name: 'database',
  run: async () =>
    given.databaseUrl === ''
      ? [ok('The embedded database is started by the application; it needs no roles.')]
      : askDatabase(given.databaseUrl, given)
})

const ownerOf = ({ databaseMigrateUrl: url }: Settings): Probe[] =>
  url === '' ? [] : [{ name: 'migrations', run: () => askOwner(url) }]

const replicaOf = ({ databaseReplicaUrl: url, databaseUrl }: Settings): Probe[] =>
  url === '' ? [] : [{ name: 'replica', run: () => askReplica(url, databaseUrl) }]

const words: Readonly<Record<Finding['level'], string>> = { ok: 'ok', warning: 'Warning', fault: 'Fault' }

if (values.connect) {
  say('')
  const tried = await tryAll([
    database(settings),
    ...ownerOf(settings),
    ...replicaOf(settings),
    ...servicesOf(settings)
  ])
  for (const { name, findings } of tried)
    for (const { level, text } of findings) say(`${words[level].padEnd(8)} ${name}: ${text}`)
  const faults = tried.flatMap(({ findings }) => findings).filter(({ level }) => level === 'fault').length
  say(faults === 0 ? 'Everything answers.' : `${faults === 1 ? 'One thing does' : `${faults} things do`} not work.`)
  // A connection that hangs must not keep the command.
  process.exit(faults === 0 ? 0 : 1)
}
