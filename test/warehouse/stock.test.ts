/** Approving and canceling documents: what it does to the levels, what is refused, and what stays on record. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DocumentType } from '../../modules/warehouse/documents/schema.ts'
import { type Answer, anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, aStore } from '../helper/factories.ts'
import { aBook, type Book } from './fixtures/book.ts'

let test: TestApp
let admin: Person
let company: ACompany
let book: Book
let store: { id: number; name: string }
const at = { latitude: 51.1, longitude: 23.4 }
const { acceptanceReport, contract, destructionProtocol, externalReception, handoverProtocol } = DocumentType
const { inventory, invoice, recipientReservation, transferIn, transferOut } = DocumentType

beforeAll(async () => {
  test = await anApp()
  await test.begin()
  admin = await test.signedInAs('ADMIN', { host: officeHost })
  book = aBook(test, admin)
})
afterAll(() => test.close())

beforeEach(async () => {
  company = await aCompany(test.services.db, { name: 'Gumex' })
  store = await aStore(test.services.db, { at })
})

const inStore = async () => (await book.levels()).get(`store ${store.id}`)
const atPlace = async () => (await book.levels()).get(`place ${company.placeId}`)
const has = (containersAmount: number, reserved = 0) => ({ containersAmount, reserved })
/** A document of this store, and of this company's place where its type is about one. */
const add = (documentType: number, containersNumber: number | null, more: object = {}) =>
  book.add({ documentType, containersNumber, ...book.subjectOf(documentType, company, store.id), ...more })
const approved = async (documentType: number, containersNumber: number, more: object = {}): Promise<number> => {
  const id = await add(documentType, containersNumber, more)
  expect(await book.approve(id)).toMatchObject({ status: 200 })
  return id
}

