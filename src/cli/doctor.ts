/**
 * `npm run doctor`: every setting with what it is, and all faults at once with how to mend each. With `--connect` it also asks the
 * database what the application's role may do, and whether anything is missing. Ends with 1 where something is wrong.
 */
import { folderFaults } from '../../config/folders.ts'
import { isLoopback } from '../../config/hosts.ts'
import { listSettings } from '../../config/page.ts'
import type { Settings } from '../../config/settings.ts'
import { openDatabase } from '../kernel/database/database.ts'
import { missingSteps } from '../kernel/upgrade/migrate.ts'
import { roleState } from '../kernel/upgrade/rights.ts'
import { settingsOrExit } from '../settings.ts'
import { say, withDatabase } from './database.ts'
import { findings } from './doctor-database.ts'
import { warningsOf } from './doctor-settings.ts'

for (const line of listSettings()) say(`${line.name.padEnd(26)} ${line.description}`)
say('')
const settings = settingsOrExit(folderFaults)
for (const text of warningsOf(settings)) say(`Warning: ${text}`)
say('The settings are in order.')

async function ask(url: string, { nodeEnv, plainHosts }: Settings): Promise<void> {
  const database = openDatabase({ url, poolSize: 1 })
  try {
    const state = await roleState(database)
    const missing = await missingSteps(database)
    const isPlain = !state.isEncrypted && plainHosts === '' && !isLoopback(new URL(url).hostname)
    const found = findings(state, { isProduction: nodeEnv === 'production', missing, isPlain })
    for (const { isFault, text } of found) say(`${isFault ? 'Fault' : 'Warning'}: ${text}`)
    if (found.length === 0) say(`The database is in order; its role ${state.name} can change no table.`)
    if (found.some(({ isFault }) => isFault)) process.exitCode = 1
  } finally {
    await database.destroy()
  }
}

if (process.argv.includes('--connect')) {
  if (settings.databaseUrl === '') say('The embedded database is started by the application; it needs no roles.')
  else await withDatabase(ask)
}
