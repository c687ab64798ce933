/**
 * The whole application by a role that owns nothing: it starts, works, makes what it needs while it runs, and can change neither tables
 * nor the audit. The roles are those of deploy/postgres/roles.sql, under other names.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sealAll } from '../../modules/audit/chain.ts'
import { sweepSecurityEvents } from '../../modules/audit/security/chain.ts'
import { auditMaintenance } from '../../modules/audit/verify.ts'
import { keepReadingMonths } from '../../modules/iot/reading-months.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { hashSecret } from '../../src/kernel/mqtt/secret.ts'
import { migrate, rollback } from '../../src/kernel/upgrade/migrate.ts'
import { roleState, warnOfSuperuser } from '../../src/kernel/upgrade/rights.ts'
import { bringUpToDate } from '../../src/kernel/upgrade/upgrade.ts'
import { anApp, officeHost, type TestApp } from '../helper/app.ts'
import { databaseUrl, withClient } from '../helper/cluster.ts'
import { aCompany, aContainer, anAccount, anItem, aPassword } from '../helper/factories.ts'

const { admin } = inject('cluster')
const suffix = randomBytes(6).toString('hex')
const roles = { owner: `owner_${suffix}`, app: `app_${suffix}`, audit: `opony_audit` }
const password = 'only-in-the-tests'
const script = readFileSync(new URL('../../deploy/postgres/roles.sql', import.meta.url), 'utf8')
  .replaceAll('opony_owner', roles.owner)
  .replaceAll('opony_app', roles.app)

const names = { fresh: `opony_test_${suffix}`, old: `opony_test_${[...suffix].reverse().join('')}` }
const urlOf = (database: string, role?: string): string => {
  const url = new URL(databaseUrl(admin, database))
  if (role) Object.assign(url, { username: role, password })
  return url.href
}

/** As an operator runs the script, and sets the passwords. */
async function prepare(database: string): Promise<void> {
  await withClient(urlOf(database), async client => {
    await client.query(`begin; ${script}; commit`)
    for (const role of [roles.owner, roles.app]) await client.query(`alter role ${role} password '${password}'`)
  })
}

beforeAll(async () => {
  await withClient(admin, async client => {
    for (const name of Object.values(names)) await client.query(`create database ${name}`)
  })
})
afterAll(async () => {
  await withClient(admin, async client => {
    for (const name of Object.values(names)) await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`drop role if exists ${roles.app}; drop role if exists ${roles.owner}`)
    await client.query(`drop role if exists ${roles.audit}`).catch(() => undefined)
  })
})

const settingsOf = (database: string, migrateRole: string | undefined = roles.owner) => ({
  databaseUrl: urlOf(database, roles.app),
  databaseMigrateUrl: migrateRole ? urlOf(database, migrateRole) : ''
})

