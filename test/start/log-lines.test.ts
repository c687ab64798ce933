/** What machines read of a process in production: a JSON object in each line, from the first to the last, faults of the start included. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aDatabase } from '../helper/database.ts'
import { aProductionProcess, type ProductionProcess } from '../helper/production.ts'
import { production } from '../kernel/fixtures/settings.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

describe('in production', () => {
  let database: Awaited<ReturnType<typeof aDatabase>>
  let folder: string
  let running: ProductionProcess

  beforeAll(async () => {
    database = await aDatabase()
    folder = await mkdtemp(join(tmpdir(), 'opony-lines-'))
    // beside the address: production would refuse the easy password of the tests' database in it
    const address = new URL(database.url)
    const { password } = address
    address.password = ''
    running = aProductionProcess({
      ...production,
      PGPASSWORD: decodeURIComponent(password),
      DATABASE_URL: address.href,
      DATA_DIR: folder,
      ROLES: 'web,worker'
    })
    await running.says('Opony is ready')
  })
  afterAll(async () => {
    await running?.stop()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  it('the first line says which version starts', () => {
    const first = JSON.parse(running.out()[0] ?? '')
    expect(first).toMatchObject({ level: 30, version, msg: 'Opony starts', node: process.version })
    expect(first.commit).toMatch(/^([0-9a-f]{12}|unknown)$/)
  })

  it('the start is a line with the addresses', async () => {
    const ready = await running.says('Opony is ready')
    expect(ready).toMatchObject({ portal: production.PORTAL_URL, office: production.ADMIN_URL, level: 30 })
    expect(ready.listens).toBeGreaterThan(0)
  })

  it('each line is an object of its own, that of the stop the last', async () => {
    expect(await running.stop()).toBe(0)
    const lines = running.out().map(line => JSON.parse(line))
    for (const line of lines) expect(line).toMatchObject({ level: expect.any(Number), time: expect.any(Number) })
    expect(lines.at(-1)).toMatchObject({ msg: 'Stopped.' })
    expect(running.err()).toEqual([])
  })
})

describe('a fault of the start', () => {
  it('of the settings is one line of standard error, with each fault and how to mend it', async () => {
    const failed = aProductionProcess({ PORT: 'x' })
    expect(await failed.ended).toBe(1)
    expect(failed.err()).toHaveLength(1)
    const { level, faults } = JSON.parse(failed.err()[0] ?? '')
    expect(level).toBe(60)
    expect(faults.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['PORT', 'TOKEN_SECRET']))
    expect(failed.out().map(line => JSON.parse(line).msg)).toEqual(['Opony starts'])
  })

  it('of the database is one, too, after one that says what is waited for', async () => {
    const away = { DATABASE_URL: 'postgres://127.0.0.1:1/opony', DATABASE_WAIT_SECONDS: '1' }
    const failed = aProductionProcess({ ...production, ...away })
    expect(await failed.ended).toBe(1)
    expect(failed.err().map(line => JSON.parse(line))).toMatchObject([
      { level: 40, msg: 'The database does not answer yet', seconds: 1 },
      { level: 60, msg: expect.stringMatching(/^Opony could not start: /) }
    ])
  })
})
