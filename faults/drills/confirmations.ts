/**
 * kill -9 of the worker, twenty times in 200 receipts that are confirmed at the register of waste, and the register itself is killed twice and started again.
 * By chance it fails besides: it refuses for now, breaks the line before it takes an act, takes it and breaks the line. By its own log each card must be confirmed
 * once, with its own mass, and Opony must know of each. What waits for its next try is made due again and again, which is the time that a drill does not have; a
 * try that a dead worker had begun waits for the queue to give it up, as always. The control does not ask the card before it tries again.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import { createRandom } from '../../seeds/demo/random.ts'
import { startServices } from '../../seeds/demo/services/server.ts'
import type { DemoService } from '../../seeds/demo/services/service.ts'
import { wasteRegister } from '../../seeds/demo/services/waste-register.ts'
import { aTransferCard } from '../../test/helper/waste-factories.ts'
import { aCard, aWorld, ourPlace, settingsFor } from '../../test/waste/fixtures/state-register.ts'
import { atLeast, type Circumstances, type Drill, exactly, none, seen } from '../drill.ts'
import { type Answer, callersOf, isGood, othersIn } from '../fixtures/calls.ts'
import { startServer } from '../fixtures/server.ts'
import { aStage } from '../fixtures/stage.ts'
import { untilWithin } from '../fixtures/until.ts'

const patienceMs = 1_200_000
const until = untilWithin(patienceMs, 50)
const confirmation = 'assign/receiveconfirmation'

/** A register that outlives its own kills, with the chances of its faults in percent of the confirmations. */
async function aFailingRegister() {
  const world = aWorld()
  const register = wasteRegister({ world, callsASecond: 1_000 })
  const random = createRandom('receipts while everything is killed')
  const faults = { refused: 5, broken: 5, taken: 10 }
  let lostAnswers = 0
  let askedAgain = 0
  const service: DemoService = async call => {
    if (call.method !== 'PUT' || !call.path.includes(confirmation)) return register(call)
    const id = (call.body as { KpoId?: string } | undefined)?.KpoId
    if (world.log.some(({ kpoId }) => kpoId === id)) askedAgain += 1
    if (random.chance(faults.refused / 100)) return { status: 503, json: { Message: 'Przerwa techniczna' } }
    if (random.chance(faults.broken / 100)) throw new Error('the line breaks before the act')
    const answer = await register(call)
    if (!random.chance(faults.taken / 100)) return answer
    lostAnswers += 1
    throw new Error('the line breaks after the act')
  }
  let services = await startServices(service)
  const { port } = services
  return {
    world,
    url: services.addresses.bdoUrl,
    confirmed: () => world.log.filter(({ act }) => act === confirmation),
    lostAnswers: () => lostAnswers,
    askedAgain: () => askedAgain,
    kill: () => services.stop(),
    async restart() {
      services = await startServices(service, port)
    },
    close: () => services.stop()
  }
}

type Register = Awaited<ReturnType<typeof aFailingRegister>>

const massOf = (at: number): number => (1_000 + at) / 1_000
const nameOf = (at: number): string => `receipt-${at}`

/** Cards on their way to us, in the register and in the database; the ids of their rows. */
async function someCards(db: Knex, { world }: Register, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < count; at += 1) {
    const places = { receiver_eup: ourPlace, carrier_eup: ourPlace }
    const { id } = await aTransferCard(db, { register_id: nameOf(at), number: `KPO/${nameOf(at)}`, ...places })
    world.cards.push(aCard(nameOf(at), { year: new Date().getFullYear() }))
    ids.push(id)
  }
  return ids
}

/** Makes due what waits for its next try, until it is ended. */
function passTime(db: Knex): { end(): Promise<void> } {
  let isOver = false
  const passing = (async () => {
    while (!isOver) {
      await db.raw(
        `update queue.job set start_after = now() where name = 'waste.act' and state in ('created', 'retry') and start_after > now()`
      )
      await wait(500)
    }
  })()
  return {
    async end() {
      isOver = true
      await passing
    }
  }
}

interface Load {
  readonly count: number
  readonly kills: number
}

