/** Devices of drivers: how a phone is connected, what it opens, and how it ends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceCallsPerMinute } from '../../src/kernel/access/devices.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { allEntries } from '../security/entries.ts'
import { aWorld } from '../security/fixtures/world.ts'
import { aDriving, type Driving } from './fixtures/driving.ts'

let test: TestApp
let driving: Driving

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  await test.begin()
  driving = await aDriving(test)
  // the list tells by the database's clock which links have expired
  test.clock.now = new Date()
})
afterAll(() => test.close())

const connect = (code: string, name = 'Nokia') => test.nobody().post('/api/Driver/devices', { code, name })
const deviceOf = async (id: number) => (await driving.staff.get(`/api/Admin/DriverDevices/${id}`)).body.data

describe('a link', () => {
  it('connects one phone, once, and is kept as a hash alone', async () => {
    const { id, code } = await driving.link()
    expect(await deviceOf(id)).toMatchObject({ driverId: driving.driverId, state: 1, name: null })
    const { status, body } = await connect(code, ' Samsung A14 ')
    expect([status, body.data]).toEqual([
      201,
      {
        token: expect.stringMatching(/^opd_[0-9A-Za-z]{49}$/),
        driver: { id: driving.driverId, name: expect.any(String) },
        language: 'pl'
      }
    ])
    expect(await deviceOf(id)).toMatchObject({ state: 0, name: 'Samsung A14' })
    const again = await connect(code)
    expect([again.status, again.body.code, again.body.Errors[0].PropertyName]).toEqual([422, 'driver.linkUsed', 'code'])
    const everywhere = JSON.stringify([
      await test.services.db('driver.devices'),
      await test.services.db('audit.entries'),
      await test.services.db('kernel.idempotency'),
      (await driving.staff.get(`/api/Admin/DriverDevices/${id}/history`)).body
    ])
    expect(everywhere).not.toContain(code)
    expect(everywhere).not.toContain(body.data.token)
    const { body: history } = await driving.staff.get(`/api/Admin/DriverDevices/${id}/history`)
    expect(history.data).toHaveLength(2)
  })

  it('is good for seven days, and not after it was revoked or its driver was shut out', async () => {
    const before = test.clock.now
    const [late, revoked, shut] = [await driving.link(), await driving.link(), await driving.link()]
    await driving.staff.call('DELETE', `/api/Admin/DriverDevices/${revoked.id}`)
    expect((await connect(revoked.code)).status).toBe(422)
    const account = test.services.db('users.accounts').where({ id: driving.driverId })
    await account.clone().update({ deactivated_at: test.clock.now })
    expect((await connect(shut.code)).status).toBe(422)
    await account.clone().update({ deactivated_at: null })
    test.clock.now = new Date(before.getTime() + 7 * 86_400_000 - 1_000)
    expect((await connect(shut.code)).status).toBe(201)
    test.clock.now = new Date(before.getTime() + 7 * 86_400_000)
    expect((await connect(late.code)).status).toBe(422)
    test.clock.now = before
  })

  it('of two phones at once connects one', async () => {
    const { code } = await driving.link()
    const answers = await Promise.all([connect(code), connect(code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  it('goes to the driver by SMS, in his language, where staff wish so and he has a phone', async () => {
    const { db } = test.services
    await db('users.accounts').where({ id: driving.driverId }).update({ language: 2, phone: '600100200' })
    const { status, body } = await driving.staff.post('/api/Admin/DriverDevices', {
      driverId: driving.driverId,
      send: true
    })
    expect([status, body]).toEqual([201, expect.anything()])
    const [message] = await db('notifications.messages').orderBy('id', 'desc').limit(1)
    expect(message).toMatchObject({ account_id: driving.driverId, channel: 0, type: 8, address: '600100200' })
    expect(message.body).toContain('/driver/app#***')
    expect(message.body).not.toContain(new URL(body.data.link).hash.slice(1))
    expect(message.body).toContain('for 7 days')
    await db('users.accounts').where({ id: driving.driverId }).update({ phone: ' ' })
    const refused = await driving.staff.post('/api/Admin/DriverDevices', { driverId: driving.driverId, send: true })
    expect([refused.status, refused.body.code]).toEqual([422, 'driver.noPhone'])
    await db('users.accounts').where({ id: driving.driverId }).update({ language: 1, phone: '600100200' })
  })

  it('is made for drivers alone, and a code that is none is refused without a word more', async () => {
    const { status, body } = await driving.staff.post('/api/Admin/DriverDevices', {
      driverId: driving.staff.accountId,
      send: false
    })
    expect([status, body.Errors[0].PropertyName]).toEqual([422, 'driverId'])
    for (const code of ['x', `${(await driving.link()).code.slice(0, -1)}-`, ' '.repeat(5)])
      expect([code, [400, 422].includes((await connect(code)).status)]).toEqual([code, true])
  })
})

describe('a device', () => {
  it('acts as its driver, is used, and says when, to the minute', async () => {
    const phone = await driving.phone()
    const used = async () => (await deviceOf(phone.deviceId)).lastUsedAt
    expect(await used()).toBeNull()
    expect((await phone.day()).status).toBe(200)
    const first = await used()
    expect(first).toEqual(expect.any(String))
    const before = test.clock.now
    test.clock.now = new Date(before.getTime() + 30_000)
    await phone.day()
    expect(await used()).toBe(first)
    test.clock.now = new Date(before.getTime() + 61_000)
    await phone.day()
    expect(await used()).not.toBe(first)
    test.clock.now = before
  })

  const refused = [401, 'kernel.deviceRevoked', expect.stringMatching(/^[^.]+\. [^.]+\.$/)]
  const outcome = async (phone: { day(): Promise<{ status: number; body: { code: string; detail: string } }> }) => {
    const { status, body } = await phone.day()
    return [status, body.code, body.detail]
  }

  it('is dead at once when it is revoked; another one of the same driver is not', async () => {
    const [phone, other] = [await driving.phone(), await driving.phone()]
    await driving.staff.call('DELETE', `/api/Admin/DriverDevices/${phone.deviceId}`)
    expect(await outcome(phone)).toEqual(refused)
    expect((await other.day()).status).toBe(200)
    expect(await deviceOf(phone.deviceId)).toMatchObject({ state: 3 })
    const again = await driving.staff.call('DELETE', `/api/Admin/DriverDevices/${phone.deviceId}`)
    expect(again.status).toBe(409)
  })

  it('is dead when its driver is shut out, deleted, or no driver any more', async () => {
    const { db } = test.services
    for (const change of [{ deactivated_at: new Date() }, { role: 1 }, { confirmed_at: null }]) {
      const { accountId } = await test.signedInAs('DRIVER')
      const phone = await driving.phone(accountId)
      expect((await phone.day()).status).toBe(200)
      await db('users.accounts').where({ id: accountId }).update(change)
      const [status] = await outcome(phone)
      expect([change, status]).toEqual([change, 401])
    }
    const { accountId } = await test.signedInAs('DRIVER')
    const phone = await driving.phone(accountId)
    expect((await driving.staff.call('DELETE', `/api/Admin/Users/drivers/${accountId}`)).status).toBe(200)
    expect(await outcome(phone)).toEqual(refused)
    expect((await deviceOf(phone.deviceId)).state).toBe(3)
  })

  it('that is none, or mistyped, is the same 401', async () => {
    const { token } = await driving.phone()
    for (const wrong of ['opd_x', `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`])
      expect(await outcome(driving.phoneOf(wrong))).toEqual(refused)
  })

  it('has a limit of its own', async () => {
    const [phone, other] = [await driving.phone(), await driving.phone()]
    const statuses = new Set<number>()
    for (let at = 0; at < deviceCallsPerMinute; at += 1)
      statuses.add((await phone.call('GET', '/api/Admin/Orders')).status)
    expect([...statuses]).toEqual([403])
    const { status, headers } = await phone.call('GET', '/api/Admin/Orders')
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
    expect((await other.call('GET', '/api/Admin/Orders')).status).toBe(403)
  })

  it('may be in place of a session: a driver who has signed in by password calls the same', async () => {
    const driver = await test.signedInAs(driving.driverId)
    expect((await driver.get('/api/Driver/day')).status).toBe(200)
    const { status, body } = await driver.post('/api/Driver/devices/own', { name: 'Nokia' })
    expect([status, body.data.driver.id]).toEqual([201, driving.driverId])
    expect((await driving.phoneOf(body.data.token).day()).status).toBe(200)
  })
})

describe('every route × a device', () => {
  it('is open where it is one of the driver’s app, and shut else, also where strangers may call', async () => {
    const world = await aWorld(test)
    const entries = await allEntries()
    const phone = async () => driving.phone()
    const wrong: unknown[] = []
    let present = await phone()
    let calls = 0
    const open: string[] = []
    for (const { method, url, device } of test.routes) {
      const entry = entries[`${method} ${url}`]
      const asked = entry?.built || !entry ? undefined : await entry.own(world, 'DRIVER')
      if (!asked) continue
      calls += 1
      if (calls % (deviceCallsPerMinute - 10) === 0) present = await phone()
      const { status, body } = await present.call(method as 'GET', asked.url, asked.body)
      const isShut = status === 403 && body.code === 'kernel.deviceShut'
      if (device) open.push(`${method} ${url}`)
      if (isShut === device) wrong.push([method, url, status, body.code])
    }
    expect(wrong).toEqual([])
    expect(open.toSorted()).toEqual([
      'GET /api/Driver/cards/:id/confirmation',
      'GET /api/Driver/day',
      'POST /api/Driver/events',
      'PUT /api/Driver/photos/:id'
    ])
    expect(calls).toBeGreaterThan(200)
  })
})
