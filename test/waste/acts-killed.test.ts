/**
 * Sixty receipts confirmed while everything breaks: the register is killed and started again, carries out what it is told without saying so, and the
 * worker's job is interrupted when its outcome is to be committed. By the register's own log each is confirmed once, and none is lost.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Pace } from '../../modules/waste/register/pace.ts'
import { createRandom } from '../../seeds/demo/random.ts'
import { type Acting, anActing } from './fixtures/acts.ts'

const count = 60

let acting: Acting
beforeAll(async () => {
  // How fast details are asked for is the subject of register.test.ts.
  vi.spyOn(Pace.prototype, 'turn').mockResolvedValue(undefined)
  acting = await anActing('web,worker')
})
afterAll(async () => {
  vi.restoreAllMocks()
  await acting.close()
})

/** Throws at the commit of so many transactions, by chance, after all that they did. How often, is counted. */
function interrupted(most: number, chance: () => boolean): { readonly times: () => number; end(): void } {
  const { db } = acting.test.services
  const original = db.transaction.bind(db) as (...given: unknown[]) => Promise<unknown>
  let times = 0
  const spy = vi.spyOn(db, 'transaction').mockImplementation(((
    work: (trx: unknown) => Promise<unknown>,
    ...rest: unknown[]
  ) =>
    original(
      async (trx: unknown) => {
        const result = await work(trx)
        if (times >= most || !chance()) return result
        times += 1
        throw new Error('interrupted at the commit')
      },
      ...rest
    )) as never)
  return { times: () => times, end: () => spy.mockRestore() }
}

it('each of sixty receipts is confirmed exactly once, and none is lost', async () => {
  const random = createRandom('sixty receipts')
  const names = Array.from({ length: count }, (_, n) => `many-${n}`)
  const ids: number[] = []
  for (const name of names) ids.push(await acting.card(name))

  let lost = 0
  // Until all are asked for, the register does not answer the first ones.
  let open: () => void = () => undefined
  const gate = new Promise<void>(resolve => {
    open = resolve
  })
  acting.between(register => async call => {
    if (call.method === 'PUT') await gate
    const answer = await register(call)
    const isConfirmation = call.method === 'PUT' && answer?.status === 200
    if (!isConfirmation || !random.chance(0.2)) return answer
    lost += 1
    throw new Error('the line breaks before the answer')
  })
  for (const [at, id] of ids.entries())
    expect((await acting.put(id, 'confirm-receipt', { mass: 1 + at / 1000 })).status).toBe(200)
  const interruptions = interrupted(40, () => random.chance(0.4))
  open()

  let kills = 0
  const states = async () => (await acting.acts()).map(({ state }) => state)
  const told = () => acting.world.log.length
  while ((await states()).includes(0)) {
    const before = told()
    if (kills < 4 && before >= (kills + 1) * 10) {
      kills += 1
      await acting.kill()
      // The worker meets it dead before it comes back.
      await vi.waitFor(async () => expect((await acting.acts()).some(({ problem }) => problem !== null)).toBe(true))
      await acting.restart()
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  interruptions.end()

  expect({ kills, wasLost: lost > 3, interrupted: interruptions.times() }).toEqual({
    ...{ kills: 4, wasLost: true, interrupted: 40 }
  })
  expect(names.map(name => acting.doneFor(name))).toEqual(names.map(() => ['assign/receiveconfirmation']))
  const masses = acting.world.cards.map(({ correctedWasteMass }) => correctedWasteMass)
  expect(masses).toEqual(ids.map((_, at) => 1 + at / 1000))
  expect(await states()).toEqual(Array(count).fill(1))
  const rows = await acting.test.services.db('waste.cards').select('state', 'is_due')
  expect(rows.filter(({ state, is_due }) => state !== 3 && !is_due)).toEqual([])
})
