/**
 * `npm run sensor -- 350000000000019`: gives the sensor of this IMEI a new secret and prints it, once. A sensor that is not
 * known yet gets a container of its own. The old secret ends at the sensor's next sign-in.
 */
import { openDatabase } from '../kernel/database/database.ts'
import { queryOne, sql } from '../kernel/database/sql.ts'
import { hashSecret, newSecret } from '../kernel/mqtt/secret.ts'
import { say, withDatabase } from './database.ts'

const imei = process.argv[2] ?? ''
if (!/^\d{15}$/.test(imei)) {
  say('Name the sensor by its IMEI, which has 15 digits: npm run sensor -- 350000000000019')
  process.exit(1)
}

await withDatabase(async url => {
  const database = openDatabase({ url, poolSize: 1 })
  try {
    const secret = newSecret()
    const answer = await queryOne<{ isNew: boolean }>(
      database,
      sql`insert into iot.containers (imei, secret_hash) values (${imei}, ${hashSecret(secret)})
        on conflict on constraint containers_imei do update set secret_hash = excluded.secret_hash
        returning (xmax = 0) as "isNew"`
    )
    say(`${answer?.isNew ? 'A new container stands for' : 'There is a new secret of'} ${imei}. It is told only now:`)
    say(secret)
  } finally {
    await database.destroy()
  }
})
