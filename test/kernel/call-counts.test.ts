/** Limits of calls, as several processes count them on one database. */
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetCallCounts, openCallCounts } from '../../src/kernel/access/call-counts.ts'
import { clientCalls } from '../../src/kernel/access/rate-limit.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { anApp } from '../helper/app.ts'
import { anOpenDatabase } from '../helper/database.ts'

const settings = { tokenSecret: 'a secret that is long enough for every test' }
const hour = 3_600_000

let database: Awaited<ReturnType<typeof anOpenDatabase>>
let db: Knex
let statements = 0
beforeAll(async () => {
  database = await anOpenDatabase()
  db = database.db
  db.on('query', () => {
    statements += 1
  })
})
afterAll(() => database.close())

/** A process of its own: what it has taken, and a clock that the test moves. */
function aProcess(on: Knex = db) {
  const clock = { now: 1_000 }
  const warnings: string[] = []
  const log = { warn: (_details: object, text: string) => void warnings.push(text) }
  const counts = openCallCounts({ db: on, settings, log, monotonic: () => clock.now })
  const may = async (key: string, max: number): Promise<boolean> => (await counts.take(key, max, hour)).current <= max
  return { clock, warnings, counts, may }
}

describe('calls with a limit', () => {
  it('are allowed as often as the limit says by all processes together', async () => {
    const [one, other] = [aProcess(), aProcess()]
    let allowed = 0
    for (let call = 0; call < 200; call++)
      for (const { may } of [one, other]) if (await may('in turn', 100)) allowed += 1
    // what the one has taken and the other wanted
    expect(allowed).toBeGreaterThanOrEqual(95)
    expect(allowed).toBeLessThanOrEqual(100)
    expect(await aProcess().may('in turn', 100)).toBe(false)
    expect(await one.may('somebody else', 100)).toBe(true)
  })

  it('that come at once to several processes are never too many', async () => {
    const all = [aProcess(), aProcess(), aProcess()]
    const answers = await Promise.all(all.flatMap(({ may }) => Array.from({ length: 80 }, () => may('at once', 60))))
    const allowed = answers.filter(Boolean).length
    expect(allowed).toBeGreaterThanOrEqual(54)
    expect(allowed).toBeLessThanOrEqual(60)
  })

  it('cost a statement for each twentieth of the limit, and none once they are refused', async () => {
    const { counts } = aProcess()
    const before = statements
    const each: number[] = []
    for (let call = 1; call <= 600; call++) {
      const { current, ttl } = await counts.take('counted', 600, hour)
      expect(current).toBe(call)
      expect(ttl).toBeGreaterThan(hour - 60_000)
      each.push(statements - before)
    }
    expect([each[0], each[29], each[30], each[599]]).toEqual([1, 1, 2, 20])
    for (let call = 0; call < 100; call++) expect((await counts.take('counted', 600, hour)).current).toBe(601)
    expect(statements - before).toBe(21)
  })

  it('begin anew when the window has ended, by the clock of the database', async () => {
    const { may, clock } = aProcess()
    const three = async () => [await may('ended', 2), await may('ended', 2), await may('ended', 2)]
    expect(await three()).toEqual([true, true, false])
    clock.now += hour + 1_000
    expect(await three()).toEqual([false, false, false])
    await db('kernel.call_counts').update({ until: db.raw("now() - interval '1 second'") })
    clock.now += hour + 1_000
    expect(await three()).toEqual([true, true, false])
  })

  it('are kept under a hash, and forgotten when their window has ended', async () => {
    await aProcess().may('203.0.113.7', 2)
    const kept = () => db('kernel.call_counts').pluck('key') as Promise<string[]>
    expect((await kept()).join()).not.toContain('203.0.113.7')
    await db('kernel.call_counts').update({ until: db.raw("now() - interval '1 second'") })
    await aProcess().may('still counted', 2)
    await forgetCallCounts(db)
    expect(await kept()).toHaveLength(1)
  })

  it('are counted by each process for itself while the database does not answer', async () => {
    const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' })
    try {
      const { may, clock, warnings } = aProcess(away)
      const answers: boolean[] = []
      for (let call = 0; call < 6; call++) answers.push(await may('alone', 4))
      expect(answers).toEqual([true, true, true, true, false, false])
      expect(warnings).toEqual(['calls are counted by each process for itself: the database does not answer'])
      // asked again after a while, not at each call
      clock.now += 6_000
      expect([await may('another', 4), await may('another', 4)]).toEqual([true, true])
      expect(warnings).toHaveLength(2)
    } finally {
      await away.destroy()
    }
  })
})

it('two processes of the web together let a client send a command 600 times an hour', async () => {
  const one = await anApp({ ROLES: 'web' })
  const other = await anApp({ ROLES: 'web', DATABASE_URL: one.url })
  try {
    const here = await one.signedInAs('CLIENT_ADMIN')
    const there = await other.signedInAs(here.accountId)
    const statuses: Record<number, number> = {}
    for (let call = 0; call < 320; call++)
      for (const who of [here, there]) {
        const { status } = await who.post('/api/Admin/Orders', {})
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    expect(statuses[400]).toBeLessThanOrEqual(clientCalls.max)
    expect(statuses[400]).toBeGreaterThanOrEqual(clientCalls.max * 0.95)
    expect((statuses[400] ?? 0) + (statuses[429] ?? 0)).toBe(640)
  } finally {
    await other.close()
    await one.close()
  }
})
