/** `npm run seed:demo -- --orders 100000 --companies 5000 --seed 2026`: the demo business in a database without companies. */
import { seedDemo } from '../../seeds/demo/insert.ts'
import { counted } from '../counted.ts'
import { hashPassword } from '../kernel/access/passwords.ts'
import { openDatabase } from '../kernel/database/database.ts'
import { hashSecret } from '../kernel/mqtt/secret.ts'
import { bringUpToDate } from '../kernel/upgrade/upgrade.ts'
import { readCommandLine } from './command-line.ts'
import { say, withDatabase } from './database.ts'

const { values } = readCommandLine(
  {
    options: {
      orders: { type: 'string', default: '1500' },
      companies: { type: 'string' },
      seed: { type: 'string', default: '2026' }
    }
  },
  'npm run seed:demo -- --orders 100000 --companies 5000 --seed 2026'
)
const orders = Number(values.orders)
const companies = values.companies === undefined ? undefined : Number(values.companies)
const seed = Number(values.seed)
const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 0
if (!isCount(orders) || !isCount(companies ?? 0) || !Number.isSafeInteger(seed)) {
  say('--orders, --companies and --seed take whole numbers.')
  process.exit(1)
}

await withDatabase(async (url, settings) => {
  await bringUpToDate({ ...settings, databaseUrl: url })
  // by the owner where there is one: the application's role may not set how far numbers have come
  const database = openDatabase({ url: settings.databaseMigrateUrl || url, poolSize: 2, statementTimeoutMs: 0 })
  try {
    const began = performance.now()
    await seedDemo(database, { seed, orders, companies, now: new Date(), hashPassword, hashSecret })
    say(
      `The demo business stands: ${counted(orders, 'order')} in ${((performance.now() - began) / 1000).toFixed(1)} s.`
    )
  } finally {
    await database.destroy()
  }
})
