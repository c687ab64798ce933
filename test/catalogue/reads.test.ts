/** The dictionaries of reasons, as their reads give them. */
import { beforeAll, expect, it } from 'vitest'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'

let test: SharedApp
let staff: Person

beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN')
})

it('dictionary 0 has the reasons to deactivate a client, 1 those to cancel an order', async () => {
  expect((await staff.get('/api/Dictionaries/list')).body.data).toEqual([
    { id: 0, name: 'Powody dezaktywacji klienta' },
    { id: 1, name: 'Powody anulowania zamówienia' }
  ])
})

it.each([0, 1])('the values of dictionary %d are its own, by id and value', async dictionary => {
  const values = [0, 1].map(of => ({ dictionary: of, value: `Powód ${dictionary} ${of}` }))
  const made = await test.services
    .db('catalogue.dictionary_values')
    .insert(values)
    .returning(['id', 'dictionary', 'value'])
  const { data, total } = (await staff.get(`/api/Dictionaries/${dictionary}/values`)).body
  expect(total).toBe(data.length)
  const own = made.find(row => row.dictionary === dictionary)
  expect(data).toContainEqual({ id: own.id, value: own.value })
  expect(data.map(({ id }: { id: number }) => id)).not.toContain(made.find(row => row !== own).id)
})

it('no call deletes or changes an order type itself', async () => {
  for (const method of ['DELETE', 'PUT', 'POST'] as const)
    expect((await staff.call(method, '/api/Admin/OrderTypes/1', {})).body.code).toBe('kernel.noRoute')
  expect((await staff.get('/api/Admin/OrderTypes')).body.data).toHaveLength(3)
})

it.each(['/api/Admin/OrderTypes', '/api/Admin/OrderTypes/3/items', '/api/Dictionaries/list'])(
  '%s says how many it has',
  async url => {
    const { data, total } = (await staff.get(url)).body
    expect(total).toBe(data.length)
  }
)
