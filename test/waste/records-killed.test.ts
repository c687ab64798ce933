/**
 * Twelve received cards entered while the register is killed and started again and the worker's job is interrupted when its outcome is to be committed. By
 * the register's own entries each is entered once, and none is lost.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { CardState } from '../../modules/waste/cards/schema.ts'
import { EntryState } from '../../modules/waste/records/schema.ts'
import { Pace } from '../../modules/waste/register/pace.ts'
import { type Acting, anActing } from './fixtures/acts.ts'
import { aRecordCard } from './fixtures/state-register.ts'

const count = 12
const receivedAt = '2026-11-18T09:00:00.000Z'

let acting: Acting
beforeAll(async () => {
  // How fast the register is asked is the subject of register.test.ts.
  vi.spyOn(Pace.prototype, 'turn').mockResolvedValue(undefined)
  acting = await anActing('web,worker', { BDO_RECORDS: 'true' })
  acting.world.recordCards = [aRecordCard()]
})
afterAll(async () => {
  vi.restoreAllMocks()
  await acting.close()
})

const states = async (): Promise<number[]> => {
  const rows = await acting.test.services.db('waste.entries').orderBy('id').select('state')
  return rows.map(({ state }) => state)
}

it('each of twelve cards is entered exactly once, and none is lost', async () => {
  const names = Array.from({ length: count }, (_, n) => `many-${n}`)
  const { db } = acting.test.services
  const original = db.transaction.bind(db) as (...given: unknown[]) => Promise<unknown>
  let interrupted = 0
  // The commit after which an entry stands is interrupted at its first time for each second entry.
  const seen = new Set<string>()
  vi.spyOn(db, 'transaction').mockImplementation(((work: (trx: unknown) => Promise<unknown>, ...rest: unknown[]) =>
    original(
      async (trx: unknown) => {
        const result = await work(trx)
        const entered = (acting.world.recordEntries ?? []).map(({ kpoId }) => kpoId)
        const fresh = entered.find((kpoId, at) => at % 2 === 0 && !seen.has(kpoId))
        if (fresh === undefined) return result
        seen.add(fresh)
        interrupted += 1
        throw new Error('interrupted at the commit')
      },
      ...rest
    )) as never)

  const ids: number[] = []
  for (const [at, name] of names.entries())
    ids.push(
      await acting.card(
        name,
        { state: 'RECEIVE_CONFIRMATION', correctedWasteMass: 1 + at / 1000, receiveConfirmationTime: receivedAt },
        { state: CardState.received, received_mass: 1 + at / 1000, received_at: receivedAt }
      )
    )
  // A first one is entered, then the register is killed before the others are asked for.
  expect((await acting.put(ids[0] ?? 0, 'enter-record')).status).toBe(200)
  await vi.waitFor(async () => expect(await states()).toEqual([EntryState.entered]), { timeout: 30_000 })
  await acting.kill()
  for (const id of ids.slice(1)) expect((await acting.put(id, 'enter-record')).status).toBe(200)
  const problems = () => db('waste.entries').whereNotNull('problem').select('id')
  await vi.waitFor(async () => expect((await problems()).length).toBeGreaterThan(0), { timeout: 30_000 })
  await acting.restart()
  await vi.waitFor(async () => expect(await states()).toEqual(Array(count).fill(EntryState.entered)), {
    timeout: 90_000,
    interval: 200
  })

  expect(interrupted).toBe(count / 2)
  const entered = (acting.world.recordEntries ?? []).toSorted((a, b) => a.collectedMass - b.collectedMass)
  expect(entered.map(({ kpoId, collectedMass }) => [kpoId, collectedMass])).toEqual(
    names.map((name, at) => [name, 1 + at / 1000])
  )
})
