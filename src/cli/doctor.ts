/** `npm run doctor`: every setting with its value, and all faults at once with how to mend each. */
import { listSettings } from '../../config/page.ts'
import { readSettings, SettingsFault } from '../../config/settings.ts'
import { say } from './database.ts'

for (const line of listSettings()) say(`${line.name.padEnd(26)} ${line.description}`)
try {
  readSettings(process.env)
  say('\nThe settings are in order.')
} catch (error) {
  if (!(error instanceof SettingsFault)) throw error
  say(`\n${error.message}`)
  process.exitCode = 1
}
