/** What people do with cards at the register: who may, what is told there, and what the card says meanwhile. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resumeActs, tell } from '../../modules/waste/acts/job.ts'
import { CardState } from '../../modules/waste/cards/schema.ts'
import type { Services } from '../../src/kernel/services.ts'
import { anApp } from '../helper/app.ts'
import { aTransferCard } from '../helper/waste-factories.ts'
import { type Acting, anActing } from './fixtures/acts.ts'
import { otherPlace } from './fixtures/state-register.ts'

let acting: Acting
beforeAll(async () => {
  acting = await anActing('web')
})
afterAll(() => acting.close())
beforeEach(() => acting.between(register => register))

let made = 0
/** A card on its way to us. */
async function aCardHere(...more: Parameters<Acting['card']> extends [string, ...infer Rest] ? Rest : never) {
  const registerId = `card-${++made}`
  return { registerId, id: await acting.card(registerId, ...more) }
}

const lastAct = async (cardId: number) => (await acting.acts()).filter(act => act.card_id === cardId).at(-1)

/** One try of the job that waits for a card. */
async function attempt(cardId: number, services: Services = acting.test.services): Promise<void> {
  const act = await lastAct(cardId)
  await tell(services, { actId: act?.id ?? 0 })
}

const queued = async (cardId: number): Promise<number> => {
  const act = await lastAct(cardId)
  const jobs = await acting.test.services.db('queue.job').where({ name: 'waste.act' }).select('data')
  return jobs.filter(({ data }) => data.actId === act?.id).length
}

const sentences = async (id: number): Promise<string[]> =>
  (await acting.staff.get(`/api/Admin/TransferCards/${id}/history`)).body.data.map(
    (entry: { statusDescription: string }) => entry.statusDescription
  )

/** The register carries out what it is told, and the line breaks before the answer. */
const losing = (lost: () => boolean) =>
  acting.between(register => async call => {
    const answer = await register(call)
    if (call.method === 'PUT' && lost()) throw new Error('the line breaks')
    return answer
  })

describe('a receipt', () => {
  it('is confirmed with its mass, and the card has the new state and its history', async () => {
    const { id, registerId } = await aCardHere()
    expect((await acting.put(id, 'confirm-receipt', { mass: 2.4812, remarks: ' mokre ' })).status).toBe(200)
    expect(await acting.one(id)).toMatchObject({ state: CardState.confirmationGenerated, waitingAct: 0 })
    expect(acting.doneFor(registerId)).toEqual([])
    await attempt(id)
    expect(acting.doneFor(registerId)).toEqual(['assign/receiveconfirmation'])
    expect(await acting.one(id)).toMatchObject({
      ...{ state: CardState.received, receivedMass: 2.4812, remarks: 'mokre', waitingAct: null },
      ...{ refusedAct: null, actProblem: null }
    })
    expect(await sentences(id)).toEqual(['Przejęcie potwierdzono w rejestrze', 'Potwierdzono przejęcie: 2,481 t'])
  })

  it('is confirmed by the receiver alone, once, while the waste is on its way', async () => {
    const done = await aCardHere({ state: 'RECEIVE_CONFIRMATION' }, { state: CardState.received })
    const others = await aCardHere({}, { receiver_eup: null })
    const waiting = await aCardHere()
    expect((await acting.put(waiting.id, 'confirm-receipt', { mass: 1 })).status).toBe(200)
    for (const [card, sentence] of [
      [done, 'Przejęcie potwierdza się, gdy odpady są w transporcie.'],
      [others, 'Przejęcie potwierdza przejmujący, a to nie my.'],
      [waiting, 'Ta karta już czeka na wysłanie do rejestru.']
    ] as const) {
      const { status, body } = await acting.put(card.id, 'confirm-receipt', { mass: 1 })
      expect([status, body.detail]).toEqual([409, sentence])
    }
    expect((await acting.put(waiting.id, 'reject', { reason: 'x' })).status).toBe(409)
  })

  it.each([
    [{}, 'mass'],
    [{ mass: 0 }, 'mass'],
    [{ mass: -1 }, 'mass'],
    [{ mass: 1.23456 }, 'mass'],
    [{ mass: 10_000 }, 'mass'],
    [{ mass: '2' }, 'mass'],
    [{ mass: 1, remarks: 'x'.repeat(501) }, 'remarks'],
    [{ mass: 1, state: 3 }, 'state']
  ])('with %j is refused at the field', async (body, field) => {
    const { id } = await aCardHere()
    const answer = await acting.put(id, 'confirm-receipt', body)
    expect([answer.status, answer.body.Errors?.[0]?.PropertyName]).toEqual([400, field])
    expect(await lastAct(id)).toBeUndefined()
  })

  it('that clients try to confirm is refused', async () => {
    const { id } = await aCardHere()
    const client = await acting.test.signedInAs('CLIENT_ADMIN')
    expect((await client.put(`/api/Admin/TransferCards/${id}/confirm-receipt`, { mass: 1 })).status).toBe(403)
  })
})

