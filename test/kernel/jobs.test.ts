/** The queue of jobs: how often a job is tried, what the log says of each try, and queues that several processes make at once. */
import PgBoss from 'pg-boss'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { openDatabase } from '../../src/kernel/database/database.ts'
import { type JobDefinition, type Jobs, openJobs } from '../../src/kernel/jobs/jobs.ts'
import { overHours, TryAgain } from '../../src/kernel/jobs/tries.ts'
import { modules } from '../../src/modules.ts'
import { anOpenDatabase } from '../helper/database.ts'
import { linesOf } from '../helper/log.ts'
import { aTcpProxy } from '../helper/tcp-proxy.ts'

let database: Awaited<ReturnType<typeof anOpenDatabase>>
let db: ReturnType<typeof openDatabase>
let opened: Jobs[] = []
beforeAll(async () => {
  database = await anOpenDatabase()
  db = database.db
})
afterEach(async () => {
  await Promise.all(opened.map(jobs => jobs.stop()))
  opened = []
})
afterAll(() => database.close())

async function someJobs(worker = true) {
  const { log, lines } = linesOf()
  const jobs = await openJobs({ url: database.url, db, log, worker })
  opened.push(jobs)
  return { jobs, lines }
}

const rowsOf = (queue: string) => db('queue.job').where({ name: queue })

/** Sends one job to the queue, and resolves with its row once so many tries have been made and noted. */
async function triedBy(definition: JobDefinition, run: (data: object) => Promise<void>, data: object, tries: number) {
  const { jobs, lines } = await someJobs()
  await jobs.prepare([definition])
  await jobs.work(definition, run)
  await db.transaction(trx => jobs.send(trx, definition.name, data))
  const said = () => lines().filter(({ queue, msg }) => queue === definition.name && /try|failed/.test(msg ?? ''))
  await expect.poll(() => said().length, { timeout: 15_000, interval: 50 }).toBe(tries)
  await expect.poll(async () => (await rowsOf(definition.name)).map(({ state }) => state)).not.toContain('active')
  const [row] = await rowsOf(definition.name)
  return { row, said: said() }
}

const fails = async (): Promise<void> => {
  throw new Error('the server hangs up')
}

describe('a job that fails', () => {
  it('is logged at each try, at the last as an error, and without what it is about', async () => {
    const data = { token: 'of-the-letter', email: 'jan@example.com' }
    const { row, said } = await triedBy({ name: 'tests.failing', pauses: [0, 0] }, fails, data, 3)
    expect(row).toMatchObject({ state: 'failed', retry_count: 2 })
    const levels = said.map(({ level, queue, job, try: tried, of }) => ({ level, queue, job, tried, of }))
    const line = { queue: 'tests.failing', job: row.id, of: 3 }
    expect(levels).toEqual([
      { level: 40, tried: 1, ...line },
      { level: 40, tried: 2, ...line },
      { level: 50, tried: 3, ...line }
    ])
    expect(said.map(({ nextTryAt }) => nextTryAt !== undefined)).toEqual([true, true, false])
    expect(said[2]?.err?.message).toBe('the server hangs up')
    expect(JSON.stringify(said)).not.toMatch(/of-the-letter|jan@example/)
  })

  it('waits for the pause of that try, which the log names', async () => {
    const { row, said } = await triedBy({ name: 'tests.pausing', pauses: [0, 600] }, fails, {}, 2)
    const seconds = (at: Date | string): number => (new Date(at).getTime() - Date.now()) / 1000
    expect(row).toMatchObject({ state: 'retry', retry_limit: 2 })
    for (const at of [row.start_after, said[1]?.nextTryAt as string]) {
      expect(seconds(at)).toBeGreaterThan(570)
      expect(seconds(at)).toBeLessThan(601)
    }
  })

  it('says itself which of its tries that was, if it counts them', async () => {
    const again = async (): Promise<void> => {
      throw new TryAgain('not taken', { tried: 4, of: 11, afterSeconds: 120 })
    }
    const { row, said } = await triedBy({ name: 'tests.counting', retries: 1000 }, again, {}, 1)
    expect(said).toMatchObject([{ level: 40, try: 4, of: 11 }])
    expect(row.retry_delay).toBe(120)
  })

  it('is given to another worker when it takes longer than it may, which is logged, too', async () => {
    const never = (): Promise<void> => new Promise(() => undefined)
    const { said } = await triedBy({ name: 'tests.hanging', pauses: [600], expireSeconds: 1 }, never, {}, 1)
    expect(said).toMatchObject([{ level: 40, try: 1, of: 2 }])
    expect(said[0]?.err?.message).toBe('The job took longer than 1 seconds')
  })

  it('of a release with fewer tries gets the tries of this one', async () => {
    const { jobs, lines } = await someJobs()
    const definition = { name: 'tests.older', pauses: [600, 600] }
    await jobs.prepare([definition])
    await db.transaction(trx => jobs.send(trx, 'tests.older', {}))
    await rowsOf('tests.older').update({ retry_limit: 1, retry_backoff: true })
    await jobs.work(definition, fails)
    await expect.poll(() => lines().length).toBe(1)
    await expect.poll(async () => (await rowsOf('tests.older'))[0].state).toBe('retry')
    expect((await rowsOf('tests.older'))[0]).toMatchObject({ retry_limit: 2, retry_backoff: false })
  })
})

