/** `npm run migrate`, `npm run migrate:rollback`. */
import { rollback } from '../kernel/upgrade/migrate.ts'
import { bringUpToDate } from '../kernel/upgrade/upgrade.ts'
import { say, withDatabase } from './database.ts'

const back = process.argv.includes('rollback')

await withDatabase(async (url, settings) => {
  const owner = settings.databaseMigrateUrl || url
  const steps = await (back ? rollback(owner) : bringUpToDate({ ...settings, databaseUrl: url }))
  if (steps.length === 0) say(back ? 'There was nothing to take back.' : 'The database is up to date.')
  for (const step of steps) say(`${back ? 'took back' : 'done'}: ${step}`)
})
