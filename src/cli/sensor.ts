/**
 * Accounts of sensors, for the operator. It may run while the application does.
 *
 *   npm run sensor -- 350000000000019           gives the sensor of this IMEI a new secret and prints it, once
 *   npm run sensor -- 350000000000019 revoke    takes its secret away
 *   npm run sensor -- passwords [file]          prints all accounts for Mosquitto, or writes them into its password file
 *
 * A sensor that is not known yet gets a container of its own. A secret ends as soon as there is another: the application
 * closes what the sensor has open at the embedded broker. Mosquitto checks secrets by its own file: write that anew, too. Its other
 * accounts, such as the application's, stay as they are.
 */
import { readFile, writeFile } from 'node:fs/promises'
import type { Knex } from 'knex'
import { openDatabase } from '../kernel/database/database.ts'
import { query, queryOne, sql } from '../kernel/database/sql.ts'
import { hashForMosquitto, hashSecret, newSecret } from '../kernel/mqtt/secret.ts'
import { say, withDatabase } from './database.ts'

const usage = `Name the sensor by its IMEI, which has 15 digits:
  npm run sensor -- 350000000000019           a new secret
  npm run sensor -- 350000000000019 revoke    no secret any more
  npm run sensor -- passwords [file]          all accounts as a password file of Mosquitto`

const isImei = (text: string): boolean => /^\d{15}$/.test(text)

/** Changes the hashes and writes it into the container's history. Undefined: there is no such container. */
const setHashes = (database: Knex, imei: string, hash: string | null, brokerHash: string | null) =>
  queryOne<{ id: number }>(
    database,
    sql`with changed as (
        update iot.containers c set secret_hash = ${hash}, broker_hash = ${brokerHash}
        from iot.containers old where c.imei = ${imei} and old.id = c.id
        returning c.id, c.version, old.secret_hash is not null as before, c.secret_hash is not null as after
      ), recorded as (
        insert into kernel.changes (at, resource_type, subject_id, version, code, before, after)
        select now(), 'iot.container', id, version, ${hash === null ? 'iot.revokeSensor' : 'iot.provisionSensor'},
          case when before is distinct from after then jsonb_build_object('hasAccess', before) else '{}' end,
          case when before is distinct from after then jsonb_build_object('hasAccess', after) else '{}' end
        from changed
      )
      select id from changed`
  )

async function provision(database: Knex, imei: string): Promise<void> {
  const secret = newSecret()
  const isNew = await database.transaction(async trx => {
    const made = await query(
      trx,
      sql`insert into iot.containers (imei) values (${imei}) on conflict on constraint containers_imei do nothing returning id`
    )
    await setHashes(trx, imei, hashSecret(secret), hashForMosquitto(secret))
    return made.length > 0
  })
  say(
    `${isNew ? 'A container was added for the sensor' : 'A new secret was made for the sensor'} ${imei}. The secret is shown only once:`
  )
  say(secret)
}

async function revoke(database: Knex, imei: string): Promise<void> {
  if (await setHashes(database, imei, null, null)) return say(`${imei} can no longer sign in.`)
  say(`There is no container with the sensor ${imei}.`)
  process.exitCode = 1
}

async function writePasswords(database: Knex, file: string | undefined): Promise<void> {
  const accounts = await query<{ line: string }>(
    database,
    sql`select imei || ':' || broker_hash as line from iot.containers where broker_hash is not null order by imei`
  )
  const lines = accounts.map(({ line }) => line)
  if (file === undefined) {
    for (const line of lines) say(line)
    return
  }
  const present = await readFile(file, 'utf8').catch(() => '')
  const others = present.split('\n').filter(line => line !== '' && !isImei(line.split(':')[0] ?? ''))
  // Into the same file, so that it stays its owner's.
  await writeFile(file, [...others, ...lines, ''].join('\n'), { mode: 0o600 })
  say(`${file} has ${lines.length} sensors. Mosquitto reads it again at SIGHUP.`)
}

const [what = '', more] = process.argv.slice(2)
if (!(what === 'passwords' || (isImei(what) && (more === undefined || more === 'revoke')))) {
  say(usage)
  process.exit(1)
}

await withDatabase(async url => {
  const database = openDatabase({ url, poolSize: 1 })
  try {
    if (what === 'passwords') await writePasswords(database, more)
    else if (more === 'revoke') await revoke(database, what)
    else await provision(database, what)
  } finally {
    await database.destroy()
  }
})
