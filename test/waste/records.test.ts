/** Received cards are entered in the record of waste: who may, what the register is told, and what the card says meanwhile. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CardState } from '../../modules/waste/cards/schema.ts'
import { enter, resumeEntries } from '../../modules/waste/records/job.ts'
import { EntryState } from '../../modules/waste/records/schema.ts'
import type { Services } from '../../src/kernel/services.ts'
import { anApp } from '../helper/app.ts'
import { aTransferCard } from '../helper/waste-factories.ts'
import { type Acting, anActing } from './fixtures/acts.ts'
import { aRecordCard } from './fixtures/state-register.ts'

let acting: Acting
beforeAll(async () => {
  acting = await anActing('web', { BDO_RECORDS: 'true' })
})
afterAll(() => acting.close())
beforeEach(() => {
  acting.between(register => register)
  acting.world.recordCards = [aRecordCard()]
})

const receivedAt = '2026-11-18T09:30:00.000Z'
const received = { state: CardState.received, received_mass: 2.4812, received_at: receivedAt }

let made = 0
/** A card that we have received. */
async function aReceivedCard(row: Readonly<Record<string, unknown>> = {}) {
  const registerId = `received-${++made}`
  const fields = { state: 'RECEIVE_CONFIRMATION', cardNumber: `KPO/${registerId}` } as const
  return { registerId, id: await acting.card(registerId, fields, { ...received, ...row }) }
}

const ask = (id: number) => acting.put(id, 'enter-record')
const entriesOf = (registerId: string) => (acting.world.recordEntries ?? []).filter(({ kpoId }) => kpoId === registerId)
const lastEntry = (cardId: number) =>
  acting.test.services.db('waste.entries').where({ card_id: cardId }).orderBy('id', 'desc').first()

/** One try of the job that waits for a card. */
const attempt = async (cardId: number, services: Services = acting.test.services): Promise<void> =>
  enter(services, { entryId: (await lastEntry(cardId)).id })

const queued = async (cardId: number): Promise<Date[]> => {
  const { id } = await lastEntry(cardId)
  const jobs = await acting.test.services.db('queue.job').where({ name: 'waste.entry' }).select('data', 'start_after')
  return jobs.filter(({ data }) => data.entryId === id).map(({ start_after }) => start_after)
}

const sentences = async (id: number): Promise<string[]> =>
  (await acting.staff.get(`/api/Admin/TransferCards/${id}/history`)).body.data.map(
    (entry: { statusDescription: string }) => entry.statusDescription
  )

const isCreation = ({ path }: { readonly path: string }): boolean => path.endsWith('KeoCollected/create')

describe('a received card', () => {
  it('is entered with its mass and day on the record card of place, code and year', async () => {
    acting.world.recordCards?.unshift(
      aRecordCard({ keoId: 'keo-last-year', year: 2025 }),
      aRecordCard({ keoId: 'keo-other-code', wasteCodeId: 717 }),
      aRecordCard({ keoId: 'keo-of-produced', isWasteCollecting: false }),
      aRecordCard({ keoId: 'keo-other-place', eupId: 'eup-zamosc' })
    )
    const { id, registerId } = await aReceivedCard()
    expect((await ask(id)).status).toBe(200)
    expect(await acting.one(id)).toMatchObject({ entryState: EntryState.waiting, enteredAt: null })
    expect(entriesOf(registerId)).toEqual([])
    await attempt(id)
    expect(entriesOf(registerId)).toMatchObject([
      { keoId: 'keo-tyres', kpoId: registerId, collectedDate: receivedAt, collectedMass: 2.4812 }
    ])
    expect(await acting.one(id)).toMatchObject({
      ...{ entryState: EntryState.entered, enteredAt: acting.test.clock.now.toISOString() },
      ...{ entryProblem: null, state: CardState.received }
    })
    expect(await sentences(id)).toEqual([
      'Wpis do karty ewidencji jest w rejestrze: 2,481 t',
      'Dodano do ewidencji: 2,481 t'
    ])
    await attempt(id)
    expect(entriesOf(registerId)).toHaveLength(1)
  })

  it('belongs to the year of its receipt in Poland', async () => {
    acting.world.recordCards?.push(aRecordCard({ keoId: 'keo-new-year', year: 2027 }))
    const { id, registerId } = await aReceivedCard({ received_at: '2026-12-31T23:30:00.000Z' })
    await ask(id)
    await attempt(id)
    expect(entriesOf(registerId)).toMatchObject([{ keoId: 'keo-new-year' }])
  })

  it('is entered by its receiver alone, after the receipt, and once', async () => {
    const underWay = await aReceivedCard({ state: CardState.confirmationGenerated })
    const others = await aReceivedCard({ receiver_eup: null })
    const waiting = await aReceivedCard()
    const without = await aReceivedCard({ received_at: null })
    expect((await ask(waiting.id)).status).toBe(200)
    for (const [{ id }, status, sentence] of [
      [underWay, 409, 'Do ewidencji wpisuje się kartę po potwierdzeniu przejęcia.'],
      [others, 409, 'Do ewidencji wpisujemy karty, na których my przejmujemy odpady.'],
      [waiting, 409, 'Ta karta jest już wpisana albo czeka na wpis.'],
      [without, 422, 'Ta karta nie ma jeszcze masy, kodu odpadu albo daty przejęcia.']
    ] as const) {
      const answer = await ask(id)
      expect([answer.status, answer.body.detail]).toEqual([status, sentence])
    }
    await attempt(waiting.id)
    expect((await ask(waiting.id)).status).toBe(409)
  })

  it.each([
    ['ADMIN', 200],
    ['CLIENT_ADMIN', 403],
    ['CLIENT', 403],
    ['DRIVER', 403]
  ] as const)('is entered by %s: %i', async (role, status) => {
    const { id } = await aReceivedCard()
    const person = await acting.test.signedInAs(role)
    expect((await person.put(`/api/Admin/TransferCards/${id}/enter-record`)).status).toBe(status)
    expect((await lastEntry(id)) !== undefined).toBe(status === 200)
  })
})

