/** Calendars of collections, read by a program that knows the format: who makes, reads and revokes them, and what each shows. */
import nodeIcal, { type VEvent } from 'node-ical'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '../../src/contract/days.ts'
import { aCalendar } from '../helper/account-factories.ts'
import { aSharedApp, officeHost, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder, aVehicle } from '../helper/factories.ts'

const path = '/api/Calendars'
const tomorrow = addDays(dayOf(new Date()), 1)
let test: SharedApp
let staff: Person
let itemId: number
beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN', { host: officeHost })
  itemId = (await anItem(test.services.db, { orderTypeId: 3, name: 'Kontener; duży, otwarty' })).id
})

const made = async (who: Person, body: object = {}): Promise<{ id: number; secret: string }> => {
  const answer = await who.post(path, body)
  expect(answer.status).toBe(201)
  return answer.body.data
}
const read = (secret: string, headers = {}) => test.nobody().get(new URL(secret).pathname, headers)
const eventsIn = (text: string): VEvent[] =>
  Object.values(nodeIcal.sync.parseICS(text)).filter((one): one is VEvent => one?.type === 'VEVENT')
const eventsOf = async (secret: string): Promise<VEvent[]> => eventsIn((await read(secret)).body)
const ordersOf = async (secret: string): Promise<string[]> => (await eventsOf(secret)).map(({ uid }) => uid)
const uidOf = (id: number): string => `order-${id}@localhost`

/** An order planned for tomorrow, of the company or of one of its own. */
const planned = async ({
  company,
  vehicleId,
  status = 2
}: {
  company?: ACompany
  vehicleId?: number
  status?: number
} = {}) => {
  const { db } = test.services
  const order = await anOrder(db, {
    company: company ?? (await aCompany(db)),
    itemId,
    status,
    realizationDate: tomorrow
  })
  await db('orders.orders')
    .where({ id: order.id })
    .update({ vehicle_id: vehicleId ?? null })
  return order.id
}
const aClient = async (role: 'CLIENT' | 'CLIENT_ADMIN' = 'CLIENT_ADMIN') => {
  const company = await aCompany(test.services.db)
  return { company, client: await test.signedInAs(role, { companyId: company.id, departmentId: company.departmentId }) }
}

