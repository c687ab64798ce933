/** A card is made in the register from an order, with the keys that the client has given: once, whatever is lost on the way. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instantAt } from '../../modules/driver/public.ts'
import { DayPart } from '../../modules/orders/schema.ts'
import { tellDraft } from '../../modules/waste/drafts/job.ts'
import { DraftState } from '../../modules/waste/drafts/schema.ts'
import { renewClientKeys } from '../../modules/waste/keys/encryption.ts'
import { matchWaiting } from '../../modules/waste/matching.ts'
import { addDays, dayOf } from '../../src/contract/days.ts'
import type { Person } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder, aVehicle } from '../helper/factories.ts'
import { aTransferCard } from '../helper/waste-factories.ts'
import { type Acting, anActing } from './fixtures/acts.ts'
import { client as sender } from './fixtures/state-register.ts'

let acting: Acting
let company: ACompany
let client: Person
let itemId: number

const theirKeys = { clientId: 'their-client-id', clientSecret: 'their-client-secret' }
const path = '/api/Admin/CardDrafts'

beforeAll(async () => {
  acting = await anActing('web')
  const { db } = acting.test.services
  company = await aCompany(db)
  itemId = (await anItem(db)).id
  await db('companies.companies').where({ id: company.id }).update({ tax_number: sender.nip })
  client = await acting.test.signedInAs('CLIENT_ADMIN', { companyId: company.id })
})
afterAll(() => acting.close())

const db = () => acting.test.services.db
const give = (keys: object = theirKeys) => client.post('/api/RegisterKeys', keys)
const keysOf = async () => (await client.get('/api/RegisterKeys')).body.data as { id: number }[]

/** An order of the client that is planned for tomorrow. */
async function planned(more: Readonly<Record<string, unknown>> = {}): Promise<{ id: number; number: string }> {
  const order = await anOrder(db(), { company, itemId, status: 2 })
  const vehicle = await aVehicle(db())
  const day = addDays(dayOf(acting.test.clock.now), 1)
  await db()('orders.orders')
    .where({ id: order.id })
    .update({ vehicle_id: vehicle.id, realization_date: day, ...more })
  return order
}
const draft = (orderId: number, mass = 2.5, who: Person = client) => who.post(path, { orderId, mass })
const attempt = (draftId: number) => tellDraft(acting.test.services, { draftId })
const one = async (id: number) => (await client.get(`${path}/${id}`)).body.data
const madeFor = ({ number }: { readonly number: string }) =>
  acting.world.cards.filter(({ additionalInfo }) => additionalInfo?.startsWith(number))
const actsOf = (registerId: string) =>
  acting.world.log.filter(({ kpoId }) => kpoId === registerId).map(({ act }) => act)

