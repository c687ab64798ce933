/**
 * What clients see of an order, field by field, over the API. The list of what they do not see is written here once more, so
 * that nobody changes the table of the module alone.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { orderFields } from '../../modules/orders/fields.ts'
import type { Person } from '../helper/app.ts'
import { anOrderFixture, type OrderFixture } from './fixtures/order.ts'

const forStaff = [
  'booked',
  'clientActive',
  'driver',
  'driverId',
  'handedOver',
  'internalStoreId',
  'internalStoreName',
  'invoiceFinal',
  'manually',
  'notAsWished',
  'notificationSent',
  'notified',
  'operator',
  'optimaNumber',
  'optimaStatus',
  'optimaStatusName',
  'outsideHours',
  'recycleOperatorId',
  'recycleOperatorName',
  'route',
  'routeId',
  'sequenceInRoute',
  'stopState',
  'unansweredComment',
  'vatSymbol',
  'vehicleId'
]

let fixture: OrderFixture
let clientAdmin: Person
let id: number

/** An order through all of its life, with something in each field and each kind of event in its history. */
beforeAll(async () => {
  fixture = await anOrderFixture()
  const { company, staff, test } = fixture
  clientAdmin = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
  id = await fixture.driven()
  await staff.call('PUT', `/api/Admin/Orders/${id}`, {
    receptionPlace: company.placeId,
    orderTypeItemId: fixture.itemId,
    quantity: 2,
    vatSymbol: 'CANARY-VAT'
  })
  await staff.put(`/api/Admin/Orders/${id}/set-realized`, fixture.finishData)
  await staff.put(`/api/Admin/Orders/${id}/set-optima-number`, { optimaNumber: 'CANARY-NUMBER' })
  await staff.put(`/api/Admin/Orders/${id}/correct`, { tonnage: 2 })
  await test.services.db('kernel.changes').insert({
    at: new Date(),
    account_id: null,
    resource_type: 'orders.order',
    subject_id: id,
    version: 9,
    code: 'orders.invoiceReceived',
    params: { number: 'FV/1' },
    before: { currentStatus: 3, invoiceNumber: null, optimaStatus: 0 },
    after: { currentStatus: 5, invoiceNumber: 'FV/1', optimaStatus: 2 }
  })
})

const readers = (): [name: string, who: Person][] => [
  ['CLIENT', fixture.client],
  ['CLIENT_ADMIN', clientAdmin]
]
const rowFor = async (who: Person) =>
  (await who.get('/api/Admin/Orders?limit=1000')).body.data.find((row: { id: number }) => row.id === id)
const listOf = async (page: string, who: Person) => (await who.get(`/api/ui/pages/${page}`)).body.data.list

describe('a client sees of an order', () => {
  it.each(forStaff)('no %s, in lists, details, answers, sorting, panels and forms', async field => {
    const inRow = Object.hasOwn(await rowFor(fixture.staff), field)
    const inDetails = Object.hasOwn(await fixture.details(id), field)
    expect(inRow || inDetails).toBe(true)
    for (const [role, who] of readers()) {
      expect([role, Object.hasOwn(await rowFor(who), field)]).toEqual([role, false])
      expect([role, Object.hasOwn(await fixture.details(id, who), field)]).toEqual([role, false])
      expect([role, (await who.get(`/api/Admin/Orders?OrderBy=${field}`)).status]).toEqual([role, 400])
      const list = await listOf('orders.client', who)
      const shown = [
        ...list.columns.map(({ key }: { key: string }) => key),
        ...list.panel.tabs.flatMap(({ fields = [] }) => fields.map(({ key }: { key: string }) => key))
      ]
      expect([role, shown.includes(field)]).toEqual([role, false])
    }
  })

  it.each([
    ['OptimaStatus', 2],
    ['Unanswered', true],
    ['RouteId', 1],
    ['VehicleId', 1],
    ['DriverId', 1],
    ['NotificationSent', true]
  ])('nothing by the filter %s, in list or export, which staff may use', async (key, value) => {
    const statuses = async (who: Person, page: string) => [
      (await who.get(`/api/Admin/Orders?${key}=${value}`)).status,
      (await who.get(`/api/ui/pages/${page}/export?${key}=${value}`)).status
    ]
    expect(await statuses(fixture.staff, 'orders.all')).toEqual([200, 200])
    for (const [role, who] of readers())
      expect([role, await statuses(who, 'orders.client')]).toEqual([role, [400, 400]])
  })

  it('every other field that staff see', async () => {
    for (const [, who] of readers()) {
      const seen = (row: object) => Object.keys(row).filter(field => !forStaff.includes(field))
      expect(Object.keys(await rowFor(who))).toEqual(seen(await rowFor(fixture.staff)))
      expect(Object.keys(await fixture.details(id, who))).toEqual(seen(await fixture.details(id)))
    }
  })

  it('exactly the fields that the table of fields allows', () => {
    expect(Object.keys(orderFields.fieldAccess).sort()).toEqual(forStaff)
  })

  it('nothing by a search for what it may not read', async () => {
    const found = async (who: Person, term: string) =>
      (await who.get(`/api/Admin/Orders?allFields=${term}`)).body.data.map((row: { id: number }) => row.id)
    expect(await found(fixture.staff, 'CANARY-NUMBER')).toEqual([id])
    for (const [, who] of readers()) {
      expect(await found(who, 'CANARY-NUMBER')).toEqual([])
      expect(await found(who, 'KPO%2F2026%2F17')).toEqual([id])
    }
  })

  it('no hidden field in the answer of its own command', async () => {
    const own = await fixture.order()
    const { body } = await fixture.client.call('PUT', `/api/Admin/Orders/${own}/cancel`, {})
    expect(Object.keys(body.data).filter(field => forStaff.includes(field))).toEqual([])
    const again = await fixture.client.call('PUT', `/api/Admin/Orders/${own}/cancel`, {})
    expect(again.status).toBe(409)
    expect(Object.keys(again.body.current).filter(field => forStaff.includes(field))).toEqual([])
  })
})