describe('a rejection', () => {
  it('is told with its reason', async () => {
    const { id, registerId } = await aCardHere()
    expect((await acting.put(id, 'reject', { reason: '' })).status).toBe(400)
    expect((await acting.put(id, 'reject', { reason: 'Inny odpad' })).status).toBe(200)
    await attempt(id)
    expect(acting.doneFor(registerId)).toEqual(['reject'])
    expect(await acting.one(id)).toMatchObject({ state: CardState.rejected, remarks: 'Inny odpad' })
    expect(await sentences(id)).toEqual(['Kartę odrzucono w rejestrze', 'Odrzucono: Inny odpad'])
  })

  it('whose answer was lost is not repeated, although the card was revised since and is on its way again', async () => {
    const { id, registerId } = await aCardHere()
    await acting.put(id, 'reject', { reason: 'Inny odpad' })
    losing(() => true)
    await attempt(id)
    acting.between(register => register)
    const card = acting.world.cards.find(({ kpoId }) => kpoId === registerId)
    Object.assign(card ?? {}, { state: 'CONFIRMATION_GENERATED', revisionNumber: 1, revisedWasteMass: 2 })
    await attempt(id)
    expect(acting.doneFor(registerId)).toEqual(['reject'])
    expect(await acting.one(id)).toMatchObject({
      state: CardState.confirmationGenerated,
      revisedMass: 2,
      waitingAct: null
    })
  })
})

describe('a transport', () => {
  it('is confirmed by the carrier after the receipt', async () => {
    const { id, registerId } = await aCardHere({ state: 'RECEIVE_CONFIRMATION' }, { state: CardState.received })
    const early = await aCardHere()
    expect((await acting.put(early.id, 'confirm-transport')).status).toBe(409)
    expect((await acting.put(id, 'confirm-transport')).status).toBe(200)
    await attempt(id)
    expect(acting.doneFor(registerId)).toEqual(['status/transportconfirmation'])
    expect(await acting.one(id)).toMatchObject({ state: CardState.transported })
  })
})

