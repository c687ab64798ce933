/**
 * kill -9 of the web process, twenty times while a hundred phones send forty events each, ten in a call, on a durable database. A phone sends a
 * call again until it is answered, as the driver's app does, and each call once more after its answer, as if that had been lost. Each event must
 * be stored once. The control does not know events by their ids, and must store them twice.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { aDrivenRoute, type DrivenRoute, eventsOf } from '../../test/driver/fixtures/phones.ts'
import { freePort } from '../../test/helper/relay.ts'
import { type Drill, exactly, none, seen, within } from '../drill.ts'
import { type Answer, callersOf, isGood, keepAsking, othersIn, percentile } from '../fixtures/calls.ts'
import { type Server, startServer } from '../fixtures/server.ts'
import { aStage } from '../fixtures/stage.ts'

const day = '2026-06-02'
const eventsEach = 40
const inACall = 10
const stopsEach = 8
/** A phone comes again after a while, and not at once. */
const pauseMs = 200

export const phones: Drill = {
  promise: 'kill -9 of the web process while a hundred phones send their day: each event is stored once',
  control: {
    without: 'without knowing events by their ids',
    breaks: 'events stored',
    edits: [
      {
        file: 'modules/driver/events/take.ts',
        from: 'key: id,',
        to: 'key: crypto.randomUUID(),'
      }
    ]
  },
  async run(at) {
    const drivers = at.many(100, 4)
    const kills = at.many(20, 1)
    const all = drivers * eventsEach
    const url = await at.database()
    const stage = await aStage(at, url)
    const port = String(await freePort())
    const start = (): Promise<Server> =>
      startServer({ env: { DATABASE_URL: url, ROLES: 'web', PORT: port }, without: at.without })
    let server = await start()
    at.after(() => server.kill())
    const callers = callersOf(Number(port), drivers + 4, 20_000)
    at.after(() => callers.close())
    const acknowledged = new Set<string>()
    const waiters: { many: number; resolve(): void }[] = []
    const acknowledge = (ids: readonly string[]): void => {
      for (const id of ids) acknowledged.add(id)
      for (const { many, resolve } of waiters) if (acknowledged.size >= many) resolve()
    }
    const until = (many: number): Promise<void> =>
      new Promise(resolve => (acknowledged.size >= many ? resolve() : waiters.push({ many, resolve })))
    const refused: Answer[] = []
    const answers: Answer[] = []
    const send = async (token: string, events: readonly { readonly id: string }[]): Promise<void> => {
      for (;;) {
        const answer = await callers.ask({ method: 'POST', path: '/api/Driver/events', token, body: { events } })
        if (isGood(answer)) {
          answers.push(answer)
          return acknowledge(answer.body.data.map(({ id }: { id: string }) => id))
        }
        if (answer.status >= 400 && answer.status < 500) return void refused.push(answer)
        await wait(pauseMs)
      }
    }
    const company = stage.companies[0]!
    const routes: DrivenRoute[] = []
    for (let number = 1; number <= drivers; number += 1)
      routes.push(await aDrivenRoute(stage.db, { company, itemId: stage.itemId, day, stops: stopsEach, number }))
    const sending = Promise.all(
      routes.map(async route => {
        const token = await stage.tokenOf(route.driverId)
        const events = eventsOf(route, eventsEach)
        for (let from = 0; from < events.length; from += inACall) {
          const call = events.slice(from, from + inACall)
          await send(token, call)
          await send(token, call)
        }
      })
    )
    const office = await stage.tokenOf('ADMIN')
    const lists = keepAsking(2, () => callers.ask({ path: '/api/Admin/Orders?page=1&limit=50', token: office }))
    for (let round = 1; round <= kills; round += 1) {
      await until(Math.round((all * round) / (kills + 2)))
      await server.kill()
      server = await start()
    }
    await sending
    const read = await lists.stop()
    if (refused.length > 0) console.log(`  ${othersIn(refused)}`)
    return [
      exactly('events stored', await stage.count('driver.events'), all),
      exactly('events acknowledged', acknowledged.size, all),
      none('calls refused', refused.length),
      within('p99 of lists meanwhile', percentile(read.filter(isGood), 0.99), 300),
      seen('p99 of the phones’ calls', percentile(answers, 0.99), 'ms'),
      seen('kills', kills)
    ]
  }
}
