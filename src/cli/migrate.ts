/** `npm run migrate`, `npm run migrate:rollback`. */
import { migrate, rollback } from '../kernel/database/migrate.ts'
import { say, withDatabase } from './database.ts'

const back = process.argv.includes('rollback')

await withDatabase(async url => {
  const steps = await (back ? rollback(url) : migrate(url))
  if (steps.length === 0) say(back ? 'There was nothing to take back.' : 'The database is up to date.')
  for (const step of steps) say(`${back ? 'took back' : 'done'}: ${step}`)
})
