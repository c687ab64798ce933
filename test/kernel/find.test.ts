/** What is found beyond the list on the screen: on the other lists of the same things, and anywhere, each reader its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Elsewhere, Found } from '../../src/contract/find.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aDocument } from '../helper/document-factories.ts'
import { aCompany, aContainer, anAccount, anItem, anOrder, aVehicle } from '../helper/factories.ts'

let test: TestApp
let staff: Person
let client: Person
let stranger: Person
let technician: Person
let orderId: number
let companyId: number
let vehicleId: number
let containerId: number

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  const { db } = test.services
  const company = await aCompany(db, { name: 'Wulkanizacja Żółw' })
  companyId = company.id
  await db('companies.companies').where({ id: companyId }).update({ tax_number: '5252344078' })
  await db('companies.reception_places')
    .where({ id: company.placeId })
    .update({ city: 'Lębork', street: 'Polna 1', phone: '600700801' })
  staff = await test.signedInAs('ADMIN')
  technician = await test.signedInAs('SERVICE_TECHNICAN')
  client = await test.signedInAs('CLIENT_ADMIN', { companyId })
  stranger = await test.signedInAs('CLIENT_ADMIN', { companyId: (await aCompany(db, { name: 'Obca' })).id })
  const itemId = (await anItem(db)).id
  const driver = await anAccount(db, { role: 'DRIVER', password: null })
  const vehicle = await aVehicle(db, { driverId: driver.id, plate: 'WZY H871' })
  vehicleId = vehicle.id
  orderId = (await anOrder(db, { company, itemId, status: 2, number: 'Z/2031/000777' })).id
  await db('orders.orders')
    .where({ id: orderId })
    .update({ vehicle_id: vehicle.id, driver_id: driver.id, realization_date: '2031-06-03' })
  for (const status of [3, 3, 4]) await anOrder(db, { company, itemId, status })
  containerId = (await aContainer(db, { container_number: 'K-31777' })).id
})
afterAll(() => test.close())

it('the search over all things takes one connection at a time, and only so many calls a minute', async () => {
  const { db } = test.services
  let most = 0
  const began = () => {
    most = Math.max(most, db.client.pool.numUsed())
  }
  db.on('query', began)
  const { status, headers } = await staff.get('/api/ui/find?q=zolw')
  db.removeListener('query', began)
  expect(status).toBe(200)
  expect(most).toBe(1)
  expect(Number(headers['x-ratelimit-limit'])).toBe(120)
})

describe('elsewhere', () => {
  const elsewhere = async (page: string, text: string, who = staff): Promise<Elsewhere[]> =>
    (await who.get(`/api/ui/pages/${page}/elsewhere?allFields=${encodeURIComponent(text)}`)).body.data

  it('names the list that contains the thing, its address, and how many there are', async () => {
    expect(await elsewhere('orders.new', '000777')).toEqual([
      { id: 'orders.inProgress', route: '/orders/in-progress', title: 'orders.inProgress.title', total: 1 }
    ])
  })

  it('names each list in the order of the menu, and the one of all only where no other has it', async () => {
    const found = await elsewhere('orders.new', 'zolw lebork')
    expect(found.map(({ id, total }) => [id, total])).toEqual([
      ['orders.inProgress', 1],
      ['orders.completed', 2],
      ['orders.canceled', 1]
    ])
    expect(await elsewhere('orders.new', 'qqqq')).toEqual([])
  })

  it('names the list itself where it has the thing without its filters', async () => {
    expect((await elsewhere('orders.inProgress', '000777')).map(({ id }) => id)).toEqual(['orders.inProgress'])
  })

  it('finds companies by their state', async () => {
    expect((await elsewhere('companies.unverified', 'zolw')).map(({ id, total }) => [id, total])).toEqual([
      ['companies.active', 1]
    ])
  })

  it('counts a client’s own alone', async () => {
    expect((await elsewhere('orders.client', '000777', client)).map(({ total }) => total)).toEqual([1])
    expect(await elsewhere('orders.client', '000777', stranger)).toEqual([])
  })

  it('is refused for a page without a search, and without a text', async () => {
    expect((await staff.get('/api/ui/pages/catalogue.cancellationReasons/elsewhere?allFields=a')).status).toBe(404)
    expect((await staff.get('/api/ui/pages/orders.new/elsewhere')).status).toBe(400)
    expect((await client.get('/api/ui/pages/orders.new/elsewhere?allFields=a')).status).toBe(404)
  })
})

describe('the search over all things', () => {
  const find = async (text: string, who = staff): Promise<Found[]> =>
    (await who.get(`/api/ui/find?q=${encodeURIComponent(text)}`)).body.data
  const kinds = async (text: string, who = staff) =>
    (await find(text, who)).map(({ resourceType, id, route }) => [resourceType, id, route])

  it('finds an order by its number, on the list that has its state, and says its day', async () => {
    expect(await find('000777')).toEqual([
      {
        id: orderId,
        name: 'Z/2031/000777',
        details: ['Wulkanizacja Żółw', 'Lębork, Polna 1, 22-100', 'wt. 3.06.2031'],
        resourceType: 'orders.order',
        route: '/orders/in-progress',
        title: 'orders.inProgress.title',
        icon: 'inbox',
        searched: true
      }
    ])
  })

  it('shows nothing twice: a document without a description does not repeat its number', async () => {
    const { db } = test.services
    const other = await aCompany(db, { name: 'Osobna' })
    const { id } = await aDocument(db, { companyId: other.id, createdBy: staff.accountId })
    await db('warehouse.documents').where({ id }).update({ number: 'PP/2031/77' })
    const [document] = await find('PP/2031/77')
    expect(document).toMatchObject({ id, name: 'PP/2031/77', details: ['Osobna'] })
  })

  it.each([
    ['a tax number', '525-234-40-78', 'companies.company', () => companyId, '/clients/active'],
    ['a plate', 'wzyh871', 'fleet.vehicle', () => vehicleId, '/config/vehicles'],
    ['a container’s number', 'k-31777', 'iot.container', () => containerId, '/store/containers'],
    ['a phone', '600700801', 'orders.order', () => orderId, '/orders/in-progress']
  ])('finds by %s', async (_what, text, type, id, route) => {
    expect(await kinds(text)).toContainEqual([type, id(), route])
  })

  it('gives a few of each kind', async () => {
    const found = (await find('zolw')).map(({ resourceType }) => resourceType)
    const types = [...new Set(found)]
    expect(types).toEqual(['orders.order', 'companies.company', 'companies.place'])
    expect(found.filter(type => type === 'orders.order')).toHaveLength(4)
  })

  it('gives each reader what it may open', async () => {
    expect(await kinds('000777', client)).toEqual([['orders.order', orderId, '/client/orders']])
    expect(await kinds('000777', stranger)).toEqual([])
    expect(await kinds('31777', technician)).toEqual([['iot.container', containerId, '/store/containers']])
    expect(await kinds('000777', technician)).toEqual([])
    expect((await staff.get('/api/ui/find?q=a')).status).toBe(400)
  })
})
