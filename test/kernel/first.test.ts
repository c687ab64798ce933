/** What the HTML says of the page at an address, so that the browser asks for all of it at once. */
import { expect, test } from 'vitest'
import { openFirst } from '../../src/kernel/metadata/first.ts'
import { modules } from '../../src/modules.ts'
import { product } from '../../src/product.ts'

const firstOf = openFirst(modules, product)

test('a list page is announced with its first call, in any letter case of its address', () => {
  const first = firstOf('/Client/Orders/?f.OrderStatus=0', 'localhost:3000')
  expect(first).toMatchObject({
    page: 'orders.client',
    roles: [2, 4],
    address: '/client/orders?f.OrderStatus=0',
    list: { call: '/api/Admin/Orders', sort: '-createdAt', pageSize: 200, filters: [{ key: 'OrderStatus' }] }
  })
  expect(first?.list?.columns[0]).toEqual({ key: 'number', sortable: true })
})

test('the calls of a form that the address opens are announced', () => {
  const places = '/api/Admin/Companies/{companyId}/reception-places?departmentId={departmentId}&page=1&limit=20'
  expect(firstOf('/client/orders?do=orders.place', 'localhost')?.form).toMatchObject({
    calls: ['/api/Admin/OrderTypeItems/{orderTypeItemId}?receptionPlaceId={receptionPlace}'],
    choices: [
      { field: 'departmentId', call: '/api/Admin/Companies/{companyId}/departments', autoSelectSingle: true },
      { field: 'receptionPlace', call: places, one: `${places}&placeId={receptionPlace}`, firstBy: 'isDefault' },
      {
        field: 'orderTypeItemId',
        call: '/api/Admin/OrderTypeItems?receptionPlaceId={receptionPlace}',
        remember: 'orderTypeItemId',
        firstChoice: 1
      }
    ]
  })
  // companies are only searched for
  expect(firstOf('/orders/new?do=orders.place', 'admin.localhost')?.form?.choices[0]?.call).toBeUndefined()
  for (const address of [
    '/client/orders',
    '/client/orders?do=',
    '/client/orders?do=orders.accept',
    '/client/orders?do=orders.placeAgain&row=1',
    '/client/dashboard?do=x'
  ])
    expect([address, firstOf(address, 'localhost')?.form]).toEqual([address, undefined])
})

test('a hand-written page is announced with its first calls', () => {
  expect(firstOf('/client/dashboard', 'localhost')).toMatchObject({ part: 'portal', calls: ['/api/Dashboard/client'] })
})

test('the bare host and the sign-in lead to where the person will be', () => {
  expect(firstOf('/', 'localhost')?.page).toBe('orders.overview')
  expect(firstOf('/', 'admin.localhost')?.page).toBe('reports.dashboard')
  expect(firstOf('/authorization', 'localhost')?.page).toBe('orders.overview')
  expect(firstOf('/authorization?next=%2Forders%2Fnew%3Fq%3DA', 'admin.localhost')).toMatchObject({
    page: 'orders.new',
    address: '/orders/new?q=A'
  })
})

test('an address without a page announces nothing', () => {
  expect(firstOf('/nowhere', 'localhost')).toBeUndefined()
  expect(firstOf('/authorization?next=//evil.example', 'localhost')).toBeUndefined()
})

test('an address of many slashes is answered at once, and a very long one has no page', () => {
  const began = process.cpuUsage()
  for (let n = 0; n < 5; n++) expect(firstOf(`/orders/new${'/'.repeat(15_800)}x`, 'localhost')).toBeUndefined()
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(250)
  expect(firstOf(`/orders/new${'/'.repeat(20)}`, 'localhost')?.page).toBe('orders.new')
  expect(firstOf(`/orders/new${'/'.repeat(400)}`, 'localhost')).toBeUndefined()
  expect(firstOf(`/authorization?next=/orders/new${'/'.repeat(400)}`, 'localhost')).toBeUndefined()
})