describe('keys of a client', () => {
  it.each([
    ['that the register does not take', { ...theirKeys, clientSecret: 'wrong' }, 'clientSecret', 'waste.keysWrong'],
    [
      'of another firm',
      { clientId: 'our-client-id', clientSecret: 'our-client-secret' },
      'clientId',
      'waste.keysOfOther'
    ]
  ])('%s are refused at the field, and nothing is kept', async (_, keys, field, code) => {
    const { status, body } = await give(keys)
    expect([status, body.code, body.Errors?.[0]?.PropertyName]).toEqual([422, code, field])
    expect(await keysOf()).toEqual([])
  })

  it('that have no place in the register are refused', async () => {
    acting.world.firms.push({
      ...{ companyId: 'empty', name: 'Pusta', nip: sender.nip, registrationNumber: '1' },
      ...{ clientId: 'empty-id', clientSecret: 'empty-secret', places: [] }
    })
    const { status, body } = await give({ clientId: 'empty-id', clientSecret: 'empty-secret' })
    expect([status, body.code]).toEqual([422, 'waste.keysWithoutPlace'])
  })

  it('are kept encrypted and never told again; given anew they take the place of the former ones', async () => {
    expect((await give()).status).toBe(201)
    const { status, body } = await give()
    expect(status).toBe(201)
    expect(JSON.stringify([body, await keysOf()])).not.toMatch(/their-client/)
    expect(await keysOf()).toMatchObject([{ hint: 't-id', places: 1, usedAt: null }])
    const rows = await db()('waste.client_keys').select()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify({ ...rows[0], secret: rows[0].secret.toString('latin1') })).not.toContain('their-client')
  })

  it('are those of the own company, and given by its administrator alone', async () => {
    const other = await acting.test.signedInAs('CLIENT_ADMIN')
    const [{ id = 0 } = {}] = await keysOf()
    expect((await other.get('/api/RegisterKeys')).body.data).toEqual([])
    expect((await other.call('DELETE', `/api/RegisterKeys/${id}`)).status).toBe(404)
    for (const who of [await acting.test.signedInAs('CLIENT', { companyId: company.id }), acting.staff])
      expect((await who.post('/api/RegisterKeys', theirKeys)).status).toBe(403)
  })

  it('are encrypted anew after a change of the secret', async () => {
    const { services } = acting.test
    const settings = {
      ...services.settings,
      tokenSecret: 'x'.repeat(40),
      tokenSecretOld: services.settings.tokenSecret
    }
    const secret = async () => (await db()('waste.client_keys').first('secret'))?.secret as Buffer
    const before = await secret()
    await renewClientKeys({ db: db(), settings })
    expect(await secret()).not.toEqual(before)
    await renewClientKeys({
      db: db(),
      settings: { ...settings, tokenSecret: settings.tokenSecretOld, tokenSecretOld: settings.tokenSecret }
    })
  })
})

