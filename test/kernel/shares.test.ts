/** One process runs the task, and a task that ends or cannot start is no secret. */
import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAsLeader } from '../../src/kernel/mqtt/leader.ts'
import { aDatabase } from '../helper/database.ts'
import { cleanups, log } from './fixtures/mqtt.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

let key = 1_000
function aLeader(start: () => Promise<{ ended?: Promise<unknown>; stop(): Promise<void> }>, lock = ++key) {
  const leader = runAsLeader({ databaseUrl: database.url, key: lock, start, log })
  cleanups.push(leader.stop)
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
  await expect.poll(() => starts, { timeout: 5_000 }).toBe(2)
  expect(leader.current()).toBeDefined()
})

it('says when it leads and cannot start the task, and goes on trying', async () => {
  let broken = true
  const leader = aLeader(async () => {
    if (broken) throw new Error('the port is taken')
    return { stop: async () => undefined }
  })
  await expect(leader.ready).rejects.toThrow('the port is taken')
  expect(leader.failing()).toBe(true)
  broken = false
  await expect.poll(() => leader.current(), { timeout: 5_000 }).toBeDefined()
  expect(leader.failing()).toBe(false)
})

it('stands by while another runs the task, and takes over', async () => {
  const running: string[] = []
  const task = (name: string) => async () => {
    running.push(name)
    return { stop: async () => void running.splice(running.indexOf(name), 1) }
  }
  const lock = ++key
  const first = aLeader(task('first'), lock)
  await first.ready
  const second = aLeader(task('second'), lock)
  await first.stop()
  await second.ready
  expect(running).toEqual(['second'])
})
