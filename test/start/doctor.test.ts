/** `npm run doctor -- --connect` tries what the settings name, on real servers: it says what works and what does not, and sends nothing. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings, SettingsFault } from '../../config/settings.ts'
import { askDatabase, askOwner } from '../../src/cli/doctor/database.ts'
import { tryAll } from '../../src/cli/doctor/finding.ts'
import { servicesOf } from '../../src/cli/doctor/services.ts'
import { hashForMosquitto } from '../../src/kernel/mqtt/secret.ts'
import { mosquittoPath } from '../helper/browser.ts'
import { withClient } from '../helper/cluster.ts'
import { aCommand } from '../helper/command.ts'
import { aDatabase } from '../helper/database.ts'
import { aMosquitto } from '../helper/mosquitto.ts'
import { freePort } from '../helper/relay.ts'

let folder: string
let database: Awaited<ReturnType<typeof aDatabase>>
const servers: Server[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'opony-doctor-'))
  database = await aDatabase()
})
afterAll(async () => {
  await database.drop()
  for (const server of servers) server.close()
  await rm(folder, { recursive: true, force: true })
})

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

/** What it says of the one part, with these settings. */
async function said(name: string, env: Record<string, string>): Promise<string[]> {
  const settings = readSettings({
    DATA_DIR: folder,
    ...{ DEMO: 'false', VAT_LIST_URL: 'none', VIES_URL: 'none', GEOCODING_URL: 'none' },
    ...env
  })
  const tried = await tryAll(servicesOf(settings).filter(probe => probe.name === name))
  return tried.flatMap(({ findings }) => findings.map(({ level, text }) => `${level} ${text}`))
}

describe('mail', () => {
  const letters: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'opony' }) : done(new Error('Invalid user or password')),
    onMailFrom: ({ address }, _session, done) => {
      letters.push(address)
      done()
    }
  })
  let at: string
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    at = `127.0.0.1:${(server.server.address() as { port: number }).port}`
  })
  afterAll(() => new Promise<void>(resolve => server.close(() => resolve())))

  it('is greeted and signed in to, and no letter is begun', async () => {
    expect(await said('mail', { MAIL_URL: `smtp://opony:right@${at}` })).toEqual([
      expect.stringMatching(/^ok 127.*sign-in/)
    ])
    expect(await said('mail', { MAIL_URL: `smtp://opony:wrong@${at}` })).toEqual([
      expect.stringMatching(/^fault .*Invalid/)
    ])
    expect(letters).toEqual([])
  })

  it('that nobody answers is a fault with the reason', async () => {
    expect(await said('mail', { MAIL_URL: 'smtp://127.0.0.1:9' })).toEqual([
      expect.stringMatching(/^fault .*ECONNREFUSED/)
    ])
  })

  it('that is only logged is in order, except in production, where the settings refuse it before', async () => {
    expect(await said('mail', {})).toEqual([expect.stringMatching(/^ok MAIL_URL is log:/)])
    const faults = await said('mail', { NODE_ENV: 'production', MAIL_URL: 'log:' }).catch((error: Error) =>
      error instanceof SettingsFault ? error.faults : error
    )
    expect(faults).toContainEqual(
      expect.objectContaining({ name: 'MAIL_URL', problem: expect.stringContaining('log:') })
    )
  })
})

it('a gateway of SMS is asked for its account, by the token', async () => {
  const calls: string[] = []
  const url = await serving((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    const isKnown = request.headers.authorization === 'Bearer right'
    response.writeHead(isKnown ? 200 : 401).end(JSON.stringify(isKnown ? { points: 12.5 } : {}))
  })
  expect(await said('SMS', { SMS_URL: url, SMS_TOKEN: 'right' })).toEqual([expect.stringMatching(/^ok .*12\.5 points/)])
  expect(await said('SMS', { SMS_URL: url, SMS_TOKEN: 'wrong' })).toEqual([expect.stringMatching(/^fault .*token/)])
  expect(calls).toEqual(['GET /profile', 'GET /profile'])
  const other = await serving((_request, response) => void response.writeHead(404).end())
  expect(await said('SMS', { SMS_URL: other, SMS_TOKEN: 'any' })).toEqual([
    expect.stringMatching(/^warning .*HTTP 404/)
  ])
})

it('files are written, read and deleted', async () => {
  const files = path.join(folder, 'kept')
  expect(await said('storage', { STORAGE_URL: `file:${files}` })).toEqual([
    expect.stringMatching(/^ok A file was written/)
  ])
  const left = await readdir(files, { recursive: true, withFileTypes: true })
  expect(left.filter(entry => entry.isFile())).toEqual([])
  const blocked = path.join(folder, 'blocked')
  await mkdir(blocked)
  await writeFile(path.join(blocked, 'doctor'), 'a file where a folder must be')
  expect(await said('storage', { STORAGE_URL: `file:${blocked}` })).toEqual([expect.stringMatching(/^fault /)])
})