describe('a card from an order', () => {
  it('is planned and approved with the client’s keys, and each use of them is in their history', async () => {
    const order = await planned()
    const { status, body } = await draft(order.id)
    expect([status, body.data]).toEqual([201, expect.objectContaining({ orderId: order.id })])
    const { id } = body.data
    await attempt(id)
    const [card, ...others] = madeFor(order)
    expect(others).toEqual([])
    expect(card).toMatchObject({
      state: 'APPROVED',
      senderCompanyId: sender.companyId,
      wasteMass: 2.5,
      wasteProcessId: 12
    })
    expect(actsOf(card?.kpoId ?? '')).toEqual(['create/plannedcard', 'approve'])
    expect(await one(id)).toMatchObject({ state: DraftState.done, number: card?.cardNumber, problem: null })
    const [keys] = await keysOf()
    expect(keys).toMatchObject({ usedAt: acting.test.clock.now.toISOString() })
    const uses = await db()('kernel.changes').where({ code: 'waste.keysUsed', subject_id: keys?.id })
    expect(uses).toHaveLength(1)
    expect(JSON.stringify(uses)).toContain(order.number)
    await attempt(id)
    expect(madeFor(order)).toHaveLength(1)
    // the card that is read later belongs to the order, although nothing else of it agrees
    const read = await aTransferCard(db(), { register_id: card?.kpoId, plate: 'XX 1', sender_tax_number: sender.nip })
    await matchWaiting(acting.test.services)
    expect(await db()('waste.cards').where({ id: read.id }).first('order_id')).toEqual({ order_id: order.id })
    expect((await draft(order.id)).body.code).toBe('waste.draftHasCard')
  })

  it('has the time that was chosen, else the one that is proposed; a time of today that is over is refused at its field', async () => {
    const order = await planned()
    const proposed = await client.get(`/api/Admin/Orders/${order.id}/card-time`)
    expect(proposed.body.data).toEqual({ time: acting.test.services.settings.workdayStart })
    const day = addDays(dayOf(acting.test.clock.now), 1)
    const timeOf = async (id: number) => (await db()('waste.drafts').where({ id }).first('planned_at'))?.planned_at
    const chosen = await client.post(path, { orderId: order.id, mass: 1, plannedTime: '13:35' })
    expect(await timeOf(chosen.body.data.id)).toEqual(instantAt(day, '13:35'))
    await attempt(chosen.body.data.id)
    expect(madeFor(order)).toMatchObject([{ plannedTransportTime: instantAt(day, '13:35').toISOString() }])
    const another = await planned({ wished_part: DayPart.afternoon })
    expect(await timeOf((await draft(another.id)).body.data.id)).toEqual(instantAt(day, '12:00'))
    const ofToday = await planned({ realization_date: dayOf(acting.test.clock.now) })
    const over = await client.post(path, { orderId: ofToday.id, mass: 1, plannedTime: '00:00' })
    expect([over.status, over.body.code, over.body.Errors?.[0]?.PropertyName]).toEqual([
      ...[422, 'waste.draftTimeOver', 'plannedTime']
    ])
    const none = await client.post(path, { orderId: ofToday.id, mass: 1, plannedTime: '24:00' })
    expect([none.status, none.body.Errors?.[0]?.PropertyName]).toEqual([400, 'plannedTime'])
  })

  it('whose answer was lost is found by its mark, and not made again', async () => {
    const order = await planned()
    const { id } = (await draft(order.id)).body.data
    acting.between(register => async call => {
      const answer = await register(call)
      return call.path.endsWith('create/plannedcard') ? { status: 500 } : answer
    })
    await attempt(id)
    expect(await one(id)).toMatchObject({ state: DraftState.waiting, number: null, problem: 'HTTP 500' })
    expect(madeFor(order)).toHaveLength(1)
    acting.between(register => register)
    await attempt(id)
    expect(madeFor(order)).toMatchObject([{ state: 'APPROVED' }])
    expect(await one(id)).toMatchObject({ state: DraftState.done })
  })

  it('whose approval’s answer was lost is not approved again', async () => {
    const order = await planned()
    const { id } = (await draft(order.id)).body.data
    let isLost = true
    acting.between(register => async call => {
      if (call.path.endsWith('/approve')) {
        await register(call)
        return { status: 500 }
      }
      return isLost && call.path.endsWith('/approved/card') ? { status: 500 } : register(call)
    })
    await attempt(id)
    expect(await one(id)).toMatchObject({ state: DraftState.waiting, problem: 'HTTP 500' })
    isLost = false
    await attempt(id)
    acting.between(register => register)
    const [card] = madeFor(order)
    expect(actsOf(card?.kpoId ?? '')).toEqual(['create/plannedcard', 'approve'])
    expect(await one(id)).toMatchObject({ state: DraftState.done, number: card?.cardNumber })
  })

  it('waits while the register is away, and is refused with its words', async () => {
    const order = await planned()
    const { id } = (await draft(order.id)).body.data
    await acting.kill()
    await attempt(id)
    expect(await one(id)).toMatchObject({ state: DraftState.waiting, problem: expect.stringMatching(/^down/) })
    expect((await draft(order.id)).body.code).toBe('waste.draftWaits')
    await acting.restart()
    acting.between(
      register => async call =>
        call.path.endsWith('create/plannedcard')
          ? { status: 400, json: { Message: 'Nieprawidłowa masa.' } }
          : register(call)
    )
    await attempt(id)
    acting.between(register => register)
    expect(await one(id)).toMatchObject({ state: DraftState.refused, problem: 'Nieprawidłowa masa.' })
    expect(madeFor(order)).toEqual([])
    expect((await draft(order.id)).status).toBe(201)
  })

  it('that is planned there and not approved is not made a second time', async () => {
    const order = await planned()
    const { id } = (await draft(order.id)).body.data
    acting.between(
      register => async call =>
        call.path.endsWith('/approve') ? { status: 400, json: { Message: 'Nie teraz.' } } : register(call)
    )
    await attempt(id)
    acting.between(register => register)
    expect(await one(id)).toMatchObject({ state: DraftState.refused, problem: 'Nie teraz.' })
    expect((await draft(order.id)).body.code).toBe('waste.draftPlanned')
    expect(madeFor(order)).toMatchObject([{ state: 'PLANNED' }])
  })

  it.each<[string, Readonly<Record<string, unknown>>, number, string]>([
    ['that is not planned', { status: 1 }, 409, 'waste.draftNotPlanned'],
    ['without a vehicle', { vehicle_id: null }, 409, 'waste.draftNotPlanned'],
    ['of a day that is over', { realization_date: '2020-01-01' }, 422, 'waste.draftDayOver'],
    ['of a day that is far', { realization_date: '2090-01-01' }, 422, 'waste.draftDayFar']
  ])('is not made from an order %s', async (_, columns, expected, code) => {
    const order = await planned(columns)
    const { status, body } = await draft(order.id)
    expect([status, body.code]).toEqual([expected, code])
    expect(await db()('waste.drafts').where({ order_id: order.id })).toEqual([])
  })

  it('is of the place that is chosen, or has the number of the order’s place; where several may be meant, one is asked for', async () => {
    const [keys] = await keysOf()
    const places = [
      { id: 'eup-a', number: '000333444/1', name: 'A', address: 'Polna 1, Chełm' },
      { id: 'eup-b', number: '000333444/2', name: 'B', address: 'Leśna 2, Chełm' }
    ]
    await db()('waste.client_keys')
      .where({ id: keys?.id })
      .update({ places: JSON.stringify(places) })
    const order = await planned()
    const { status, body } = await draft(order.id)
    expect([status, body.code, body.Errors?.[0]?.PropertyName]).toEqual([422, 'waste.choosePlace', 'place'])
    const offered = await client.get(`/api/Admin/Orders/${order.id}/register-places`)
    expect(offered.body.data).toEqual(places.map(place => ({ ...place, isOfOrder: false })))
    const another = await planned()
    const chosen = await client.post(path, { orderId: another.id, mass: 1, place: 'eup-a' })
    expect(await db()('waste.drafts').where({ id: chosen.body.data.id }).first('place')).toEqual({ place: 'eup-a' })
    const ofNobody = await client.post(path, { orderId: order.id, mass: 1, place: 'eup-c' })
    expect(ofNobody.body.code).toBe('waste.choosePlace')
    await db()('companies.reception_places').where({ id: company.placeId }).update({ bdo_number: '000333444/2' })
    const made = await draft(order.id)
    expect(made.status).toBe(201)
    expect(await db()('waste.drafts').where({ id: made.body.data.id }).first('place')).toEqual({ place: 'eup-b' })
    const now = await client.get(`/api/Admin/Orders/${order.id}/register-places`)
    expect(now.body.data).toEqual([
      { ...places[1], isOfOrder: true },
      { ...places[0], isOfOrder: false }
    ])
  })

  it.each([
    [{}, 'mass'],
    [{ mass: 0 }, 'mass'],
    [{ mass: 1.23456 }, 'mass']
  ])('with %j is refused at the field', async (more, field) => {
    const order = await planned()
    const { status, body } = await client.post(path, { orderId: order.id, ...more })
    expect([status, body.Errors?.[0]?.PropertyName]).toEqual([400, field])
  })

  it('is made by staff on behalf of a client only with its keys, and of others’ orders by nobody', async () => {
    const stranger = await acting.test.signedInAs('CLIENT_ADMIN')
    const order = await planned()
    expect((await draft(order.id, 1, stranger)).status).toBe(404)
    expect((await draft(order.id, 1, acting.staff)).status).toBe(201)
    const waiting = await db()('waste.drafts').where({ order_id: order.id }).first('id')
    const [keys] = await keysOf()
    expect((await client.call('DELETE', `/api/RegisterKeys/${keys?.id}`)).status).toBeLessThan(300)
    expect(await keysOf()).toEqual([])
    await attempt(waiting?.id)
    expect(await one(waiting?.id)).toMatchObject({
      state: DraftState.refused,
      problem: expect.stringContaining('klucze')
    })
    expect((await draft((await planned()).id, 1, acting.staff)).body.code).toBe('waste.noKeys')
  })
})
