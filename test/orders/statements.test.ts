/**
 * How many statements the usual calls send: a round trip each, and most of what a call takes. One more is to be decided on,
 * not to slip in. Who finds a way with fewer lowers the figure here.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applicationName } from '../../src/kernel/database/application-name.ts'
import { type Answer, anApp, type TestApp } from '../helper/app.ts'
import { aCompany } from '../helper/factories.ts'
import { anOrderFixture, type OrderFixture } from './fixtures/order.ts'

/** What the pool of the application sends, transactions included. */
let sent: string[] = []
const { query } = pg.Client.prototype
let test: TestApp
let fixture: OrderFixture
beforeAll(async () => {
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const { connectionParameters } = this as unknown as { connectionParameters: { application_name: string } }
    const [statement] = args as [string | { text: string }]
    if (connectionParameters.application_name === applicationName())
      sent.push(typeof statement === 'string' ? statement : statement.text)
    return query.apply(this, args as never) as never
  } as typeof query
  test = await anApp({ ROLES: 'web' })
  fixture = await anOrderFixture(test)
})
afterAll(async () => {
  pg.Client.prototype.query = query
  await test.close()
})

const orders = '/api/Admin/Orders'
type Call = () => Promise<Answer>
const calls: [what: string, statements: number, prepare: () => Promise<Call>][] = [
  ['a list', 1, async () => () => fixture.staff.get(`${orders}?OrderStatus=0&page=1&limit=35`)],
  ['a list of a client', 1, async () => () => fixture.client.get(`${orders}?page=1&limit=35`)],
  ['the home page of a client', 1, async () => () => fixture.client.get('/api/Dashboard/client')],
  ['one order', 1, async () => () => fixture.staff.get(`${orders}/1/details`)],
  ['its history', 2, async () => () => fixture.staff.get(`${orders}/1/history`)],
  ['its comments', 2, async () => () => fixture.staff.get(`${orders}/1/comments`)],
  ['who is signed in', 0, async () => () => fixture.staff.get('/api/Authorization/userinfo')],
  ['the pages', 0, async () => () => fixture.staff.get('/api/ui/pages')],
  [
    'to accept an order',
    8,
    async () => {
      const id = await fixture.order(0)
      return () => fixture.staff.put(`${orders}/${id}/accept`)
    }
  ],
  [
    'to place an order',
    10,
    async () => {
      const body = { receptionPlace: fixture.company.placeId, orderTypeItemId: fixture.itemId, quantity: 2 }
      return () => fixture.client.post(orders, body)
    }
  ],
  [
    'the first order of a new client, with client and place',
    33,
    async () => {
      const body = { ...abroad, name: 'Reifen GmbH', phone, orderTypeItemId: fixture.itemId, quantity: 2 }
      return () => fixture.staff.post(`${orders}/new-client`, body)
    }
  ],
  [
    'the same before, in five calls after the one that registered',
    47,
    async () => {
      const company = await aCompany(fixture.test.services.db, { place: false, verified: false, active: false })
      return () => orderAfterRegistration(company)
    }
  ],
  ['to comment on an order', 8, async () => () => fixture.staff.post(`${orders}/1/add-comment`, { content: 'Hello' })]
]

const abroad = { country: 2, street: 'Am See 1', postalCode: '01067', city: 'Dresden' }
const phone = '+4935112345678'

/** What followed the registration: verifies and activates the company, asks for its department, adds a place there, orders. */
async function orderAfterRegistration({ id, departmentId }: { id: number; departmentId: number }): Promise<Answer> {
  const { staff, itemId } = fixture
  const companies = '/api/Admin/Companies'
  await staff.put(`${companies}/verify`, { companiesIds: [id], orderTypeId: 3 })
  await staff.put(`${companies}/activate`, { companiesIds: [id] })
  await staff.get(`${companies}/${id}/departments`)
  const path = `/api/Admin/Departments/${departmentId}/add-reception-place`
  const home = { street: 'Polna 1', postalCode: '22-100', city: 'Chełm', phone: '501502503', orderTypeId: 3 }
  const place = await staff.post(path, { ...home, bdoNumber: null })
  return staff.post(orders, { receptionPlace: place.body.data.id, orderTypeItemId: itemId, quantity: 2 })
}

it.each(calls)('%s: %i statements', async (_what, statements, prepare) => {
  const { listener } = fixture.test.services
  await fixture.order(0)
  const warm = await prepare()
  const call = await prepare()
  // What came before has been heard: who calls is in memory from here on.
  await listener.confirm()
  await warm()
  await listener.confirm()
  sent = []
  const { status, body } = await call()
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  expect(sent.length, sent.map(text => text.replaceAll(/\s+/g, ' ').slice(0, 150)).join('\n')).toBe(statements)
})