describe('one try', () => {
  it('whose answer was lost is followed by one that finds the act done', async () => {
    const { id, registerId } = await aCardHere()
    await acting.put(id, 'confirm-receipt', { mass: 1.5 })
    losing(() => true)
    await attempt(id)
    expect(await acting.one(id)).toMatchObject({ waitingAct: 0, actProblem: expect.stringMatching(/^down/) })
    await attempt(id)
    expect(acting.doneFor(registerId)).toEqual(['assign/receiveconfirmation'])
    expect(await acting.one(id)).toMatchObject({ state: CardState.received, waitingAct: null, actProblem: null })
    await attempt(id)
    expect(acting.doneFor(registerId)).toHaveLength(1)
  })

  it('whose outcome was lost with the database runs again, and tells nothing twice', async () => {
    const { id, registerId } = await aCardHere()
    await acting.put(id, 'confirm-receipt', { mass: 1.5 })
    const { services } = acting.test
    let transactions = 0
    // The first transaction begins the try, the second keeps its outcome.
    const lost = new Proxy(services.db, {
      get: (db, name) =>
        name === 'transaction' && ++transactions === 2 ? () => Promise.reject(new Error('lost')) : Reflect.get(db, name)
    })
    await expect(attempt(id, { ...services, db: lost })).rejects.toThrow('lost')
    expect(await lastAct(id)).toMatchObject({ state: 0, tries: 1 })
    await attempt(id)
    expect(acting.doneFor(registerId)).toHaveLength(1)
    expect(await lastAct(id)).toMatchObject({ state: 1, tries: 2 })
  })

  it('meets a register that is away: the card says so, and the next try is queued later each time', async () => {
    const { id, registerId } = await aCardHere()
    await acting.put(id, 'confirm-receipt', { mass: 1.5 })
    await acting.kill()
    await attempt(id)
    await attempt(id)
    expect(await queued(id)).toBe(3)
    const act = await lastAct(id)
    const jobs = await acting.test.services.db('queue.job').where({ name: 'waste.act' }).select('data', 'start_after')
    const pauses = jobs
      .filter(({ data }) => data.actId === act?.id)
      .map(({ start_after }) => start_after.getTime() - acting.test.clock.now.getTime())
    expect(pauses).toEqual(expect.arrayContaining([2_000, 4_000]))
    expect(await acting.one(id)).toMatchObject({
      ...{ waitingAct: 0, refusedAct: null, actProblem: expect.stringMatching(/^down/) },
      actDueAt: new Date(acting.test.clock.now.getTime() + 4_000).toISOString()
    })
    await acting.restart()
    await attempt(id)
    expect(acting.doneFor(registerId)).toHaveLength(1)
    expect(await acting.one(id)).toMatchObject({ waitingAct: null, actProblem: null, actDueAt: null })
  })

  it.each([
    ['that asks for a pause', { status: 429, headers: { 'retry-after': '40' } }, 'HTTP 429, Retry-After: 40', 40_000],
    ['that does not take our keys', { status: 403, json: { Message: 'Brak dostępu' } }, 'Brak dostępu', 2_000],
    ['that fails', { status: 500 }, 'HTTP 500', 2_000]
  ])('meets a register %s', async (_what, answer, problem, pause) => {
    const { id, registerId } = await aCardHere()
    await acting.put(id, 'confirm-receipt', { mass: 1.5 })
    acting.between(register => async call => (call.method === 'PUT' ? answer : register(call)))
    await attempt(id)
    expect(acting.doneFor(registerId)).toEqual([])
    expect(await acting.one(id)).toMatchObject({
      ...{ waitingAct: 0, actProblem: problem },
      actDueAt: new Date(acting.test.clock.now.getTime() + pause).toISOString()
    })
  })

  it('that is refused keeps the register’s words, and may be made anew', async () => {
    const { id, registerId } = await aCardHere({ state: 'WITHDRAWN' })
    await acting.put(id, 'confirm-receipt', { mass: 1.5 })
    await attempt(id)
    const words = 'Karta ma status „Wycofana”, operacja jest niedozwolona.'
    expect(acting.doneFor(registerId)).toEqual([])
    expect(await acting.one(id)).toMatchObject({ waitingAct: null, refusedAct: 0, actProblem: words })
    expect((await sentences(id))[0]).toBe(`Rejestr odmówił potwierdzenia przejęcia: ${words}`)
    expect(await acting.test.services.db('waste.cards').where({ id }).first('is_due')).toEqual({ is_due: true })
    expect((await acting.put(id, 'confirm-receipt', { mass: 1.5 })).status).toBe(200)
    expect(await acting.one(id)).toMatchObject({ waitingAct: 0, refusedAct: null })
  })

  it('of an act that somebody has done at the register’s own page takes it for done', async () => {
    const { id, registerId } = await aCardHere({ state: 'RECEIVE_CONFIRMATION', correctedWasteMass: 3 })
    await acting.put(id, 'confirm-receipt', { mass: 1.5 })
    await attempt(id)
    expect(acting.doneFor(registerId)).toEqual([])
    expect(await acting.one(id)).toMatchObject({ state: CardState.received, receivedMass: 3, refusedAct: null })
  })

  it('of a card that the register does not have is refused', async () => {
    const { id } = await aCardHere({ receiverEupId: otherPlace, carrierCompanyId: 'company-client' })
    await acting.put(id, 'confirm-receipt', { mass: 1.5 })
    await attempt(id)
    expect(await acting.one(id)).toMatchObject({ refusedAct: 0, actProblem: 'HTTP 404' })
  })
})

