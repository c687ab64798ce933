/** A copy of an installation: with OUTSIDE=off nothing goes out, messages say that they were held, pages say so; and persons are masked. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings, type SettingsFault } from '../../config/settings.ts'
import { sending } from '../../modules/notifications/send.ts'
import { emptied, left, replaced } from '../../src/cli/mask/columns.ts'
import { maskPersons } from '../../src/cli/mask/mask.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { aCommand } from '../helper/command.ts'
import { aMailbox, type Mailbox } from '../helper/emails.ts'
import { aCompany, anAccount, anItem, anOrder, inserted } from '../helper/factories.ts'
import { aGateway, type Gateway } from '../helper/gateway.ts'

const addresses = {
  ACCOUNTING_URL: 'https://accounting.example.com',
  ACCOUNTING_SECRET: 'k3-Zt9.qLw8xVb2nMf7sPd4hJy6gTr1cXe5aUo0i',
  VAT_LIST_URL: 'https://vat.example.com',
  VIES_URL: 'https://vies.example.com',
  GEOCODING_URL: 'https://geo.example.com',
  BDO_URL: 'https://bdo.example.com/api',
  BDO_CLIENT_ID: 'a-client-id',
  BDO_CLIENT_SECRET: 'a-client-secret',
  OIDC_OFFICE_ISSUER: 'https://login.example.com',
  OIDC_OFFICE_CLIENT_ID: 'opony'
}

describe('the settings of a copy', () => {
  it('name nobody outside', () => {
    const { accountingUrl, vatListUrl, viesUrl, geocodingUrl, bdoUrl, oidcOfficeIssuer } = readSettings({
      ...addresses,
      OUTSIDE: 'off'
    })
    expect({ accountingUrl, vatListUrl, viesUrl, geocodingUrl, bdoUrl, oidcOfficeIssuer }).toEqual({
      ...{
        accountingUrl: '',
        vatListUrl: 'none',
        viesUrl: 'none',
        geocodingUrl: 'none',
        bdoUrl: 'none',
        oidcOfficeIssuer: ''
      }
    })
    expect(readSettings(addresses).accountingUrl).toBe('https://accounting.example.com')
  })

  it('need no mail server in production', () => {
    const faultsOf = (env: Record<string, string>): string[] => {
      try {
        readSettings({ NODE_ENV: 'production', ...env })
        return []
      } catch (error) {
        return (error as SettingsFault).faults.map(({ name }) => name)
      }
    }
    expect(faultsOf({})).toContain('MAIL_URL')
    expect(faultsOf({ OUTSIDE: 'off' })).not.toContain('MAIL_URL')
  })
})

describe('with OUTSIDE=off', () => {
  let test: TestApp
  let mailbox: Mailbox
  let gateway: Gateway
  beforeAll(async () => {
    ;[mailbox, gateway] = await Promise.all([aMailbox(), aGateway()])
    test = await anApp({
      ...{
        ROLES: 'web',
        OUTSIDE: 'off',
        MAIL_URL: mailbox.url,
        SMS_URL: gateway.url,
        SMS_TOKEN: 'a token of the gateway'
      }
    })
  })
  afterAll(async () => {
    await test.close()
    await Promise.all([mailbox.close(), gateway.close()])
  })

  it('an SMS and an e-mail are held, and their messages say so', async () => {
    const { db } = test.services
    const { id: account_id } = await anAccount(db, { role: 'DRIVER' })
    const now = new Date()
    for (const [channel, address, subject] of [
      [0, '600700800', null],
      [1, 'driver@example.com', 'Route']
    ] as const) {
      const { id } = await inserted<{ id: number }>(db, 'notifications.messages', {
        ...{ account_id, channel, address, subject, type: 0, body: 'A text', created_at: now, sent_date: now }
      })
      await sending.run(test.services, { id, language: 'pl' })
      expect(await db('notifications.messages').where({ id }).first('status', 'error', 'detail')).toEqual({
        ...{ status: 3, error: 6, detail: 'OUTSIDE=off' }
      })
    }
    await expect(test.services.mail.send({ to: 'a@example.com', subject: 'x', text: 'y' })).resolves.toBe('held')
    expect([mailbox.kept, gateway.sent]).toEqual([[], []])
  })

  it('persons are masked: no name, phone, e-mail or address of theirs is left, and alike each time', async () => {
    const { db } = test.services
    const company = await aCompany(db)
    await db('companies.companies')
      .where({ id: company.id })
      .update({ name: 'Kowalska Barbara', short_name: 'Kowalska', client_type: 1, street: 'Tajna 7' })
    await db('companies.reception_places')
      .where({ id: company.placeId })
      .update({ phone: '600111222', email: 'secret@firm.pl', street: 'Tajna 7' })
    const person = { first_name: 'Barbara', last_name: 'Kowalska', phone: '600111222' }
    const { id } = await anAccount(db, { role: 'CLIENT_ADMIN', companyId: company.id, email: 'secret@firm.pl' })
    await db('users.accounts').where({ id }).update(person)
    const item = await anItem(db)
    const order = await anOrder(db, { company, itemId: item.id })
    await db('orders.orders').where({ id: order.id }).update({ additional_info: 'Dzwonić do Kowalska Barbara' })
    await db('notifications.messages').insert({
      ...{ account_id: id, channel: 1, type: 0, address: 'secret@firm.pl', subject: 'Kowalska', body: 'Tajna 7' },
      ...{ created_at: new Date(), sent_date: new Date(), status: 2 }
    })
    await db.transaction(trx => maskPersons(trx))
    await test.runSchedule('orders.searchTexts')
    const { rows: tables } = await db.raw(`select format('%I.%I', n.nspname, c.relname) as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`)
    const leaks: string[] = []
    for (const { name } of tables) {
      const { rows } = await db.raw(
        `select count(*)::int as n from ${name} t where t::text ~* 'kowalska|600111222|secret@firm|tajna 7'`
      )
      if (rows[0].n > 0) leaks.push(name)
    }
    expect(leaks).toEqual([])
    const state = () =>
      Promise.all([
        db('users.accounts').orderBy('id').select('first_name', 'last_name', 'phone', 'email'),
        db('companies.companies').orderBy('id').select('name')
      ])
    const first = await state()
    await db.transaction(trx => maskPersons(trx))
    expect(await state()).toEqual(first)
  })

  it('every column that holds a text is masked, emptied with its table, or named as one that names nobody', async () => {
    const { rows } =
      await test.services.db.raw(`select table_schema || '.' || table_name as "table", column_name as name from information_schema.columns
      join pg_class c on c.oid = format('%I.%I', table_schema, table_name)::regclass
      where table_schema !~ '^pg_' and table_schema not in ('information_schema', 'queue', 'iot') and c.relkind = 'r'
        and data_type in ('text', 'jsonb', 'inet', 'character varying') and table_name not in ('migrations_lock')
      order by 1, 2`)
    const undecided = (rows as { table: string; name: string }[])
      .filter(
        ({ table, name }) =>
          !emptied.includes(table) &&
          !replaced[table]?.[name] &&
          !left[table]?.includes(name) &&
          !left[table]?.includes('*')
      )
      .map(({ table, name }) => `${table}.${name}`)
    expect(undecided).toEqual([])
  })

  it('the command masks a copy alone, and only when told to', async () => {
    const env = { DATABASE_URL: test.url }
    const email = async () => (await test.services.db('users.accounts').orderBy('id').first('email')).email
    const { db } = test.services
    const { id } = await db('users.accounts').orderBy('id').first('id')
    await db('users.accounts').where({ id }).update({ email: 'again@firm.pl' })
    const [on, unasked] = [
      await aCommand('mask', ['--yes'], env),
      await aCommand('mask', [], { ...env, OUTSIDE: 'off' })
    ]
    expect(on).toMatchObject({ code: 1, said: expect.stringContaining('OUTSIDE is not off') })
    expect(unasked).toMatchObject({ code: 1, said: expect.stringContaining('Nothing was changed') })
    expect(await email()).not.toMatch(/example\.invalid$/)
    expect(await aCommand('mask', ['--yes'], { ...env, OUTSIDE: 'off' })).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Rows masked: \d+, removed: \d+\. /m)
    })
    expect(await email()).toMatch(/example\.invalid$/)
  })
})

describe.each([
  ['off', 'pl', 'Kopia systemu: na zewnątrz nic nie wychodzi'],
  ['off', 'en', 'A copy of the system: nothing goes out'],
  ['on', 'pl', undefined]
])('a page of OUTSIDE=%s says in %s what it is', (outside, language, words) => {
  const worker = 'self.version = 1'
  let folder: string
  let app: TestApp
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'opony-page-'))
    await Promise.all(['assets', 'driver'].map(name => mkdir(join(folder, name))))
    const html = '<html><body><div id="root"></div></body></html>'
    await Promise.all(['index.html', 'driver/index.html'].map(name => writeFile(join(folder, name), html)))
    await writeFile(join(folder, 'driver/worker.js'), worker)
    app = await anApp({ ROLES: 'web', OUTSIDE: outside, BROWSER_DIR: folder })
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })
  const get = (path: string) => app.nobody().get(path, { accept: 'text/html', 'accept-language': language })

  // Of the links that nobody has: they are pages, too, made by the same frame.
  it.each([
    '/sign-in',
    '/orders/new',
    '/driver/app',
    '/t/AbCdEfGhJkLm',
    '/t/AbCdEfGhJkLm/stop',
    `/statement/${'a'.repeat(32)}`
  ])('%s, by a band that its policy lets through', async path => {
    const { body, headers } = await get(path)
    expect(body).toContain('<body>')
    if (words === undefined) return expect(body).not.toContain('id="outside-off"')
    expect(body).toMatch(new RegExp(`<div id="outside-off" role="status"><span>${words}`))
    const [, tag = '', style = ''] = /<style([^>]*)>([^<]*#outside-off\{[^<]*)<\/style>/.exec(body) ?? []
    const nonce = /nonce="([^"]+)"/.exec(tag)?.[1]
    const source = nonce ? `'nonce-${nonce}'` : `'sha256-${createHash('sha256').update(style).digest('base64')}'`
    expect(/style-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]?.split(' ')).toContain(source)
  })

  it("to phones that have kept the driver's page from before: the worker's file is another one", async () => {
    const { body } = await get('/driver/worker.js')
    expect(body).toContain(worker)
    expect(body === worker).toBe(words === undefined)
  })
})