describe('the calendar of a client', () => {
  it('has the planned collections of the own company, each at its day and place and with the address of the order', async () => {
    const { company, client } = await aClient()
    const id = await planned({ company })
    await planned()
    const { secret } = await made(client)
    expect(new URL(secret).pathname).toMatch(/^\/ical\/[\w-]{43}\.ics$/)
    const [event, ...others] = await eventsOf(secret)
    expect(others).toEqual([])
    expect(event).toMatchObject({ uid: uidOf(id), status: 'CONFIRMED', datetype: 'date' })
    // midnight of the reader's own zone
    expect(event?.start.toString()).toContain(new Date(`${tomorrow}T00:00:00`).toDateString())
    expect(event?.summary).toBe('Odbiór: Kontener; duży, otwarty')
    expect(event?.location).toContain('Chełm')
    expect(JSON.stringify(event?.url)).toContain(`/client/orders?row=${id}&panel=${id}`)
  })

  it('says what program and calendar it is, as text/calendar in lines of at most 75 octets', async () => {
    const { company, client } = await aClient()
    await planned({ company })
    const { secret } = await made(client)
    const { headers, body } = await read(secret)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(body).toContain('METHOD:PUBLISH')
    expect(body).toContain('X-WR-CALNAME:Odbiory: ')
    for (const line of String(body).split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('has neither the phone nor the place in the route, which staff read', async () => {
    const { company, client } = await aClient()
    await planned({ company })
    const [own] = await eventsOf((await made(client)).secret)
    const [staffs] = await eventsOf((await made(staff, { kind: 1, companyId: company.id })).secret)
    expect(own?.description).not.toContain('825601234')
    expect(staffs?.description).toContain('825601234')
    expect(JSON.stringify(staffs?.url)).toContain('/orders/in-progress?row=')
  })

  it('is not changed since it was read until something changes', async () => {
    const { company, client } = await aClient()
    const id = await planned({ company })
    const { secret } = await made(client)
    const { etag } = (await read(secret)).headers as { etag: string }
    expect((await read(secret, { 'if-none-match': etag })).status).toBe(304)
    await test.services
      .db('orders.orders')
      .where({ id })
      .update({ realization_date: addDays(tomorrow, 1) })
    expect((await read(secret, { 'if-none-match': etag })).status).toBe(200)
  })

  it('shows what was canceled as canceled, and not what is planned no more', async () => {
    const { company, client } = await aClient()
    const [canceled, restored] = [await planned({ company, status: 4 }), await planned({ company, status: 1 })]
    const events = await eventsOf((await made(client)).secret)
    expect(events.map(({ uid, status }) => [uid, status])).toEqual([[uidOf(canceled), 'CANCELLED']])
    expect(events.map(({ uid }) => uid)).not.toContain(uidOf(restored))
  })

  it('of an ordinary client of a company with several departments has the own department alone', async () => {
    const { db } = test.services
    const company = await aCompany(db, { multiDepartment: true })
    const [far] = await db('companies.departments')
      .insert({ company_id: company.id, city: 'Lublin', street: 'Długa 1', postal_code: '20-100' })
      .returning('id')
    const own = await planned({ company })
    const others = await anOrder(db, { company, itemId, status: 2, realizationDate: tomorrow, departmentId: far.id })
    const who = { companyId: company.id, departmentId: company.departmentId }
    expect(await ordersOf((await made(await test.signedInAs('CLIENT', who))).secret)).toEqual([uidOf(own)])
    const all = await ordersOf((await made(await test.signedInAs('CLIENT_ADMIN', who))).secret)
    expect(all.sort()).toEqual([uidOf(own), uidOf(others.id)].sort())
  })
})

describe('a calendar of staff', () => {
  it('of a vehicle has what this vehicle collects', async () => {
    const { id: vehicleId } = await aVehicle(test.services.db)
    const id = await planned({ vehicleId })
    await planned()
    const { secret } = await made(staff, { kind: 2, vehicleId })
    expect(await ordersOf(secret)).toEqual([uidOf(id)])
  })

  it('of a driver follows the routes: the driver of the vehicle, and who drives it for one day', async () => {
    const { db } = test.services
    const vehicle = await aVehicle(db)
    const other = await aVehicle(db)
    const id = await planned({ vehicleId: vehicle.id })
    const [route] = await db('orders.routes')
      .insert({ day: tomorrow, number: 20_000 + (vehicle.id % 10_000), vehicle_id: vehicle.id })
      .returning('id')
    await db('orders.stops').insert({ order_id: id, route_id: route.id, sequence: 1 })
    const usual = await made(staff, { kind: 3, driverId: vehicle.driver_id })
    const forADay = await made(staff, { kind: 3, driverId: other.driver_id })
    expect(await ordersOf(usual.secret)).toEqual([uidOf(id)])
    expect(await ordersOf(forADay.secret)).toEqual([])
    await db('orders.routes').where({ id: route.id }).update({ driver_id: other.driver_id })
    expect(await ordersOf(usual.secret)).toEqual([])
    expect(await ordersOf(forADay.secret)).toEqual([uidOf(id)])
  })

  it.each([{ kind: 1 }, { kind: 2 }, { kind: 3 }])('of %j needs to be somebody’s', async body => {
    const { status, body: answer } = await staff.post(path, body)
    expect(status).toBe(400)
    expect(answer.Errors[0].ErrorMessage).toBe('Wybierz, czyje odbiory ma pokazywać kalendarz')
  })

  it('of a vehicle or a driver that is not there is refused', async () => {
    expect((await staff.post(path, { kind: 2, vehicleId: 2_000_000_000 })).status).toBe(422)
    expect((await staff.post(path, { kind: 3, driverId: staff.accountId })).status).toBe(422)
    expect((await staff.post(path, { kind: 1, companyId: 2_000_000_000 })).status).toBe(404)
  })
})

describe('the address of a calendar', () => {
  it('is in the answer that makes it alone: only a hash is kept', async () => {
    const { client } = await aClient()
    const { id, secret } = await made(client)
    const token = new URL(secret).pathname.slice('/ical/'.length, -'.ics'.length)
    const { db } = test.services
    const kept = [
      await db('integrations.calendars').where({ id }),
      await db('kernel.changes').where({ subject_id: id })
    ]
    expect(JSON.stringify([kept, (await client.get(path)).body])).not.toContain(token)
  })

  it('stops working once the calendar is revoked, by its owner or by staff', async () => {
    const { client } = await aClient()
    for (const who of [client, staff]) {
      const { id, secret } = await made(client)
      expect((await read(secret)).status).toBe(200)
      expect((await who.call('DELETE', `${path}/${id}`)).status).toBe(200)
      expect((await read(secret)).status).toBe(404)
    }
  })

  it('stops working once its owner may not act', async () => {
    const { client } = await aClient()
    const { secret } = await made(client)
    await test.services.db('users.accounts').where({ id: client.accountId }).update({ deactivated_at: new Date() })
    expect((await read(secret)).status).toBe(404)
  })

  it.each(['none.ics', 'none', `${'a'.repeat(43)}.txt`, '.ics'])('%s is none', async file => {
    expect((await test.nobody().get(`/ical/${file}`)).status).toBe(404)
  })

  it('is noted as read, once an hour', async () => {
    const { client } = await aClient()
    const { id, secret } = await made(client)
    expect((await client.get(`${path}/${id}`)).body.data.readAt).toBeNull()
    await read(secret)
    await read(secret)
    const { readAt, version } = (await client.get(`${path}/${id}`)).body.data
    expect(Date.parse(readAt) % 3_600_000).toBe(0)
    expect(version).toBe(1)
  })
})

describe('the list of calendars', () => {
  it('is one’s own for a client, and all of them for staff, with their owners', async () => {
    const [{ client, company }, { client: stranger }] = [await aClient(), await aClient()]
    const { id } = await made(client)
    expect((await client.get(path)).body.data).toMatchObject([{ id, kind: 1 }])
    expect((await client.get(path)).body.data[0]).not.toHaveProperty('owner')
    for (const call of [stranger.get(`${path}/${id}`), stranger.call('DELETE', `${path}/${id}`)])
      expect((await call).status).toBe(404)
    const ofStaff = (await staff.get(`${path}/${id}`)).body.data
    expect(ofStaff).toMatchObject({ id, owner: expect.stringContaining('Anna Nowak') })
    expect(ofStaff.subject).toBe((await test.services.db('companies.companies').where({ id: company.id }).first()).name)
  })

  it('of one person has at most 200', async () => {
    const { client, company } = await aClient()
    for (let n = 0; n < 200; n++)
      await aCalendar(test.services.db, { accountId: client.accountId, companyId: company.id })
    expect((await client.post(path, {})).body.code).toBe('integrations.tooManyCalendars')
  })
})
