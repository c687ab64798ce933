/** The specification's bodies carry the id of what they change: taken where it is the path's, refused where it is another. */
import { beforeAll, expect, it } from 'vitest'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { anAccount, anOperator, aVehicle } from '../helper/factories.ts'

let test: SharedApp
let staff: Person

beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN')
})

const person = { firstName: 'Ewa', lastName: 'Lis', phone: '501502503' }
const things: Readonly<Record<string, () => Promise<{ url: string; id: number; body: object }>>> = {
  'a driver': async () => {
    const { id, email } = await anAccount(test.services.db, { role: 'DRIVER' })
    return { url: '/api/Admin/Users/drivers', id, body: { ...person, email } }
  },
  'a vehicle': async () => {
    const { id, driver_id } = await aVehicle(test.services.db)
    return {
      url: '/api/Admin/Vehicles',
      id,
      body: { brand: 'MAN', model: 'TGL', registerNumber: 'LCH 77001', driverId: driver_id }
    }
  },
  'a recycle operator': async () => {
    const { id } = await anOperator(test.services.db)
    return { url: '/api/Admin/RecycleOperators', id, body: { name: 'Granulat Zachód' } }
  },
  'a user': async () => {
    const { id, email } = await anAccount(test.services.db)
    return { url: '/api/Admin/Users', id, body: { ...person, email } }
  },
  'the own profile': async () => {
    const { accountId: id } = staff
    const { email } = (await test.services.db('users.accounts').where({ id }).first()) as { email: string }
    return { url: '/api/Admin/Users', id, body: { ...person, email } }
  }
}

it.each(Object.keys(things))('%s is changed by a body that repeats its id, and by no other id', async name => {
  const { url, id, body } = await things[name]!()
  const { status, body: refused } = await staff.put(`${url}/${id}`, { ...body, id: id + 1 })
  expect([status, refused.Errors]).toEqual([400, [expect.objectContaining({ PropertyName: 'id' })]])
  const done = await staff.put(`${url}/${id}`, { ...body, id })
  expect([done.status, done.body]).toEqual([200, expect.objectContaining({ data: expect.objectContaining({ id }) })])
})