describe('a new database', () => {
  let test: TestApp
  const url = (): string => urlOf(names.fresh, roles.app)

  beforeAll(async () => {
    await prepare(names.fresh)
    await expect(bringUpToDate(settingsOf(names.fresh, ''))).rejects.toThrow(/lacks \d+ steps.*DATABASE_MIGRATE_URL/)
    expect((await bringUpToDate(settingsOf(names.fresh))).length).toBeGreaterThan(50)
    test = await anApp({ DATABASE_URL: url() })
    await test.begin()
  })
  afterAll(() => test.close())

  it('is up to date for the application’s role, too, which can change no table', async () => {
    expect(await bringUpToDate(settingsOf(names.fresh, ''))).toEqual([])
    expect(await roleState(test.services.db)).toEqual({
      name: roles.app,
      isSuperuser: false,
      mayChangeTables: false,
      ownsAudit: false,
      isEncrypted: false
    })
    const { rows } = await test.services.db.raw('select current_user as role')
    expect(rows).toEqual([{ role: roles.app }])
  })

  it('is warned of at a start in production where its role is a superuser', async () => {
    const warned: object[] = []
    const log = { ...test.services.log, warn: (about: object) => void warned.push(about) } as TestApp['services']['log']
    const superuser = openDatabase({ url: urlOf(names.fresh), poolSize: 1 })
    for (const nodeEnv of ['development', 'production'] as const)
      for (const db of [test.services.db, superuser])
        await warnOfSuperuser({ db, log, settings: { ...test.services.settings, nodeEnv } })
    await superuser.destroy()
    expect(warned).toEqual([{ role: new URL(admin).username }])
  })

  it('takes sign-ins, orders with their numbers, and jobs', async () => {
    const { db } = test.services
    const { email } = await anAccount(db, { role: 'ADMIN' })
    const signedIn = await test
      .nobody({ host: officeHost })
      .post('/api/Authorization/sign-in', { email, password: aPassword })
    expect(signedIn.status).toBe(200)
    const company = await aCompany(db)
    const { id: item } = await anItem(db, { price: 100 })
    const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id })
    const placed = await client.post('/api/Admin/Orders', {
      receptionPlace: company.placeId,
      orderTypeItemId: item,
      quantity: 1
    })
    expect([placed.status, placed.body]).toEqual([201, expect.anything()])
    expect(placed.body.data.orderNumber ?? placed.body.data.number).toMatch(/^Z\/\d{4}\/000001$/)
    expect((await test.nobody().post('/api/Authorization/forgot-password', { email })).status).toBe(202)
    const sent = () => db('users.links').count('id as n').first()
    await expect.poll(async () => Number((await sent())?.n), { timeout: 10_000 }).toBe(1)
  })

  it('takes readings, and makes and drops their months', async () => {
    const { db, runtime } = test.services
    const { id, imei } = await aContainer(db, { secret_hash: hashSecret('of the sensor') })
    const sensor = await mqtt.connectAsync(`mqtt://127.0.0.1:${runtime.mqttPort()}`, {
      username: imei,
      password: 'of the sensor'
    })
    await sensor.publishAsync(`containers/${imei}/telemetry`, JSON.stringify({ ts: Date.now(), lat: 52, lon: 21 }), {
      qos: 1
    })
    await sensor.endAsync()
    expect(await db('iot.readings').where({ container_id: id }).count()).toEqual([{ count: 1 }])
    const months = async () =>
      (
        await db.raw(`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'iot.readings'::regclass`)
      ).rows.map(({ name }: { name: string }) => name)
    await keepReadingMonths(url(), new Date('2031-04-15T00:00:00Z'), 0)
    expect(await months()).toContain('readings_2031_05')
    await keepReadingMonths(url(), new Date('2020-01-15T00:00:00Z'), 0)
    expect(await months()).toContain('readings_2020_01')
    await keepReadingMonths(url(), new Date(), 1)
    expect(await months()).not.toContain('readings_2020_01')
  })

  it('is audited by a chain that holds, and forgets what is old', async () => {
    await sealAll(test.services.db, new Date())
    expect((await auditMaintenance.run(test.services, { repair: false })).isSound).toBe(true)
    await sweepSecurityEvents(test.services)
  })

  it.each([
    'create table public.mine (id int)',
    'create schema mine',
    'create table orders.mine (id int)',
    'alter table orders.orders add column mine int',
    'drop table orders.orders cascade',
    'truncate orders.orders',
    'alter table audit.entries disable trigger all',
    'drop trigger append_only on audit.entries',
    'update audit.entries set account_id = 1',
    'delete from audit.entries',
    'truncate audit.entries',
    'delete from audit.seals',
    'delete from audit.anchors',
    'delete from audit.addresses',
    'insert into audit.security_events select * from audit.security_events',
    'update audit.security_events set count = 2',
    'delete from audit.security_events',
    'delete from audit.security_anchors',
    "select iot.drop_readings_month('readings_2099_01')",
    "select iot.drop_readings_month('containers')",
    'update public.migrations set batch = 9',
    "select queue.delete_queue('users.letter')",
    'create or replace function orders.next_number(year integer) returns text language sql as $$ select 1 $$',
    `set role ${roles.owner}`,
    'set role opony_audit'
  ])('refuses its role: %s', async statement => {
    await expect(test.services.db.raw(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('is read whole by its owner, as pg_dump does, and goes back and forward by it', async () => {
    await withClient(urlOf(names.fresh, roles.owner), async client => {
      const { rows } =
        await client.query(`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'S')`)
      expect(rows.length).toBeGreaterThan(100)
      for (const { name } of rows) await client.query(`select * from ${name} limit 1`)
    })
  })
})

describe('a database that one role has owned', () => {
  it('is handed over with all that stands in it, the audit apart', async () => {
    const old = urlOf(names.old)
    await migrate(old)
    await withClient(old, client =>
      client.query(
        "insert into audit.entries (at, audience, command, subject_ids) values (now(), 'ADMIN', 'orders.accept', '{}')"
      )
    )
    await prepare(names.old)
    await prepare(names.old)
    expect(await bringUpToDate(settingsOf(names.old))).toEqual([])
    const owners = await withClient(old, client =>
      client.query(`select distinct n.nspname = 'audit' as audit, pg_get_userbyid(c.relowner) as owner from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'S') order by 1`)
    )
    expect(owners.rows).toEqual([
      { audit: false, owner: roles.owner },
      { audit: true, owner: roles.audit }
    ])
    const app = openDatabase({ url: urlOf(names.old, roles.app), poolSize: 1 })
    try {
      expect((await roleState(app)).mayChangeTables).toBe(false)
      await expect(app.raw('delete from audit.entries')).rejects.toThrow('permission denied')
      expect((await app.raw('select count(*)::int as n from audit.entries')).rows).toEqual([{ n: 1 }])
    } finally {
      await app.destroy()
    }
    expect((await rollback(urlOf(names.old, roles.owner))).length).toBeGreaterThan(50)
    expect((await bringUpToDate(settingsOf(names.old))).length).toBeGreaterThan(50)
  })

  it('whose audit is somebody else’s is not migrated by a role that is no member, and says how', async () => {
    await rollback(urlOf(names.old, roles.owner))
    const other = `other_${suffix}`
    await withClient(urlOf(names.old), client =>
      client.query(`create role ${other} login password '${password}'; alter database ${names.old} owner to ${other};
        create schema audit authorization ${roles.audit}; grant usage, create on schema public to ${other}; grant all on all tables in schema public to ${other}`)
    )
    try {
      await expect(migrate(urlOf(names.old, other))).rejects.toThrow(/roles\.sql|could not be brought/)
    } finally {
      await withClient(urlOf(names.old), client =>
        client.query(`reassign owned by ${other} to ${roles.owner}; drop owned by ${other}; drop role ${other}`)
      )
    }
  })
})

it('a superuser is known as one', async () => {
  const database = openDatabase({ url: urlOf(names.fresh), poolSize: 1 })
  expect(await roleState(database)).toMatchObject({ isSuperuser: true, mayChangeTables: true, ownsAudit: true })
  await database.destroy()
})