describe('approving', () => {
  it('takes a document out of the buffer, moves containers, and is written in its history', async () => {
    await approved(externalReception, 7)
    const id = await add(handoverProtocol, 3)
    const { status, body } = await book.approve(id)
    expect([status, body.data]).toMatchObject([200, { id, documentStatus: 1, version: 2 }])
    expect([await inStore(), await atPlace()]).toEqual([has(4), has(3)])
    const { body: history } = await admin.get(`/api/Admin/Documents/${id}/history`)
    expect(history.data[0]).toMatchObject({ statusDescription: 'Zatwierdzono dokument' })
    expect((await book.movements({ DocumentId: id })).map(({ amount }) => amount).sort()).toEqual([-3, 3])
  })

  it('changes the levels as each type defines', async () => {
    await approved(externalReception, 20)
    await approved(handoverProtocol, 6)
    await approved(acceptanceReport, 1)
    await approved(destructionProtocol, 2)
    expect([await inStore(), await atPlace()]).toEqual([has(13), has(5)])
    await approved(transferOut, 4)
    expect((await book.levels()).get('transit')).toEqual(has(4))
    await approved(transferIn, 4)
    expect((await book.levels()).get('transit')).toEqual(has(0))
    await approved(inventory, 11)
    expect(await inStore()).toEqual(has(11))
    await approved(recipientReservation, 5)
    expect(await inStore()).toEqual(has(11, 5))
    await approved(contract, 0)
    await approved(invoice, 3)
    expect([await inStore(), await atPlace()]).toEqual([has(11, 5), has(5)])
  })

  it('of a protocol without containers moves nothing', async () => {
    const id = await book.add({ documentType: acceptanceReport, CompanyId: company.id, containersNumber: null })
    expect(await book.approve(id)).toMatchObject({ status: 200 })
    expect(await book.movements({ DocumentId: id })).toEqual([])
  })

  it.each<[string, number, object, string]>([
    ['without a store', externalReception, { internalStoreId: null }, 'warehouse.storeMissing'],
    ['without a place', handoverProtocol, { receptionPlaceId: null }, 'warehouse.placeMissing'],
    ['of an inventory without a number', inventory, { containersNumber: null }, 'warehouse.quantityMissing']
  ])('%s is refused and leaves it in the buffer', async (_what, type, more, code) => {
    const id = await add(type, 1, more)
    expect(await book.approve(id)).toMatchObject({ status: 422, body: { code } })
    expect((await admin.get(`/api/Admin/Documents/${id}`)).body.data).toMatchObject({ documentStatus: 0, version: 1 })
  })

  it('works once what was missing is added in the buffer, and changes nothing that is approved', async () => {
    await approved(externalReception, 5)
    const id = await book.add({ documentType: handoverProtocol, CompanyId: company.id, containersNumber: 2 })
    expect((await book.approve(id)).body.code).toBe('warehouse.storeMissing')
    const edit = (body: object) => admin.put(`/api/Admin/Documents/${id}`, body)
    const other = await aCompany(test.services.db)
    expect((await edit({ receptionPlaceId: other.placeId })).body.Errors[0].PropertyName).toBe('receptionPlaceId')
    const { number } = (await edit({ internalStoreId: store.id, receptionPlaceId: company.placeId })).body.data
    const { body } = await edit({ description: number })
    expect(body).toMatchObject({ unchanged: true, data: { departmentId: company.departmentId, containersNumber: 2 } })
    expect((await book.approve(id)).status).toBe(200)
    expect([await inStore(), await atPlace()]).toEqual([has(3), has(2)])
    const { status, body: late } = await edit({ containersNumber: 9 })
    expect([status, late.detail]).toEqual([409, 'Edytować można tylko dokument, który jest w buforze.'])
  })

  it('of more containers than the level has is refused, and the sentence names the level', async () => {
    await approved(externalReception, 7)
    await approved(recipientReservation, 3)
    const refused: Record<string, Answer> = {
      handover: await book.approve(await add(handoverProtocol, 5)),
      reservation: await book.approve(await add(recipientReservation, 5))
    }
    for (const { status, body } of Object.values(refused)) {
      expect([status, body.code]).toEqual([409, 'warehouse.notEnough'])
      const level = `Za mało wolnych kontenerów: ${store.name} – stan 7, wolne 4, potrzebne 5.`
      expect(body.detail).toMatch(new RegExp(`^${level} Zarezerwowane: RO/\\d+/\\d+ \\(3\\)\\.`))
      expect(body.data).toMatchObject({ storeName: store.name, amount: 7, free: 4, needed: 5 })
    }
    const advice = / Wskaż w dokumencie rezerwację, z której wydajesz kontenery\.$/
    expect(refused.handover?.body.detail).toMatch(advice)
    expect(refused.reservation?.body.detail).not.toMatch(advice)
    expect(await book.approve(await add(inventory, 2))).toMatchObject({ body: { data: { free: 4, needed: 5 } } })
    expect(await inStore()).toEqual(has(7, 3))
  })

  it('of more than is in transit or at a place is refused, too', async () => {
    expect(await book.approve(await add(transferIn, 1_000))).toMatchObject({
      status: 409,
      body: { code: 'warehouse.notEnoughInTransit', detail: 'Za mało kontenerów w drodze: jest 0, potrzeba 1000.' }
    })
    const { status, body } = await book.approve(await add(acceptanceReport, 1))
    expect([status, body.detail]).toEqual([
      409,
      expect.stringMatching(/Gumex, Chełm, .* – stan 0, wolne 0, potrzebne 1/)
    ])
    expect(await atPlace()).toBeUndefined()
  })

  it.each(['approved', 'canceled', 'correction'])('is refused for one that is %s', async state => {
    const id = await approved(externalReception, 1)
    const ids: Record<string, number> = { approved: id }
    if (state !== 'approved') {
      await book.cancel(id)
      Object.assign(ids, { canceled: id, correction: (await book.correctionOf(id)).id })
    }
    const { status, body } = await book.approve(ids[state] as number)
    expect([status, body.detail]).toEqual([409, 'Zatwierdzić można tylko dokument, który jest w buforze.'])
  })

  it('of another version than was seen is refused with who changed what', async () => {
    const id = await add(externalReception, 1)
    const stale = await admin.put('/api/Admin/Documents/approve', { id }, { 'if-match': '"7"' })
    expect([stale.status, stale.body.code]).toEqual([409, 'kernel.stale'])
  })

  it.each([{}, { id: null }, { id: 'x' }, { id: 0 }, { id: 1, more: 1 }])('of %j is a bad request', async body => {
    expect((await admin.put('/api/Admin/Documents/approve', body)).status).toBe(400)
  })
})