describe('one try', () => {
  it('whose answer was lost is followed after a minute by one that finds the entry', async () => {
    const { id, registerId } = await aReceivedCard()
    await ask(id)
    acting.between(register => async call => {
      const answer = await register(call)
      if (isCreation(call)) throw new Error('the line breaks')
      return answer
    })
    await attempt(id)
    expect(await acting.one(id)).toMatchObject({
      ...{ entryState: EntryState.waiting, entryProblem: expect.stringMatching(/^down/) },
      entryDueAt: new Date(acting.test.clock.now.getTime() + 60_000).toISOString()
    })
    await attempt(id)
    expect(entriesOf(registerId)).toHaveLength(1)
    expect(await acting.one(id)).toMatchObject({ entryState: EntryState.entered, entryProblem: null, entryDueAt: null })
  })

  it('finds an entry that a person has made at the register’s own page, on whichever page of the list it stands', async () => {
    const { id, registerId } = await aReceivedCard()
    const other = (n: number) => ({ keoCollectedId: `other-${n}`, kpoId: `other-${n}`, collectedMass: 2.4812 })
    const shared = { keoId: 'keo-tyres', collectedDate: receivedAt }
    acting.world.recordEntries = [
      { ...shared, keoCollectedId: 'by-hand', kpoId: registerId, collectedMass: 9 },
      ...Array.from({ length: 60 }, (_, n) => ({ ...shared, ...other(n) }))
    ]
    await ask(id)
    await attempt(id)
    expect(entriesOf(registerId)).toMatchObject([{ keoCollectedId: 'by-hand' }])
    expect(await acting.one(id)).toMatchObject({ entryState: EntryState.entered })
  })

  it('whose outcome was lost with the database enters nothing twice', async () => {
    const { id, registerId } = await aReceivedCard()
    await ask(id)
    const { services } = acting.test
    let transactions = 0
    // The first transaction begins the try, the second keeps its outcome.
    const lost = new Proxy(services.db, {
      get: (db, name) =>
        name === 'transaction' && ++transactions === 2 ? () => Promise.reject(new Error('lost')) : Reflect.get(db, name)
    })
    await expect(attempt(id, { ...services, db: lost })).rejects.toThrow('lost')
    expect(await lastEntry(id)).toMatchObject({ state: EntryState.waiting, tries: 1 })
    await attempt(id)
    expect(entriesOf(registerId)).toHaveLength(1)
    expect(await lastEntry(id)).toMatchObject({ state: EntryState.entered, tries: 2 })
  })

  it('meets a register that is away: the card says so, and it is entered once it is back', async () => {
    const { id, registerId } = await aReceivedCard()
    await ask(id)
    await acting.kill()
    await attempt(id)
    await attempt(id)
    const { now } = acting.test.clock
    const pauses = (await queued(id)).map(at => at.getTime() - now.getTime())
    expect(pauses).toEqual(expect.arrayContaining([2_000, 4_000]))
    expect(await acting.one(id)).toMatchObject({
      ...{ entryState: EntryState.waiting, entryProblem: expect.stringMatching(/^down/) },
      entryDueAt: new Date(now.getTime() + 4_000).toISOString()
    })
    await acting.restart()
    await attempt(id)
    expect(entriesOf(registerId)).toHaveLength(1)
    expect(await acting.one(id)).toMatchObject({ entryState: EntryState.entered, entryProblem: null, entryDueAt: null })
  })

  it('that is refused keeps the register’s words, and may be made anew', async () => {
    const { id, registerId } = await aReceivedCard()
    const there = acting.world.cards.find(({ kpoId }) => kpoId === registerId)
    Object.assign(there ?? {}, { state: 'REJECTED' })
    await ask(id)
    await attempt(id)
    const words = 'Karta przekazania odpadów nie ma potwierdzonego przejęcia.'
    expect(entriesOf(registerId)).toEqual([])
    expect(await acting.one(id)).toMatchObject({ entryState: EntryState.refused, entryProblem: words })
    expect((await sentences(id))[0]).toBe(`Rejestr odmówił wpisu do ewidencji: ${words}`)
    Object.assign(there ?? {}, { state: 'RECEIVE_CONFIRMATION' })
    expect((await ask(id)).status).toBe(200)
    await attempt(id)
    expect(await acting.one(id)).toMatchObject({ entryState: EntryState.entered, entryProblem: null })
    expect(entriesOf(registerId)).toHaveLength(1)
  })

  it.each([
    ['no record card', [], EntryState.noRecordCard, /nie ma karty ewidencji/],
    ['several', [aRecordCard(), aRecordCard({ keoId: 'keo-2' })], EntryState.severalRecordCards, /kilka kart ewidencji/]
  ])(
    'with %s in the register enters nothing, and says what a person must look at',
    async (_what, cards, state, says) => {
      acting.world.recordCards = [...cards]
      const { id, registerId } = await aReceivedCard()
      await ask(id)
      await attempt(id)
      expect(entriesOf(registerId)).toEqual([])
      expect(await acting.one(id)).toMatchObject({ entryState: state, entryProblem: null })
      expect((await sentences(id))[0]).toMatch(says)
    }
  )
})

