/**
 * kill -9 of workers that send webhooks, twenty times in 10,000 events of 500 things, to a receiver that fails by chance: refuses, breaks the
 * line before it takes a call, takes it and breaks the line. Two workers run at once, and one of them is killed. Each event must come at
 * least once, those of one thing in their order, and what comes twice under one id and with one body. What waits for its next try is made
 * due again and again, which is the time that a drill does not have. The control sends what comes after a delivery that has failed.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import { encrypted } from '../../modules/integrations/webhooks/encryption.ts'
import { newSecret } from '../../modules/integrations/webhooks/sign.ts'
import { atLeast, atMost, type Circumstances, type Drill, exactly, none, seen } from '../drill.ts'
import { type Server, startServer, tokenSecret } from '../fixtures/server.ts'
import { aStage } from '../fixtures/stage.ts'
import { untilWithin } from '../fixtures/until.ts'

const patienceMs = 1_800_000
const until = untilWithin(patienceMs)

/** Chances of a fault, in percent of the calls. */
const faults = { refuse: 8, unavailable: 3, broken: 4, taken: 5 }

/** Chance that comes the same in every run (mulberry32). */
function aChance(): () => number {
  let seed = 20_261_127
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

function faultOf(chance: () => number): keyof typeof faults | undefined {
  let roll = chance() * 100
  for (const [name, percent] of Object.entries(faults)) {
    roll -= percent
    if (roll < 0) return name as keyof typeof faults
  }
  return undefined
}

interface Taken {
  readonly body: string
  times: number
}

/** What was taken, by its id; and for each thing the numbers of its events in the order in which they first came. */
async function aReceiver() {
  const chance = aChance()
  const taken = new Map<string, Taken>()
  const things = new Map<number, number[]>()
  let calls = 0
  let atOnce = 0
  let mostAtOnce = 0
  let otherBodies = 0
  const take = (id: string, body: string): void => {
    const known = taken.get(id)
    if (known) {
      known.times += 1
      if (known.body !== body) otherBodies += 1
      return
    }
    taken.set(id, { body, times: 1 })
    const { thing, n } = JSON.parse(body).data as { thing: number; n: number }
    things.set(thing, [...(things.get(thing) ?? []), n])
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    calls += 1
    const fault = faultOf(chance)
    if (fault === 'broken') return void request.socket.destroy()
    if (fault === 'refuse' || fault === 'unavailable')
      return void response.writeHead(fault === 'refuse' ? 500 : 503, { connection: 'close' }).end('not now')
    take(String(request.headers['webhook-id']), Buffer.concat(chunks).toString())
    if (fault === 'taken') return void request.socket.destroy()
    response.writeHead(204, { connection: 'close' }).end()
  }
  const server = createServer((request, response) => {
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    // A worker that is killed leaves its call half sent.
    void answer(request, response)
      .catch(() => response.destroy())
      .finally(() => {
        atOnce -= 1
      })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    taken,
    things,
    calls: () => calls,
    mostAtOnce: () => mostAtOnce,
    otherBodies: () => otherBodies,
    close() {
      server.closeAllConnections()
      server.close()
    }
  }
}

type Receiver = Awaited<ReturnType<typeof aReceiver>>

interface Load {
  readonly events: number
  readonly things: number
  readonly kills: number
}

/** In pieces, so that places are given while workers are killed; five events of a thing follow each other, or none would wait for another. */
async function write(db: Knex, { events, things }: Load): Promise<void> {
  const piece = 250
  for (let from = 0; from < events; from += piece) {
    await db.raw(
      `insert into kernel.events (type, version, subject_type, subject_id, at, data)
        select 'order.created', 1, 'faults.thing', 1 + (n / 5) % ?::int, now(), json_build_object('thing', 1 + (n / 5) % ?::int, 'n', n)
        from generate_series(?::int, ?::int) n order by n`,
      [things, things, from, Math.min(from + piece, events) - 1]
    )
    await wait(50)
  }
}

async function send(at: Circumstances, db: Knex, url: string, receiver: Receiver, load: Load): Promise<void> {
  const { events, kills } = load
  const env = { ROLES: 'worker', DATABASE_URL: url, WEBHOOK_PRIVATE: 'loopback' }
  const start = (): Promise<Server> => startServer({ env, without: at.without })
  const workers = [await start(), await start()]
  at.after(() => Promise.all(workers.map(worker => worker.kill())))
  let isRunning = true
  const passing = (async () => {
    while (isRunning) {
      await db.raw('update integrations.deliveries set due_at = now() where state = 0 and due_at > now()')
      await db.raw('update integrations.webhooks set paused_until = null where paused_until is not null')
      await wait(200)
    }
  })()
  try {
    const writing = write(db, load)
    for (let round = 1; round <= kills; round++) {
      await until(() => receiver.taken.size >= Math.floor((events * round) / (kills + 2)), `kill ${round}`)
      await workers[round % 2]?.kill()
      workers[round % 2] = await start()
    }
    await writing
    await until(async () => {
      const { rows } = await db.raw(`select (select count(*)::int from integrations.deliveries where state = 0)
        + (select count(*)::int from kernel.events where place is null) as n`)
      return rows[0].n === 0
    }, 'the end of the deliveries')
  } finally {
    isRunning = false
    await passing
  }
}

const isInOrder = (numbers: readonly number[]): boolean =>
  numbers.every((n, at) => at === 0 || n > (numbers[at - 1] ?? 0))

export const webhooks: Drill = {
  promise:
    'workers killed -9 twenty times in 10,000 events, the receiver failing: each event at least once, those of one thing in their order',
  short: 'with control',
  control: {
    without: 'without waiting for an earlier delivery of the same thing',
    breaks: 'things out of order',
    edits: [
      {
        file: 'modules/integrations/webhooks/deliver.ts',
        from: 'if (subject !== null && failed.has(subject)) continue',
        to: ''
      },
      {
        file: 'modules/integrations/webhooks/deliver.ts',
        from: 'and (subject is null or subject not in (select subject from later))',
        to: ''
      }
    ]
  },
  async run(at) {
    const load = { events: at.many(10_000, 300), things: at.many(500, 15), kills: at.many(20, 2) }
    const url = await at.database()
    const { db } = await aStage(at, url)
    const receiver = await aReceiver()
    at.after(receiver.close)
    const secret = encrypted(newSecret(), { tokenSecret })
    await db('integrations.webhooks').insert({
      ...{ url: receiver.url, types: ['order.created'], secret, created_at: new Date() }
    })
    const began = performance.now()
    await send(at, db, url, receiver, load)
    const { rows } = await db.raw(`select count(*) filter (where state = 1)::int as delivered,
      count(distinct place)::int as places from integrations.deliveries`)
    const seconds = (performance.now() - began) / 1_000
    const inOrder = [...receiver.things.values()].filter(isInOrder).length
    return [
      exactly('events that came', receiver.taken.size, load.events),
      exactly('deliveries done', rows[0].delivered, load.events),
      exactly('places', rows[0].places, load.events),
      none('things out of order', receiver.things.size - inOrder),
      none('the same id with another body', receiver.otherBodies()),
      // a killed worker's call can be half there while the next one comes
      atMost('calls at once', receiver.mostAtOnce(), 2),
      atLeast('came twice', [...receiver.taken.values()].filter(({ times }) => times > 1).length, 1),
      seen('calls', receiver.calls()),
      seen('kills', load.kills),
      seen('took', seconds, 's')
    ]
  }
}
