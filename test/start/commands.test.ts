/** What commands of operators ask and answer: a rollback, wrong words, tables that belong to somebody else. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrate, rollback } from '../../src/kernel/upgrade/migrate.ts'
import { bringUpToDate } from '../../src/kernel/upgrade/upgrade.ts'
import { databaseUrl, withClient } from '../helper/cluster.ts'
import { aCommand } from '../helper/command.ts'
import { aDatabase } from '../helper/database.ts'
import { argsOf } from '../helper/program.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const hasStack = /^\s+at /m

describe('npm run migrate:rollback', () => {
  let database: Awaited<ReturnType<typeof aDatabase>>
  beforeAll(async () => {
    database = await aDatabase()
  })
  afterAll(() => database.drop())

  const steps = () =>
    withClient(database.url, async client => {
      const { rows } = await client.query('select name from public.migrations order by id')
      return rows.map(({ name }) => name as string)
    })
  const back = (words: readonly string[] = [], env: Record<string, string> = {}) =>
    aCommand('migrate', ['rollback', ...words], { DATABASE_URL: database.url, ...env })

  it('takes nothing back unasked, names what would go, and takes one step with --yes', async () => {
    const before = await steps()
    const last = before.at(-1) as string
    const asked = await back()
    expect(asked).toMatchObject({ code: 1, said: expect.stringContaining(`has made: ${last}.`) })
    expect(asked.said).toContain('Nothing was changed')
    expect(await steps()).toEqual(before)
    expect(await back(['--yes'])).toMatchObject({ code: 0, said: expect.stringContaining(`took back: ${last}`) })
    expect(await steps()).toEqual(before.slice(0, -1))
    await migrate(database.url)
  })

  it('a dry run of migrate names what is missing, and changes nothing', async () => {
    const dry = () => aCommand('migrate', ['--dry-run'], { DATABASE_URL: database.url })
    expect(await dry()).toMatchObject({ code: 0, said: expect.stringContaining('The database is up to date.') })
    const before = await steps()
    const last = before.at(-1) as string
    await rollback(database.url, 'step')
    expect(await dry()).toMatchObject({ code: 0, said: expect.stringContaining(`would be done: ${last}`) })
    expect(await steps()).toEqual(before.slice(0, -1))
    const done = await aCommand('migrate', [], { DATABASE_URL: database.url })
    expect(done).toMatchObject({
      code: 0,
      said: expect.stringMatching(new RegExp(`^done: ${last} in \\d+\\.\\d\\d s`, 'm'))
    })
  })

  // `script` makes a terminal, at which somebody would say yes if he were asked.
  it.skipIf(!existsSync('/usr/bin/script'))('asks nobody in production: there it needs --yes', async () => {
    const before = await steps()
    const atTerminal = (env: Record<string, string>) =>
      new Promise<string>(resolve => {
        const given = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: database.url, ...env }
        const command = [process.execPath, ...argsOf('src/cli/migrate.ts'), 'rollback'].map(word => `'${word}'`)
        const run = execFile(
          '/usr/bin/script',
          ['-qec', command.join(' '), '/dev/null'],
          { cwd: root, env: given },
          (_, said) => resolve(said)
        )
        run.stdin?.end('y\n')
      })
    const production = {
      ...{ NODE_ENV: 'production', OUTSIDE: 'off', TOKEN_SECRET: randomBytes(48).toString('base64') },
      ...{ PORTAL_URL: 'https://example.com', ADMIN_URL: 'https://admin.example.com' }
    }
    const refused = await atTerminal(production)
    expect(refused).toContain('Nothing was changed')
    expect(refused).not.toContain('Take it back?')
    expect(await steps()).toEqual(before)
    expect(await atTerminal({ NODE_ENV: 'development' })).toMatch(/Take it back\?[\s\S]*took back: /)
    await migrate(database.url)
  })

  describe('what it would not do as it was asked', () => {
    // A step is missing, so that going forward would be seen as well as going back.
    beforeAll(() => rollback(database.url, 'step'))
    afterAll(() => migrate(database.url))

    it.each([
      ['--copy needs --dry-run', ['--copy', 'postgres://127.0.0.1:9/copy']],
      ['--dry-run is for going forward', ['rollback', '--dry-run', '--yes']],
      ['--copy is for going forward', ['rollback', '--copy', 'postgres://127.0.0.1:9/copy', '--yes']],
      ['There is no word "rolback".', ['rolback', '--yes']],
      ['There is no word "batch".', ['rollback', 'batch', '--yes']],
      ['--batch is for npm run migrate:rollback', ['--batch']],
      ['--yes is for npm run migrate:rollback', ['--yes']]
    ])('is refused with the usage, and nothing is changed: %s', async (sentence, words) => {
      const before = await steps()
      const { code, said } = await aCommand('migrate', words, { DATABASE_URL: database.url })
      expect([code, said.split('\n')[0]]).toEqual([1, expect.stringContaining(sentence)])
      expect(said).toContain('npm run migrate -- --dry-run ')
      expect(await steps()).toEqual(before)
    })
  })

  it('says a word that it does not know, without a stack', async () => {
    const { code, said } = await back(['--all'])
    expect([code, said.split('\n')[0]]).toEqual([1, "Unknown option '--all'."])
    expect(said).toContain('--batch')
    expect(said).not.toMatch(hasStack)
  })
})

describe('tables that another role has restored', () => {
  const suffix = randomBytes(6).toString('hex')
  const { admin } = inject('cluster')
  const [name, role] = [`opony_test_${suffix}`, `restored_${suffix}`]
  const asRole = Object.assign(new URL(databaseUrl(admin, name)), { username: role, password: 'of-the-tests' }).href

  beforeAll(async () => {
    await withClient(admin, async client => {
      await client.query(`create role ${role} login password 'of-the-tests'`)
      await client.query(`create database ${name} owner ${role}`)
    })
    await migrate(databaseUrl(admin, name))
  })
  afterAll(() =>
    withClient(admin, async client => {
      await client.query(`drop database ${name} with (force)`)
      await client.query(`drop role ${role}`)
    })
  )

  it('are named as the cause, by the owner and by whom they are', async () => {
    const sentence = new RegExp(`belong to \\w+, and ${role} may not.*npm run restore.*roles\\.sql`)
    await expect(bringUpToDate({ databaseUrl: asRole, databaseMigrateUrl: '' })).rejects.toThrow(sentence)
    await expect(migrate(asRole)).rejects.toThrow(sentence)
  })
})

describe('other commands', () => {
  it('say wrong words, without a stack', async () => {
    const [maintain, admin, demo] = await Promise.all([
      aCommand('maintain', ['stock', '--wrong'], {}),
      aCommand('admin', ['a@b'], {}),
      aCommand('seed-demo', ['--many'], {})
    ])
    expect(maintain).toMatchObject({ code: 1, said: expect.stringContaining("Unknown option '--wrong'.") })
    expect(maintain.said).toContain('npm run maintain -- stock')
    expect(admin).toMatchObject({ code: 1, said: expect.stringContaining('"a@b" is no e-mail') })
    expect(demo.code).toBe(1)
    for (const { said } of [maintain, admin, demo]) expect(said).not.toMatch(hasStack)
  })
})
