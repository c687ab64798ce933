/** One process runs a task, several share their tasks, and a task that ends or cannot start is no secret. */
import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { fairShare, runShares } from '../../src/kernel/mqtt/shares.ts'
import { withClient } from '../helper/cluster.ts'
import { aDatabase } from '../helper/database.ts'
import { aTcpProxy } from '../helper/tcp-proxy.ts'
import { log } from './fixtures/mqtt.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

let key = 1_000
/** Each test's locks begin at another number; before it is that of the lock that all share. */
const nextKey = (): number => (key += 100)
function aLeader(start: () => Promise<{ ended?: Promise<unknown>; stop(): Promise<void> }>, lock = nextKey()) {
  const leader = runShares({ databaseUrl: database.url, key: lock, start, log })
  onTestFinished(leader.stop)
  return leader
}

it('starts a task again that ends by itself', async () => {
  const events = new EventEmitter()
  let starts = 0
  const leader = aLeader(async () => {
    starts += 1
    return { ended: once(events, `end ${starts}`), stop: async () => undefined }
  })
  await leader.ready
  events.emit('end 1')
  await expect.poll(() => starts).toBe(2)
  expect(leader.current()).toHaveLength(1)
})

it('reports that it holds the lock and cannot start the task, and tries again', async () => {
  let broken = true
  const leader = aLeader(async () => {
    if (broken) throw new Error('the port is taken')
    return { stop: async () => undefined }
  })
  await expect(leader.ready).rejects.toThrow('the port is taken')
  expect(leader.failing()).toBe(true)
  broken = false
  await expect.poll(() => leader.current()).toHaveLength(1)
  expect(leader.failing()).toBe(false)
})

it('stands by while another runs the task, and takes over', async () => {
  const running: string[] = []
  const task = (name: string) => async () => {
    running.push(name)
    return { stop: async () => void running.splice(running.indexOf(name), 1) }
  }
  const lock = nextKey()
  const first = aLeader(task('first'), lock)
  await first.ready
  const second = aLeader(task('second'), lock)
  await first.stop()
  await second.ready
  expect(running).toEqual(['second'])
})

it('gives the task up to another process where its database has died without a word and was replaced', async () => {
  const proxy = await aTcpProxy(database.url)
  const lock = nextKey()
  const start = async () => ({ stop: async () => undefined })
  const first = runShares({ databaseUrl: proxy.url, key: lock, start, log })
  onTestFinished(async () => {
    await first.stop()
    await proxy.close()
  })
  await first.ready
  const second = aLeader(start, lock)
  proxy.strand()
  // The new server knows nothing of the locks of the old one.
  await withClient(database.url, client =>
    client.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and granted and objid = $1`,
      [lock]
    )
  )
  await second.ready
  await expect.poll(() => first.current(), { timeout: 30_000 }).toHaveLength(0)
  expect(second.current()).toHaveLength(1)
}, 60_000)

it('a process takes the number of tasks ÷ processes, rounded up', () => {
  const parts = [1, 2, 5].map(tasks => [0, 1, 2, 3, 5, 9].map(processes => fairShare(tasks, processes)))
  expect(parts).toEqual([
    [1, 1, 1, 1, 1, 1],
    [2, 2, 1, 1, 1, 1],
    [5, 5, 3, 2, 1, 1]
  ])
})

describe('several tasks', () => {
  /** Processes that note who runs what; a task that two ran at once would be noted. */
  function processes(tasks: number) {
    const lock = nextKey()
    const runs = new Map<number, string>()
    const doubled: number[] = []
    const process = (name: string, url = database.url) => {
      const shares = runShares({
        databaseUrl: url,
        key: lock,
        tasks,
        log,
        async start(task) {
          if (runs.has(task)) doubled.push(task)
          runs.set(task, name)
          return { stop: async () => void runs.delete(task) }
        }
      })
      onTestFinished(shares.stop)
      return shares
    }
    const held = () => [...runs].sort(([a], [b]) => a - b).map(([task, name]) => `${task} ${name}`)
    return { process, held, doubled }
  }
  const slowly = { timeout: 15_000 }

  it('are all run by a process that is alone; one that comes gets its part, one that goes leaves it to the others', async () => {
    const { process, held, doubled } = processes(3)
    process('a')
    await expect.poll(held, slowly).toEqual(['1 a', '2 a', '3 a'])
    const b = process('b')
    await expect.poll(held, slowly).toEqual(['1 a', '2 a', '3 b'])
    const c = process('c')
    await expect
      .poll(
        () =>
          held()
            .map(one => one.slice(2))
            .sort(),
        slowly
      )
      .toEqual(['a', 'b', 'c'])
    await b.stop()
    await c.stop()
    await expect.poll(held, slowly).toEqual(['1 a', '2 a', '3 a'])
    expect(doubled).toEqual([])
  })

  it('are taken over from a process whose connection dies, and given back when it returns', async () => {
    const { process, held } = processes(2)
    const proxy = await aTcpProxy(database.url)
    onTestFinished(proxy.close)
    const a = process('a')
    await a.ready
    const b = process('b', proxy.url)
    await expect.poll(held, slowly).toEqual(['1 a', '2 b'])
    proxy.shut()
    await expect.poll(() => a.current().length, slowly).toBe(2)
    expect(b.current()).toHaveLength(1)
    proxy.open()
    await expect.poll(() => [a.current().length, b.current().length], slowly).toEqual([1, 1])
  })
})