/** Confirms all of them, while the worker and the register are killed. @returns the answers to the calls */
async function confirm(at: Circumstances, url: string, register: Register, { count, kills }: Load) {
  const { db, tokenOf } = await aStage(at, url)
  const ids = await someCards(db, register, count)
  const bdo = settingsFor(register.url)
  const env = {
    DATABASE_URL: url,
    BDO_URL: bdo.bdoUrl,
    BDO_CLIENT_ID: bdo.bdoClientId,
    BDO_CLIENT_SECRET: bdo.bdoClientSecret,
    BDO_VERSION: '2026'
  }
  const web = await startServer({ env: { ...env, ROLES: 'web' } })
  at.after(() => web.kill())
  const startWorker = () => startServer({ env: { ...env, ROLES: 'worker' }, without: at.without })
  let worker = await startWorker()
  at.after(() => worker.kill())
  const callers = callersOf(web.port, 4)
  at.after(callers.close)
  const token = await tokenOf('ADMIN')
  const time = passTime(db)
  const waiting = async (): Promise<number> =>
    Number((await db('waste.acts').where({ state: 0 }).count({ n: '*' }))[0]?.n)
  try {
    const answers: Promise<Answer[]> = (async () => {
      const given: Answer[] = []
      for (const [n, id] of ids.entries())
        given.push(
          await callers.ask({
            method: 'PUT',
            path: `/api/Admin/TransferCards/${id}/confirm-receipt`,
            body: { mass: massOf(n) },
            token
          })
        )
      return given
    })()
    const registerDies = [Math.ceil(kills / 3), Math.ceil((2 * kills) / 3)]
    for (let round = 1; round <= kills; round += 1) {
      const goal = Math.floor((count * round) / (kills + 2))
      await until(() => register.confirmed().length >= goal, `kill ${round}`)
      const isWithRegister = registerDies.includes(round)
      if (isWithRegister) await register.kill()
      await worker.kill()
      worker = await startWorker()
      if (!isWithRegister) continue
      // the next worker meets it dead before it comes back
      await until(
        async () => (await db('waste.acts').whereNotNull('problem').where({ state: 0 })).length > 0,
        'a problem'
      )
      await register.restart()
    }
    const all = await answers
    await until(async () => (await waiting()) === 0, 'the end of the acts')
    return { db, answers: all }
  } finally {
    await time.end()
  }
}

export const confirmations: Drill = {
  promise:
    'the worker killed -9 twenty times and the register twice in 200 confirmations: each card is confirmed once, none is lost',
  control: {
    without: 'without asking the card before the next try',
    breaks: 'asked for again',
    edits: [{ file: 'modules/waste/acts/job.ts', from: 'if (act.tries > 1) {', to: 'if (act.tries > 1_000_000) {' }]
  },
  async run(at) {
    const load = { count: at.many(200, 20), kills: at.many(20, 2) }
    const register = await aFailingRegister()
    at.after(register.close)
    const began = performance.now()
    const { db, answers } = await confirm(at, await at.database(), register, load)
    const seconds = (performance.now() - began) / 1_000
    const others = othersIn(answers)
    if (others) console.log(`  ${others}`)
    const byCard = new Map<string, number>()
    for (const { kpoId } of register.confirmed()) byCard.set(kpoId, (byCard.get(kpoId) ?? 0) + 1)
    const rightMass = register.world.cards.filter(
      ({ correctedWasteMass }, n) => correctedWasteMass === massOf(n)
    ).length
    const acts = await db('waste.acts').select('state', 'tries')
    const cards = await db('waste.cards').select('state', 'is_due')
    return [
      exactly('calls taken', answers.filter(isGood).length, load.count),
      exactly('cards confirmed', byCard.size, load.count),
      none('confirmed twice', [...byCard.values()].filter(times => times > 1).length),
      none('asked for again', register.askedAgain()),
      exactly('with their own mass', rightMass, load.count),
      exactly('acts done', acts.filter(({ state }) => state === 1).length, load.count),
      none('cards that do not know it', cards.filter(({ state, is_due }) => state !== 3 && !is_due).length),
      atLeast('acts tried again', acts.filter(({ tries }) => tries > 1).length, 1),
      seen('answers lost', register.lostAnswers()),
      seen('kills', load.kills),
      seen('took', seconds, 's')
    ]
  }
}