it('an entry that waits when the register is taken out of the settings rests until there is one again', async () => {
  const { id, registerId } = await aReceivedCard()
  await ask(id)
  const { services } = acting.test
  await attempt(id, { ...services, settings: { ...services.settings, bdoUrl: 'none' } })
  expect(await acting.one(id)).toMatchObject({ entryState: EntryState.waiting, entryProblem: 'BDO_URL: none' })
  expect(await queued(id)).toHaveLength(1)
  await resumeEntries(services)
  await resumeEntries(services)
  expect(await queued(id)).toHaveLength(2)
  await attempt(id)
  expect(entriesOf(registerId)).toHaveLength(1)
})

it.each([
  ['a register', { BDO_URL: 'none' }, 'Rejestr BDO nie jest podłączony.'],
  [
    'a record in it',
    { BDO_URL: 'http://127.0.0.1:9', BDO_CLIENT_ID: 'id', BDO_CLIENT_SECRET: 'secret' },
    'Ewidencja odpadów nie jest włączona (ustawienie BDO_RECORDS).'
  ]
])('without %s nothing is entered', async (_what, environment, sentence) => {
  const without = await anApp({ ROLES: 'web', ...environment })
  const staff = await without.signedInAs('ADMIN')
  const { id } = await aTransferCard(without.services.db, received)
  const { status, body } = await staff.put(`/api/Admin/TransferCards/${id}/enter-record`)
  const page = await staff.get('/api/ui/pages/waste.cards')
  await without.close()
  expect([status, body.detail]).toEqual([409, sentence])
  // of the record nothing is offered: neither columns, fields nor the command, grey
  expect(JSON.stringify(page.body)).not.toMatch(/entryState|enteredAt|entryProblem|enterRecord/)
})

it('with a record its columns, fields and command are offered', async () => {
  const page = JSON.stringify((await acting.staff.get('/api/ui/pages/waste.cards')).body)
  for (const part of ['entryState', 'enteredAt', 'entryProblem', 'waste.enterRecord']) expect(page).toContain(part)
})
