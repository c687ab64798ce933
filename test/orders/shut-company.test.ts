/** The orders of a company that may not order any more: its people still read them, and nothing else. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../helper/app.ts'
import { aCompany, aDepartment, anAccount } from '../helper/factories.ts'
import { anOrderFixture, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await anOrderFixture()
})

const path = '/api/Dashboard/client/orders'
const deactivate = (id: number) =>
  fixture.staff.put('/api/Admin/Companies/deactivate', { companiesIds: [id], deactivateReason: 'Inne' })
const numbers = async (who: Person, query = '') =>
  (await who.get(`${path}${query}`)).body.data.rows.map(({ number }: { number: string }) => number)

describe('the orders of a deactivated company', () => {
  it('are read by its people, the newest first, as clients read orders, a page at a time', async () => {
    const { test } = fixture
    const company = await aCompany(test.services.db)
    const { id: companyId, departmentId } = company
    const client = await test.signedInAs('CLIENT', { companyId, departmentId })
    const placed: string[] = []
    for (let at = 0; at < 21; at += 1) {
      const { body, status } = await client.post('/api/Admin/Orders', {
        receptionPlace: company.placeId,
        orderTypeItemId: fixture.itemId,
        quantity: 1
      })
      expect(status).toBe(201)
      placed.unshift(body.data.number)
    }
    expect((await client.get(path)).status).toBe(403)
    await deactivate(companyId)
    expect(await numbers(client)).toEqual(placed.slice(0, 20))
    expect(await numbers(client, '?page=2')).toEqual(placed.slice(20))
    const { rows, total, vocabularies } = (await client.get(path)).body.data
    expect(total).toBe(21)
    expect(rows[0]).not.toHaveProperty('clientActive')
    expect(vocabularies[0].members[0]).toMatchObject({ code: 0, label: 'orders.status.placed' })
    // nothing else is open to them
    expect((await client.get('/api/Admin/Orders')).status).toBe(403)
    expect((await client.put(`/api/Admin/Orders/${rows[0].id}/cancel`, { reasonForCancel: 'x' })).status).toBe(403)
  })

  it('are those of the own department for an ordinary client of several', async () => {
    const { test } = fixture
    const company = await aCompany(test.services.db, { multiDepartment: true })
    const far = await aDepartment(test.services.db, company.id)
    const near = await test.signedInAs('CLIENT', { companyId: company.id, departmentId: company.departmentId })
    const there = await test.signedInAs('CLIENT', { companyId: company.id, departmentId: far.id })
    await near.post('/api/Admin/Orders', {
      receptionPlace: company.placeId,
      orderTypeItemId: fixture.itemId,
      quantity: 1
    })
    await deactivate(company.id)
    expect(await numbers(near)).toHaveLength(1)
    expect(await numbers(there)).toEqual([])
  })

  it('are read, too, once all its places were deactivated', async () => {
    const { test, staff } = fixture
    const company = await aCompany(test.services.db)
    const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
    await staff.put(`/api/Admin/reception-places/${company.placeId}/deactivate`, { reason: 'Inne' })
    expect((await client.get(path)).body.data.total).toBe(0)
  })

  it('are not read by whoever still waits, or was shut out', async () => {
    const { test } = fixture
    const fresh = await aCompany(test.services.db, { verified: false, active: false })
    const registered = await test.signedInAs('CLIENT_ADMIN', { companyId: fresh.id, departmentId: fresh.departmentId })
    expect((await registered.get(path)).status).toBe(403)
    const company = await aCompany(test.services.db)
    await deactivate(company.id)
    const of = { companyId: company.id, departmentId: company.departmentId }
    const states: readonly { confirmedAt?: null; deactivatedAt?: Date }[] = [
      { confirmedAt: null },
      { deactivatedAt: new Date() }
    ]
    for (const state of states) {
      const { id } = await anAccount(test.services.db, { role: 'CLIENT', ...of, ...state })
      expect((await (await test.signedInAs(id)).get(path)).status).toBe(403)
    }
  })
})
