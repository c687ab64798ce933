/** `npm run seed`: what every installation needs. */
import { seedEssentials } from '../../seeds/essentials.ts'
import { openDatabase } from '../kernel/database/database.ts'
import { bringUpToDate } from '../kernel/upgrade/upgrade.ts'
import { say, withDatabase } from './database.ts'

await withDatabase(async (url, settings) => {
  await bringUpToDate({ ...settings, databaseUrl: url })
  const database = openDatabase({ url, poolSize: 1 })
  try {
    say(`${await seedEssentials(database)} dictionary values added.`)
  } finally {
    await database.destroy()
  }
})
