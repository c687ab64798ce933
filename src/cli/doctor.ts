/** `npm run doctor`: every setting with what it is, and all faults at once with how to mend each. */
import { folderFaults } from '../../config/folders.ts'
import { listSettings } from '../../config/page.ts'
import { settingsOrExit } from '../settings.ts'
import { say } from './database.ts'

for (const line of listSettings()) say(`${line.name.padEnd(26)} ${line.description}`)
say('')
settingsOrExit(folderFaults)
say('The settings are in order.')