describe('a client’s history', () => {
  it('has the life of the order in sentences, by the business’s name, and no internals', async () => {
    for (const [, who] of readers()) {
      const lines = await fixture.history(id, who)
      expect(lines.map(({ statusDescription, user }) => [statusDescription, user])).toEqual([
        ['Zafakturowano zamówienie: FV/1', 'Opony'],
        ['Poprawiono zamówienie', 'Opony'],
        ['Odebrano zamówienie', 'Opony'],
        ['Edytowano zamówienie', 'Opony'],
        ['Zaplanowano odbiór', 'Opony']
      ])
      const fields = new Set(lines.flatMap(({ changes }) => changes.map(({ field }) => field)))
      expect([...fields].filter(field => forStaff.includes(field) || field === 'currentStatus')).toEqual([])
      expect(fields).toContain('tonnage')
    }
  })

  it('is complete for the staff, with names', async () => {
    const lines = await fixture.history(id)
    expect(lines.map(({ statusDescription }) => statusDescription)).toContain(
      'Wpisano ręcznie numer księgowy: CANARY-NUMBER'
    )
    expect(lines.find(({ statusDescription }) => statusDescription === 'Zakończono zamówienie')?.user).toMatch(/^Anna/)
    expect(lines.flatMap(({ changes }) => changes.map(({ field }) => field))).toEqual(
      expect.arrayContaining(['currentStatus', 'internalStoreName', 'optimaNumber'])
    )
  })

  it('names the client’s own people', async () => {
    const own = (
      await fixture.client.post('/api/Admin/Orders', {
        receptionPlace: fixture.company.placeId,
        orderTypeItemId: fixture.itemId,
        quantity: 1
      })
    ).body.data.id
    expect((await fixture.history(own, clientAdmin))[0]?.user).toMatch(/^Anna Nowak/)
  })

  it('has no field of staff in its metadata', async () => {
    for (const [, who] of readers()) {
      const { panel } = await listOf('orders.client', who)
      const { fields } = panel.tabs.find(({ kind }: { kind: string }) => kind === 'timeline')
      expect(fields.filter(({ key }: { key: string }) => [...forStaff, 'currentStatus'].includes(key))).toEqual([])
    }
  })

  it('shows a conflict without names and internal fields', async () => {
    const own = await fixture.order()
    const { version } = await fixture.details(own)
    await fixture.staff.post(`/api/Admin/Orders/${own}/add-comment`, { content: 'CANARY', internal: true })
    await fixture.staff.put(`/api/Admin/Orders/${own}`, {
      receptionPlace: fixture.company.placeId,
      orderTypeItemId: fixture.itemId,
      additionalInfo: 'Brama'
    })
    const edit = { receptionPlace: fixture.company.placeId, orderTypeItemId: fixture.itemId }
    const stale = await fixture.client.put(`/api/Admin/Orders/${own}`, edit, { 'if-match': `"${version}"` })
    expect(stale.body).toMatchObject({ status: 409, changes: [{ who: 'Opony', what: 'Edytowano zamówienie' }] })
    for (const { field } of stale.body.changes[0].fields) expect(orderFields.views.clientHistory).toContain(field)
  })
})