describe('the confirmation', () => {
  it('is fetched as a PDF', async () => {
    const { id } = await aCardHere()
    const { status, body, headers } = await acting.staff.get(`/api/Admin/TransferCards/${id}/confirmation`)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      ...[200, 'application/pdf', 'private, no-store']
    ])
    expect(headers['content-disposition']).toMatch(/^attachment; filename="KPO-card-\d+\.pdf"/)
    expect(body).toMatch(/^%PDF-1\.4/)
  })

  it('of a card that the register does not have is not there; of a register that is away it is 503', async () => {
    const { id, registerId } = await aCardHere()
    const fetched = () => acting.staff.get(`/api/Admin/TransferCards/${id}/confirmation`)
    acting.between(() => () => ({ status: 500 }))
    expect(await fetched()).toMatchObject({ status: 503, headers: { 'retry-after': '60' } })
    acting.between(register => register)
    acting.world.cards = acting.world.cards.filter(({ kpoId }) => kpoId !== registerId)
    expect((await fetched()).status).toBe(404)
    expect((await acting.staff.get('/api/Admin/TransferCards/2000000000/confirmation')).status).toBe(404)
    const client = await acting.test.signedInAs('CLIENT_ADMIN')
    expect((await client.get(`/api/Admin/TransferCards/${id}/confirmation`)).status).toBe(403)
  })
})

it('an act that waits when the register is taken out of the settings rests, and is told once there is one again', async () => {
  const { id, registerId } = await aCardHere()
  await acting.put(id, 'confirm-receipt', { mass: 1 })
  const { services } = acting.test
  const without = { ...services, settings: { ...services.settings, bdoUrl: 'none' } }
  const before = await queued(id)
  await attempt(id, without)
  expect(await queued(id)).toBe(before)
  expect(await acting.one(id)).toMatchObject({ waitingAct: 0, actProblem: 'BDO_URL: none', actDueAt: null })
  expect(acting.doneFor(registerId)).toEqual([])
  await resumeActs(services)
  expect(await queued(id)).toBe(before + 1)
  await resumeActs(services)
  expect(await queued(id)).toBe(before + 1)
  await attempt(id)
  expect(acting.doneFor(registerId)).toEqual(['assign/receiveconfirmation'])
  expect(await acting.one(id)).toMatchObject({ state: CardState.received, waitingAct: null, actProblem: null })
})

it('without a register nothing is told', async () => {
  const without = await anApp({ ROLES: 'web', BDO_URL: 'none' })
  const staff = await without.signedInAs('ADMIN')
  const { id } = await aTransferCard(without.services.db)
  const answers = [
    await staff.put(`/api/Admin/TransferCards/${id}/confirm-receipt`, { mass: 1 }),
    await staff.get(`/api/Admin/TransferCards/${id}/confirmation`)
  ]
  await without.close()
  expect(answers.map(({ status, body }) => [status, body.detail])).toEqual(
    Array(2).fill([409, 'Rejestr BDO nie jest podłączony.'])
  )
})
