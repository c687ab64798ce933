/** Reservations of containers for recipients: what uses them up, and what is left when something is canceled. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DocumentType } from '../../modules/warehouse/documents/schema.ts'
import { aSharedApp, officeHost, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, aStore } from '../helper/factories.ts'
import { aBook, type Book } from './fixtures/book.ts'

let test: SharedApp
let admin: Person
let company: ACompany
let book: Book
let store: { id: number; name: string }
const at = { latitude: 51.1, longitude: 23.4 }
const { externalReception, handoverProtocol, recipientReservation, transferOut } = DocumentType

beforeAll(async () => {
  test = await aSharedApp()
  admin = await test.signedInAs('ADMIN', { host: officeHost })
  book = aBook(test, admin)
})

beforeEach(async () => {
  company = await aCompany(test.services.db)
  store = await aStore(test.services.db, { at })
})

const inStore = async () => (await book.levels()).get(`store ${store.id}`)
const atPlace = async () => (await book.levels()).get(`place ${company.placeId}`)
const has = (containersAmount: number, reserved = 0) => ({ containersAmount, reserved })
/** A document of this store, and of this company's place where its type is about one. */
const add = (documentType: number, containersNumber: number, more: object = {}) =>
  book.add({ documentType, containersNumber, ...book.subjectOf(documentType, company, store.id), ...more })
const approved = async (documentType: number, containersNumber: number, more: object = {}): Promise<number> => {
  const id = await add(documentType, containersNumber, more)
  expect(await book.approve(id)).toMatchObject({ status: 200 })
  return id
}

describe('a reservation of containers', () => {
  const document = async (id: number) => (await admin.get(`/api/Admin/Documents/${id}`)).body.data
  const offered = async () => (await admin.get(`/api/Admin/Stores/internal/${store.id}/reservations`)).body
  const wrong = async (body: object) =>
    (await admin.post('/api/Admin/Documents', { documentDate: '2026-05-04', documentType: transferOut, ...body })).body

  it('is used up by what is handed out in its name, and by no more than that', async () => {
    await approved(externalReception, 6)
    const reservation = await approved(recipientReservation, 5, { description: 'Dla Gumeksu' })
    const { number } = await document(reservation)
    expect(await offered()).toEqual({
      data: [
        {
          id: reservation,
          number,
          description: 'Dla Gumeksu',
          documentDate: '2026-05-04',
          left: 5,
          label: `Dla Gumeksu (${number}), zostało 5`
        }
      ],
      total: 1
    })
    const first = await approved(handoverProtocol, 3, { reservationId: reservation })
    expect([await inStore(), await atPlace()]).toEqual([has(3, 2), has(3)])
    expect(await document(first)).toMatchObject({
      reservationId: reservation,
      reservationNumber: number,
      reservedLeft: null
    })
    expect(await document(reservation)).toMatchObject({ reservedLeft: 2 })
    // two of the reservation and the free one
    await approved(transferOut, 3, { reservationId: reservation })
    expect(await inStore()).toEqual(has(0))
    expect(await offered()).toEqual({ data: [], total: 0 })
  })

  it('has back what a canceled document had used, and its own cancellation frees the rest', async () => {
    await approved(externalReception, 6)
    const reservation = await approved(recipientReservation, 5)
    const [first, second] = [
      await approved(handoverProtocol, 2, { reservationId: reservation }),
      await approved(handoverProtocol, 1, { reservationId: reservation })
    ]
    expect(await inStore()).toEqual(has(3, 2))
    await book.cancel(first)
    expect(await inStore()).toEqual(has(5, 4))
    await book.cancel(reservation)
    expect(await inStore()).toEqual(has(5))
    // nothing is promised to anybody any more
    await book.cancel(second)
    expect(await inStore()).toEqual(has(6))
    expect(await book.movements({ DocumentId: (await book.correctionOf(second)).id })).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ amount: 1, reserved: 0 })])
    )
  })

  it('that was canceled meanwhile cannot be used any more', async () => {
    await approved(externalReception, 6)
    const reservation = await approved(recipientReservation, 5)
    const id = await add(handoverProtocol, 2, { reservationId: reservation })
    await book.cancel(reservation)
    const { status, body } = await book.approve(id)
    expect([status, body.code]).toEqual([409, 'warehouse.reservationEnded'])
    expect(body.detail).toContain((await document(reservation)).number)
    await admin.put(`/api/Admin/Documents/${id}`, { reservationId: null })
    const { body: history } = await admin.get(`/api/Admin/Documents/${id}/history`)
    const { number } = await document(reservation)
    expect(history.data[0].changes).toContainEqual(
      expect.objectContaining({ field: 'reservationNumber', before: number })
    )
    expect((await book.approve(id)).status).toBe(200)
  })

  it('is one of the same store, approved, and named by what is handed out alone', async () => {
    await approved(externalReception, 6)
    const reservation = await approved(recipientReservation, 2)
    const inBuffer = await add(recipientReservation, 1)
    const elsewhere = await aStore(test.services.db, { at })
    const refused: readonly object[] = [
      { internalStoreId: elsewhere.id, reservationId: reservation },
      { internalStoreId: store.id, reservationId: inBuffer },
      { internalStoreId: store.id, reservationId: await approved(externalReception, 1) },
      { internalStoreId: store.id, reservationId: 999_999 },
      { internalStoreId: store.id, reservationId: reservation, documentType: externalReception }
    ]
    for (const body of refused)
      expect([body, await wrong(body)]).toEqual([
        body,
        expect.objectContaining({
          code: 'warehouse.noReservation',
          Errors: [expect.objectContaining({ PropertyName: 'reservationId' })]
        })
      ])
    const id = await add(transferOut, 1, { reservationId: reservation })
    const moved = await admin.put(`/api/Admin/Documents/${id}`, { internalStoreId: elsewhere.id })
    expect(moved.body.code).toBe('warehouse.noReservation')
    expect((await admin.get('/api/Admin/Stores/internal/999999/reservations')).status).toBe(404)
  })
})
