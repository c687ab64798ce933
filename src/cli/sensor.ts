/**
 * Accounts of sensors, for the operator. It may run while the application does.
 *
 *   npm run sensor -- 350000000000019           gives the sensor of this IMEI a new secret and prints it, once
 *   npm run sensor -- 350000000000019 revoke    takes its secret away
 *   npm run sensor -- passwords [file]          prints all accounts for Mosquitto, or writes them into its password file
 *
 * A sensor that is not known yet gets a container of its own, with what the options say of it: --number, --serial, --iccid, --store (the
 * name of the internal store that services it), --note. Its IMEI must have the right check digit. A secret ends as soon as there is another: the application
 * closes what the sensor has open at the embedded broker. Mosquitto checks secrets by its own file: write that anew, too. Its other
 * accounts, such as the application's, stay as they are.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Knex } from 'knex'
import { sensorNumberFormats } from '../contract/sensor-numbers.ts'
import { counted } from '../counted.ts'
import { openDatabase } from '../kernel/database/database.ts'
import { query, queryOne, sql } from '../kernel/database/sql.ts'
import { hashForMosquitto, hashSecret, newSecret } from '../kernel/mqtt/secret.ts'
import { say, withDatabase } from './database.ts'

const usage = `Name the sensor by its IMEI, which has 15 digits:
  npm run sensor -- 350000000000019           a new secret
  npm run sensor -- 350000000000019 revoke    no secret any more
  npm run sensor -- passwords [file]          all accounts as a password file of Mosquitto
A sensor that is not known yet gets a container, of which these options say more:
  --number K-0121  --serial OT24-000123  --iccid 8948010000000000017  --store "Magazyn Chełm"  --note "From the delivery of May"`

/** Whether it may be a sensor's account: those that are known may have a wrong check digit. */
const isFifteenDigits = (text: string): boolean => /^\d{15}$/.test(text)

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

/** What is said of a new container. */
interface Details {
  readonly number?: string | undefined
  readonly serial?: string | undefined
  readonly iccid?: string | undefined
  readonly store?: string | undefined
  readonly note?: string | undefined
}

const isKnown = async (database: Knex, imei: string): Promise<boolean> =>
  (await queryOne(database, sql`select id from iot.containers where imei = ${imei}`)) !== undefined

/** Why a container cannot be added; undefined where it can. */
async function faultOf(database: Knex, imei: string, { number, iccid, store }: Details): Promise<string | undefined> {
  if (!sensorNumberFormats.imei(imei))
    return `${imei} is no IMEI: its last digit is not the check digit of the others. Look for a typing mistake.`
  if (iccid !== undefined && !sensorNumberFormats.iccid(iccid)) return 'The ICCID of a SIM card has 18 to 20 digits.'
  if (number !== undefined) {
    const other = await queryOne<{ imei: string }>(
      database,
      sql`select imei from iot.containers where lower(container_number) = lower(${number})`
    )
    if (other) return `Another container, with the sensor ${other.imei}, has the number ${number}.`
  }
  if (store !== undefined && (await storeNamed(database, store)) === undefined)
    return `There is no open internal store called ${store}.`
  return undefined
}

const storeNamed = (database: Knex, name: string): Promise<{ id: number } | undefined> =>
  queryOne<{ id: number }>(
    database,
    sql`select id from warehouse.internal_stores where lower(name) = lower(${name}) and closed_at is null`
  )

async function addContainer(database: Knex, imei: string, details: Details): Promise<void> {
  const { number, serial, iccid, store, note } = details
  const storeId = store === undefined ? null : ((await storeNamed(database, store))?.id ?? null)
  await query(
    database,
    sql`insert into iot.containers (imei, container_number, ser_no, iccid, assigned_store_id, description)
      values (${imei}, ${number ?? null}, ${serial ?? null}, ${iccid?.toUpperCase() ?? null}, ${storeId}, ${note ?? null})
      on conflict on constraint containers_imei do nothing`
  )
}

async function provision(database: Knex, imei: string, details: Details): Promise<void> {
  const known = await isKnown(database, imei)
  const isSaid = Object.values(details).some(value => value !== undefined)
  const fault = known
    ? isSaid && `The sensor ${imei} has a container already. Edit it in the application; a new secret needs no options.`
    : await faultOf(database, imei, details)
  if (fault) {
    say(fault)
    process.exitCode = 1
    return
  }
  const secret = newSecret()
  await database.transaction(async trx => {
    if (!known) await addContainer(trx, imei, details)
    await setHashes(trx, imei, hashSecret(secret), hashForMosquitto(secret))
  })
  say(
    `${known ? 'A new secret was made for the sensor' : 'A container was added for the sensor'} ${imei}. The secret is shown only once:`
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
  const present = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new Error(`${file} cannot be read (${error.code}).`)
    return ''
  })
  const others = present.split('\n').filter(line => line !== '' && !isFifteenDigits(line.split(':')[0] ?? ''))
  // Into the same file, so that it stays its owner's.
  await writeFile(file, [...others, ...lines, ''].join('\n'), { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'its folder is not there' : error.code
    throw new Error(`${file} cannot be written (${reason}).`)
  })
  say(`${file} has ${counted(lines.length, 'sensor')}. Mosquitto reads it again at SIGHUP.`)
}

/** The words and options of the command line; undefined where they are not as the usage says. */
function readArguments() {
  const text = { type: 'string' } as const
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { number: text, serial: text, iccid: text, store: text, note: text }
    })
    const [what = '', more] = positionals
    const named = Object.entries(values).map(([name, value]) => [name, value?.trim() || undefined] as const)
    return { what, more, details: Object.fromEntries(named) as Details, isSaid: named.length > 0 }
  } catch {
    return undefined
  }
}

const given = readArguments()
const isSensor = given !== undefined && isFifteenDigits(given.what)
const isRight =
  given &&
  (given.what === 'passwords' ? !given.isSaid : isSensor && (given.more === undefined || given.more === 'revoke'))
if (!given || !isRight) {
  say(usage)
  process.exit(1)
}
const { what, more, details } = given

await withDatabase(async url => {
  const database = openDatabase({ url, poolSize: 1 })
  try {
    if (what === 'passwords') await writePasswords(database, more)
    else if (more === 'revoke') await revoke(database, what)
    else await provision(database, what, details)
  } finally {
    await database.destroy()
  }
})