it('a queue that is paused begins no job, from the start of a process on, until it is paused no more', async () => {
  const { jobs } = await someJobs()
  const [held, other] = [{ name: 'tests.held' }, { name: 'tests.other' }]
  await jobs.prepare([held, other])
  await db('kernel.queues').where({ name: held.name }).update({ paused_at: new Date() })
  const { jobs: next } = await someJobs()
  await next.prepare([held, other])
  const done: string[] = []
  for (const definition of [held, other]) await next.work(definition, async () => void done.push(definition.name))
  const send = (name: string) => db.transaction(trx => jobs.send(trx, name, {}))
  await send(held.name)
  await send(other.name)
  await expect.poll(() => done).toEqual([other.name])
  await next.pause(new Set())
  await expect.poll(() => done).toEqual([other.name, held.name])
  await next.pause(new Set([held.name]))
  await send(held.name)
  await send(other.name)
  await expect.poll(() => done.length).toBe(3)
  expect((await rowsOf(held.name)).map(({ state }) => state).sort()).toEqual(['completed', 'created'])
})

it('a job that is being fetched when its queue is paused is given back', async () => {
  const { jobs } = await someJobs()
  const queue = { name: 'tests.fetched' }
  await jobs.prepare([queue])
  const done: string[] = []
  await jobs.work(queue, async () => void done.push(queue.name))
  const hold = await db.transaction()
  await hold.raw('lock table queue.job in access exclusive mode')
  await jobs.send(hold, queue.name, {})
  const { id, xmin: sent } = await hold('queue.job').where({ name: queue.name }).first('id', hold.raw('xmin::text'))
  const fetching = () =>
    db('pg_stat_activity').where({ wait_event_type: 'Lock' }).whereILike('query', '%for update skip locked%')
  await expect.poll(fetching, { timeout: 20_000 }).not.toEqual([])
  await jobs.pause(new Set([queue.name]))
  await hold.commit()
  const now = () => db('queue.job').where({ name: queue.name, id }).first('state', db.raw('xmin::text'))
  await expect.poll(async () => (await now()).xmin, { timeout: 20_000 }).not.toBe(sent)
  await expect.poll(async () => (await now()).state, { timeout: 20_000 }).toBe('created')
  expect(done).toEqual([])
  await jobs.pause(new Set())
  await expect.poll(() => done, { timeout: 20_000 }).toEqual([queue.name])
})

