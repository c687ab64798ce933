/** `npm run seed`: what every installation needs. */
import { seedEssentials } from '../../seeds/essentials.ts'
import { openDatabase } from '../kernel/database/database.ts'
import { migrate } from '../kernel/database/migrate.ts'
import { say, withDatabase } from './database.ts'

await withDatabase(async url => {
  await migrate(url)
  const database = openDatabase({ url, poolSize: 1 })
  try {
    say(`${await seedEssentials(database)} dictionary values added.`)
  } finally {
    await database.destroy()
  }
})
