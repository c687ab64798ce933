/** The newest steps of the migrations are taken while others write the tables that are written most: no write waits over a second. */
import { setTimeout as wait } from 'node:timers/promises'
import { seedDemo } from '../../seeds/demo/insert.ts'
import { hashPassword } from '../../src/kernel/access/passwords.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { hashSecret } from '../../src/kernel/mqtt/secret.ts'
import { withClient } from '../../test/helper/cluster.ts'
import { aCommand } from '../../test/helper/command.ts'
import { atLeast, type Drill, exactly, none, seen, within } from '../drill.ts'

/** Of tables and columns that every version has. */
const writes = [
  'update orders.orders set quantity = quantity where id = (select id from orders.orders order by id offset 5 limit 1)',
  'update iot.containers set status = status where id = (select id from iot.containers order by id limit 1)',
  `insert into iot.readings (container_id, ts, received_at, latitude, longitude)
    select id, now() - random() * interval '20 days', now(), 52, 21 from iot.containers order by id limit 1 on conflict do nothing`,
  'update users.accounts set language = language where id = (select id from users.accounts order by id limit 1)'
]

export const migrations: Drill = {
  promise:
    'the newest migrations taken under load: no write waits over a second, no invalid index is left, every row is there',
  control: { without: 'with a lock of two seconds on the orders', breaks: 'longest write' },
  async run(at) {
    const url = await at.database()
    const orders = at.many(50_000, 500)
    const db = openDatabase({ url, poolSize: 2, statementTimeoutMs: 0 })
    at.after(() => db.destroy())
    await seedDemo(db, { seed: 2026, orders, companies: undefined, now: new Date(), hashPassword, hashSecret })
    const env = { DATABASE_URL: url, NODE_ENV: 'test' }
    const steps = at.many(5, 1)
    for (let n = 0; n < steps; n += 1) {
      const { code, said } = await aCommand('migrate', ['rollback', '--yes'], env)
      if (code !== 0) throw new Error(said)
    }
    let isOver = false
    const waits: number[] = []
    let failed = 0
    const writers = writes.map(text =>
      withClient(url, async client => {
        while (!isOver) {
          const began = performance.now()
          await client.query(text).catch((error: Error) => {
            failed += 1
            console.log(`  ${error.message}`)
          })
          waits.push(performance.now() - began)
          await wait(5)
        }
      })
    )
    await wait(500)
    const began = performance.now()
    const lock = at.isGuarded
      ? undefined
      : withClient(url, client =>
          client.query('begin; lock table orders.orders in access exclusive mode; select pg_sleep(2); commit')
        )
    const { code, said } = await aCommand('migrate', [], env)
    const took = (performance.now() - began) / 1_000
    await lock
    isOver = true
    await Promise.all(writers)
    if (code !== 0) console.log(said)
    const [row] = (
      await db.raw(`select (select count(*)::int from pg_index where not indisvalid or not indisready) as invalid,
        (select count(*)::int from orders.orders) as orders`)
    ).rows
    return [
      exactly('exit code', code, 0),
      { ...within('longest write', Math.max(...waits), 1_000), timed: false },
      none('writes that failed', failed),
      none('invalid indexes', row.invalid),
      exactly('orders', row.orders, orders),
      atLeast('writes', waits.length, 10),
      seen('steps', steps),
      seen('took', took, 's')
    ]
  }
}