it('all letters are tried 11 times over at least 12 hours, with growing pauses', () => {
  const letters = modules.flatMap(({ jobs = [] }) => jobs).filter(({ name }) => /^users\.(letter|notice)$/.test(name))
  expect(letters.map(({ pauses }) => pauses)).toEqual([overHours, overHours])
  expect(overHours).toHaveLength(10)
  expect(overHours).toEqual([...overHours].sort((a, b) => a - b))
  expect(overHours.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(12 * 3600)
})

it('four processes that start at once on a new database all make their queues', async () => {
  const definitions = Array.from({ length: 10 }, (_, at) => ({ name: `tests.at-once-${at}` }))
  for (let round = 0; round < 6; round++) {
    const processes = await Promise.all(Array.from({ length: 4 }, async () => (await someJobs(false)).jobs))
    await Promise.all(processes.map(jobs => jobs.prepare(definitions)))
    expect(await db('queue.queue').where('name', 'like', 'tests.at-once-%')).toHaveLength(definitions.length)
    const boss = new PgBoss({ connectionString: database.url, schema: 'queue', migrate: false, supervise: false })
    await boss.start()
    for (const { name } of definitions) await boss.deleteQueue(name)
    await boss.stop({ graceful: false })
  }
})

describe('a database that is away when a job ends', () => {
  async function endedWhileAway(name: string, end: () => void) {
    const proxy = await aTcpProxy(database.url)
    const { log, lines } = linesOf()
    const jobs = await openJobs({ url: proxy.url, db, log, worker: true })
    onTestFinished(async () => {
      await jobs.stop()
      await proxy.close()
    })
    let runs = 0
    let goOn = (): void => undefined
    const held = new Promise<void>(resolve => {
      goOn = resolve
    })
    const definition = { name, pauses: [600] }
    await jobs.prepare([definition])
    await jobs.work(definition, async () => {
      runs += 1
      await held
      end()
    })
    await db.transaction(trx => jobs.send(trx, name, {}))
    await expect.poll(() => runs, { timeout: 15_000 }).toBe(1)
    proxy.shut()
    goOn()
    await expect.poll(() => lines().some(({ msg }) => msg?.startsWith('jobs: the database is away'))).toBe(true)
    proxy.open()
    const state = async () => (await rowsOf(name))[0].state
    return { state, runs: () => runs }
  }

  it('is told how the job ended once it is back, and the job is not done again', async () => {
    const { state, runs } = await endedWhileAway('tests.noted-later', () => undefined)
    await expect.poll(state, { timeout: 20_000 }).toBe('completed')
    expect(runs()).toBe(1)
  })

  it('is told of a failure, too', async () => {
    const { state } = await endedWhileAway('tests.failed-later', () => {
      throw new Error('the server hangs up')
    })
    await expect.poll(state, { timeout: 20_000 }).toBe('retry')
  })
})

it('a process that stops gives a job that does not end to another worker', async () => {
  const { log } = linesOf()
  const jobs = await openJobs({ url: database.url, db, log, worker: true, leaveMs: 50 })
  const definition = { name: 'tests.left', pauses: [0] }
  await jobs.prepare([definition])
  let isRunning = false
  await jobs.work(definition, () => {
    isRunning = true
    return new Promise(() => undefined)
  })
  await db.transaction(trx => jobs.send(trx, definition.name, {}))
  await expect.poll(() => isRunning, { timeout: 15_000 }).toBe(true)
  await jobs.stop()
  expect((await rowsOf(definition.name))[0]).toMatchObject({ state: 'retry', retry_count: 0 })
})

describe('a database that dies without a word, and is replaced', () => {
  it('does not keep a worker from its jobs', async () => {
    const proxy = await aTcpProxy(database.url)
    const { log } = linesOf()
    const jobs = await openJobs({ url: proxy.url, db, log, worker: true, silenceMs: 2_000 })
    onTestFinished(async () => {
      await jobs.stop()
      await proxy.close()
    })
    const done: object[] = []
    await jobs.prepare([{ name: 'tests.stranded' }])
    await jobs.work({ name: 'tests.stranded' }, async data => void done.push(data))
    const send = (n: number): Promise<void> => db.transaction(trx => jobs.send(trx, 'tests.stranded', { n }))
    await send(1)
    await expect.poll(() => done, { timeout: 15_000 }).toEqual([{ n: 1 }])
    proxy.strand()
    await send(2)
    await expect.poll(() => done, { timeout: 30_000 }).toEqual([{ n: 1 }, { n: 2 }])
  }, 60_000)
})