it('the place of backups is written to, and keeps what is there', async () => {
  const kept = path.join(folder, 'backups')
  await mkdir(kept)
  await writeFile(path.join(kept, 'earlier'), 'a backup')
  expect(await said('backups', { BACKUP_URL: `file:${kept}` })).toEqual([
    `ok A file was written to ${kept}, read back and deleted`
  ])
  expect(await readdir(kept)).toEqual(['earlier'])
  await writeFile(path.join(folder, 'no-folder'), 'x')
  expect(await said('backups', { BACKUP_URL: `file:${path.join(folder, 'no-folder')}` })).toEqual([
    expect.stringMatching(/^fault /)
  ])
  expect(await said('backups', {})).toEqual([])
})

it('registers are reached, and nothing is looked up in them', async () => {
  const calls: string[] = []
  const url = await serving((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    response.writeHead(request.url?.startsWith('/broken') ? 502 : 404).end()
  })
  expect(await said('VIES', { VIES_URL: `${url}/rest` })).toEqual([expect.stringMatching(/^ok .*404/)])
  expect(await said('VIES', { VIES_URL: `${url}/broken` })).toEqual([expect.stringMatching(/^fault .*502/)])
  expect(await said('geocoder', { GEOCODING_URL: `http://127.0.0.1:${await freePort()}` })).toEqual([
    expect.stringMatching(/^fault .*ECONNREFUSED/)
  ])
  expect(calls).toEqual(['GET /rest', 'GET /broken'])
})

it.skipIf(mosquittoPath() === null)('a broker is signed in to', async () => {
  const passwords = path.join(folder, 'passwords')
  await writeFile(passwords, `opony:${hashForMosquitto('right')}\n`, { mode: 0o600 })
  const user = process.getuid?.() === 0 ? ['user root'] : []
  const { port, stop } = await aMosquitto(['allow_anonymous false', `password_file ${passwords}`, ...user])
  const as = (word: string) => said('broker', { MQTT_URL: `mqtt://opony:${word}@127.0.0.1:${port}` })
  try {
    expect(await as('right')).toEqual([expect.stringMatching(/^ok .*subscription/)])
    expect(await as('wrong')).toEqual([expect.stringMatching(/^fault .*Not authorized/)])
  } finally {
    await stop()
  }
  expect(await as('right')).toEqual([expect.stringMatching(/^fault .*ECONNREFUSED/)])
})

it('the database is asked by the role of the application', async () => {
  const [first] = await askDatabase(database.url, readSettings({ DATABASE_URL: database.url }))
  expect(first).toEqual({ level: 'ok', text: expect.stringMatching(/^PostgreSQL \d+, called by \w+; tables of \w+$/) })
})

it('the role of DATABASE_MIGRATE_URL is asked whether it may change the tables', async () => {
  expect(await askOwner(database.url)).toEqual([
    { level: 'ok', text: expect.stringMatching(/^\w+ signs in, and may change the tables$/) }
  ])
  const name = `stranger_${randomBytes(6).toString('hex')}`
  const as = (username: string) => Object.assign(new URL(database.url), { username, password: 'of-the-tests' }).href
  await expect(askOwner(as(name))).rejects.toThrow(name)
  await withClient(database.url, client => client.query(`create role ${name} login password 'of-the-tests'`))
  try {
    expect(await askOwner(as(name))).toEqual([
      {
        level: 'fault',
        text: expect.stringMatching(new RegExp(`^${name} may not change the tables of \\w+.*Set DATABASE_MIG`))
      },
      { level: 'warning', text: expect.stringMatching(/may make no schema .*roles\.sql/) }
    ])
  } finally {
    await withClient(database.url, client => client.query(`drop role ${name}`))
  }
})

it('the command ends with 1 where something does not work, and shows no secret', async () => {
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    MAIL_URL: 'smtp://opony:hidden-word@127.0.0.1:9',
    ...{ VAT_LIST_URL: 'none', VIES_URL: 'none', GEOCODING_URL: 'none', DATABSE_URL: 'x' }
  }
  const [broken, whole] = await Promise.all([
    aCommand('doctor', ['--connect'], env),
    aCommand('doctor', ['--connect'], { ...env, MAIL_URL: 'log:', DATABASE_MIGRATE_URL: database.url })
  ])
  expect(broken.code).toBe(1)
  expect(broken.said).toMatch(/Fault +mail: .*ECONNREFUSED[\s\S]*One thing does not work/)
  expect(broken.said).toContain('Was DATABASE_URL meant?')
  expect(broken.said).not.toContain('hidden-word')
  expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('Everything answers.') })
  expect(whole.said).toMatch(/^ok +migrations: \w+ signs in/m)
  expect(broken.said).not.toContain('migrations: ')
})
