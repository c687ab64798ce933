/** The order of a document: chosen in the buffer, and linked to an approved document. */
import { beforeAll, describe, expect, it } from 'vitest'
import { aSharedApp, officeHost, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder } from '../helper/factories.ts'

let test: SharedApp
let company: ACompany
let other: ACompany
let admin: Person
let itemId: number

beforeAll(async () => {
  test = await aSharedApp()
  itemId = (await anItem(test.services.db)).id
  company = await aCompany(test.services.db, { multiDepartment: true, name: 'Gumex' })
  other = await aCompany(test.services.db)
  admin = await test.signedInAs('ADMIN', { host: officeHost })
})

const path = '/api/Admin/Documents'
const add = (person: Person, body: object) => person.post(path, { documentDate: '2026-05-04', ...body })

describe('the order that a document names', () => {
  const ofCompany = () => anOrder(test.services.db, { company, itemId })
  const refused = { status: 422, code: 'warehouse.noOrder', Errors: [{ PropertyName: 'orderId' }] }

  it('stands in it by its number, is found by it, changed, and taken away', async () => {
    const [first, second] = [await ofCompany(), await ofCompany()]
    const added = await add(admin, { documentType: 2, CompanyId: company.id, orderId: first.id })
    const { id, orderNumber } = added.body.data
    expect([added.status, orderNumber]).toEqual([201, first.number])
    const found = await admin.get(`${path}?allFields=${encodeURIComponent(first.number)}`)
    expect(found.body.data).toMatchObject([{ id, orderId: first.id }])
    expect((await admin.put(`${path}/${id}`, { containersNumber: 3 })).body.data.orderId).toBe(first.id)
    expect((await admin.put(`${path}/${id}`, { orderId: second.id })).body.data.orderNumber).toBe(second.number)
    expect((await admin.put(`${path}/${id}`, { orderId: null })).body.data).toMatchObject({
      orderId: null,
      orderNumber: null
    })
  })

  it('is one of its company; where it is about none, any', async () => {
    const { id } = await anOrder(test.services.db, { company: other, itemId })
    for (const orderId of [id, 2_000_000_000])
      expect((await add(admin, { documentType: 2, CompanyId: company.id, orderId })).body).toMatchObject(refused)
    expect((await add(admin, { documentType: 6, orderId: id })).body.data.orderId).toBe(id)
  })

  it('is given to an approved document, too, taken away again, and history says so', async () => {
    const [mine, another] = [await ofCompany(), await anOrder(test.services.db, { company: other, itemId })]
    const { id } = (await add(admin, { documentType: 6 })).body.data
    const link = (orderId: number) => admin.put(`${path}/${id}/order`, { orderId })
    expect((await link(mine.id)).body).toMatchObject({ status: 409, code: 'kernel.state' })
    await admin.put(`${path}/approve`, { id })
    expect((await link(2_000_000_000)).body).toMatchObject(refused)
    const { data } = (await link(another.id)).body
    expect(data).toMatchObject({ orderNumber: another.number, hasOrder: true, documentStatus: 1 })
    expect((await link(mine.id)).status).toBe(409)
    expect((await admin.call('DELETE', `${path}/${id}/order`)).body.data).toMatchObject({
      orderId: null,
      hasOrder: false
    })
    expect((await admin.call('DELETE', `${path}/${id}/order`)).status).toBe(409)
    const history = (await admin.get(`${path}/${id}/history`)).body.data
    expect(
      history.slice(0, 2).map(({ statusDescription }: { statusDescription: string }) => statusDescription)
    ).toEqual(['Odłączono zamówienie', 'Przypisano zamówienie'])
    // of a company's paper, an order of that company
    const theirs = (await add(admin, { documentType: 2, CompanyId: company.id, orderId: null })).body.data
    await test.services.db('warehouse.documents').where({ id: theirs.id }).update({ document_status: 1 })
    expect((await admin.put(`${path}/${theirs.id}/order`, { orderId: another.id })).body).toMatchObject(refused)
  })

  it('is the correction’s, too', async () => {
    const { id, number } = await ofCompany()
    const { body } = await add(admin, { documentType: 6, orderId: id })
    await admin.put(`${path}/approve`, { id: body.data.id })
    await admin.put(`${path}/cancel`, { id: body.data.id })
    const { data } = (await admin.get(`${path}?allFields=${encodeURIComponent(number)}`)).body
    expect(data.map(({ documentStatus }: { documentStatus: number }) => documentStatus).sort()).toEqual([2, 3])
  })
})