describe('canceling', () => {
  it('takes the movements back by a correction that stays beside the document', async () => {
    await approved(externalReception, 7)
    const id = await approved(handoverProtocol, 3)
    const { body } = await book.cancel(id)
    const correction = await book.correctionOf(id)
    expect(body.data).toMatchObject({ documentStatus: 2, correctionNumber: correction.number })
    expect(correction).toMatchObject({
      documentStatus: 3,
      documentType: handoverProtocol,
      correctsId: id,
      correctsNumber: body.data.number,
      containersNumber: 3,
      internalStoreName: store.name,
      companyName: 'Gumex'
    })
    expect([await inStore(), await atPlace()]).toEqual([has(7), has(0)])
    const sentence = `Anulowano dokument ${body.data.number}, korekta ${correction.number}`
    for (const one of [id, correction.id]) {
      const { body: history } = await admin.get(`/api/Admin/Documents/${one}/history`)
      expect(history.data[0]).toMatchObject({ statusDescription: sentence })
    }
  })

  it('frees what was reserved, and puts back what an inventory took', async () => {
    await approved(externalReception, 5)
    const count = await approved(inventory, 2)
    const reservation = await approved(recipientReservation, 2)
    await book.cancel(count)
    expect(await inStore()).toEqual(has(5, 2))
    await book.cancel(reservation)
    expect(await inStore()).toEqual(has(5))
  })

  it('is refused with the level where the containers have moved on', async () => {
    const id = await approved(externalReception, 7)
    await approved(destructionProtocol, 5)
    const { status, body } = await book.cancel(id)
    expect([status, body.code, body.data]).toMatchObject([409, 'warehouse.notEnough', { amount: 2, needed: 7 }])
    expect((await admin.get(`/api/Admin/Documents/${id}`)).body.data).toMatchObject({
      documentStatus: 1,
      correctionNumber: null
    })
    expect(await inStore()).toEqual(has(2))
  })

  it('of an inventory is refused while a later one of the store stands, which is named', async () => {
    await approved(externalReception, 10)
    const earlier = await approved(inventory, 7)
    const same = await approved(inventory, 7)
    const later = await approved(inventory, 12)
    const numberOf = async (id: number) => (await admin.get(`/api/Admin/Documents/${id}`)).body.data.number
    const elsewhere = await aStore(test.services.db, { at })
    await approved(inventory, 3, { internalStoreId: elsewhere.id })
    for (const id of [earlier, same]) {
      const { status, body } = await book.cancel(id)
      expect([status, body.code]).toEqual([409, 'warehouse.laterInventory'])
      expect(body.detail).toContain(await numberOf(later))
    }
    expect(await inStore()).toEqual(has(12))
    // the latest first, one after the other; one that counted what was there stands, too
    expect((await book.cancel(later)).status).toBe(200)
    expect((await book.cancel(earlier)).body.detail).toContain(await numberOf(same))
    expect((await book.cancel(same)).status).toBe(200)
    expect((await book.cancel(earlier)).status).toBe(200)
    expect(await inStore()).toEqual(has(10))
  })

  it('is for approved documents alone, once', async () => {
    const id = await add(externalReception, 1)
    const refusal = { status: 409, body: { detail: 'Anulować można tylko zatwierdzony dokument.' } }
    expect(await book.cancel(id)).toMatchObject(refusal)
    await book.approve(id)
    expect((await book.cancel(id)).status).toBe(200)
    expect(await book.cancel(id)).toMatchObject(refusal)
    expect(await book.cancel((await book.correctionOf(id)).id)).toMatchObject(refusal)
  })
})

describe('numbers', () => {
  it('count each type by itself, anew each year, and corrections beside them', async () => {
    const numberOf = async (id: number) => (await admin.get(`/api/Admin/Documents/${id}`)).body.data.number as string
    test.clock.now = new Date('2031-06-01T10:00:00Z')
    const pz = [await approved(externalReception, 1), await approved(externalReception, 1)]
    expect([await numberOf(pz[0] as number), await numberOf(pz[1] as number)]).toEqual(['PZ/2031/1', 'PZ/2031/2'])
    expect(await numberOf(await add(transferOut, 1))).toBe('MM-/2031/1')
    await book.cancel(pz[0] as number)
    expect((await book.correctionOf(pz[0] as number)).number).toBe('KOR/2031/1')
    test.clock.now = new Date('2031-12-31T23:30:00Z')
    expect(await numberOf(await add(externalReception, 1))).toBe('PZ/2032/1')
    test.clock.now = new Date()
  })

  it('stand for the description of a document that has none', async () => {
    const id = await add(externalReception, 1)
    const { body } = await admin.get(`/api/Admin/Documents/${id}`)
    expect(body.data.description).toBe(body.data.number)
  })

  it('of a list sort as numbers do: 9 before 10', async () => {
    test.clock.now = new Date('2033-06-01T10:00:00Z')
    for (let n = 0; n < 11; n += 1) await add(externalReception, 1)
    test.clock.now = new Date()
    const { body } = await admin.get('/api/Admin/Documents?OrderBy=number&Desc=true&Limit=1000')
    const numbers = body.data.map((row: { number: string }) => row.number)
    const ours = numbers.filter((number: string) => number.startsWith('PZ/2033/'))
    expect(ours.slice(0, 3)).toEqual(['PZ/2033/11', 'PZ/2033/10', 'PZ/2033/9'])
  })
})

describe('the ledger', () => {
  it('cannot be changed or deleted', async () => {
    await approved(externalReception, 1)
    const { db } = test.services
    for (const change of [
      'update warehouse.stock_movements set amount = amount + 1',
      'delete from warehouse.stock_movements',
      'truncate warehouse.stock_movements'
    ])
      await expect(db.raw(change)).rejects.toThrow('movements are only added')
  })

  it('keeps no level under zero, nor under what is reserved, whoever writes', async () => {
    await approved(externalReception, 1)
    const { db } = test.services
    const level = () => db('warehouse.stock_levels').where({ internal_store_id: store.id })
    await expect(level().update({ containers_amount: -1 })).rejects.toThrow(/stock_levels_(amount|reserved)/)
    await expect(level().update({ reserved: 2 })).rejects.toThrow('stock_levels_reserved')
  })
})
