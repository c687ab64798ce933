/** All checks over a generated world with faults in known places: all of them are found, and nothing besides. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checks, type KindName, kindNames } from '../../modules/validators/kinds.ts'
import { performRun } from '../../modules/validators/runs/perform.ts'
import { ValidatorKind } from '../../modules/validators/schema.ts'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { scenarios } from './fixtures/scenarios.ts'
import { dayMs, type Fault, now, plant, type Scenario, withRegister } from './fixtures/world.ts'

let test: TestApp
let admin: Person
let planted: Fault[]

const path = '/api/Admin/Validators'
const times = 3

beforeAll(async () => {
  // No worker: the test does its part.
  test = await anApp({ ROLES: 'web', ...withRegister })
  await test.begin()
  test.clock.now = now
  admin = await test.signedInAs('ADMIN', { host: officeHost })
  const all: readonly Scenario[] = kindNames.flatMap(name => scenarios[name])
  planted = await plant(test.services.db, all, { times, seed: 11, createdBy: admin.accountId })
}, 120_000)
afterAll(() => test.close())

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a finding
type Row = any

/** Asks for a run as a browser does, and does the worker's part. */
async function check(names: readonly KindName[] = kindNames): Promise<Row> {
  const { status, body } = await admin.post(`${path}/run`, { validatorTypes: names.map(name => ValidatorKind[name]) })
  expect(status).toBe(202)
  await performRun(test.services, body.data.id)
  return (await admin.get(`${path}/runs/${body.data.id}`)).body.data
}

async function findings(query = ''): Promise<Row[]> {
  const rows: Row[] = []
  for (const subject of [0, 1, 2]) {
    const { body } = await admin.get(`${path}?ValidatorType=${subject}&page=1&limit=1000${query}`)
    rows.push(...body.data)
  }
  return rows
}

/** What identifies the thing of a finding: as the faults name it. */
const nameOf = (row: Row): string => row.containerName ?? row.number ?? String(row.receptionPlaceId)
const sorted = (faults: readonly Fault[]): string[] => faults.map(([kind, what]) => `${kind} ${what}`).sort()
const found = (rows: readonly Row[]): string[] =>
  sorted(rows.map(row => [kindNames.find(name => ValidatorKind[name] === row.type) as KindName, nameOf(row)]))

describe('a run of all validators', () => {
  it('finds every planted fault of each kind, and nothing besides', async () => {
    const perKind = kindNames.map(name => planted.filter(([kind]) => kind === name).length)
    expect(Math.min(...perKind)).toBeGreaterThanOrEqual(2 * times)
    const run = await check()
    expect(found(await findings())).toEqual(sorted(planted))
    expect(run.steps.map(({ added, failed }: Row) => [added, failed])).toEqual(perKind.map(count => [count, false]))
    expect(run.finishedDate).not.toBeNull()
  })

  it('is idempotent: the next run finds the same and writes nothing', async () => {
    const before = await findings()
    const run = await check()
    expect(run.steps.map(({ added, refreshed, resolved }: Row) => [added, refreshed, resolved])).toEqual(
      kindNames.map(() => [0, 0, 0])
    )
    expect(await findings()).toEqual(before)
  })

  it('twice at once gives each finding once', async () => {
    const { db } = test.services
    await db('validators.findings').delete()
    const runs = await Promise.all([check(), check(), check()])
    expect(found(await findings())).toEqual(sorted(planted))
    for (const [at] of kindNames.entries()) {
      const added = runs.map(({ steps }) => steps[at].added).sort((a: number, b: number) => a - b)
      expect(added.slice(0, 2)).toEqual([0, 0])
    }
  })

  it('reads each threshold from its setting', () => {
    const { settings } = test.services
    for (const name of kindNames)
      for (const key of Object.values(checks[name].thresholds)) expect(settings[key]).toBeGreaterThan(0)
  })

  it('finds other rows with other thresholds', async () => {
    const strict = { ...test.services, settings: { ...test.services.settings, noResponseDays: 8, badSyncHours: 25 } }
    await test.services.db('validators.findings').delete()
    const { body } = await admin.post(`${path}/run`, { validatorTypes: [2, 4] })
    await performRun(strict, body.data.id)
    const rows = await findings()
    expect(rows.filter(({ type }) => type === 2)).toEqual([])
    expect(rows.filter(({ type }) => type === 4).length).toBe(2 * times)
  })
})

describe('a later run', () => {
  const later = (days: number): void => {
    test.clock.now = new Date(now.getTime() + days * dayMs)
  }

  it('finds what became true by the passing of time', async () => {
    await test.services.db('validators.findings').delete()
    await check(['missingInvoice', 'badSync'])
    const before = (await findings()).length
    later(1)
    const run = await check(['missingInvoice', 'badSync'])
    // Orders that had waited for exactly 14 days, and for exactly 24 hours.
    expect(run.steps.map(({ added }: Row) => added)).toEqual([2 * times, times])
    expect((await findings()).length).toBe(before + 3 * times)
    later(0)
  })
})

describe('the table of checks', () => {
  it('says of every kind what it is about, in the codes of the specification', () => {
    expect(kindNames.map(name => [name, checks[name].subject])).toEqual([
      ['noMovement', 0],
      ['incident', 0],
      ['noResponse', 0],
      ['missingInvoice', 1],
      ['badSync', 1],
      ['wrongAddress', 2],
      ['missingCard', 1],
      ['otherMass', 1],
      ['unconfirmedCard', 1],
      ['missingEntry', 1]
    ])
  })
})
