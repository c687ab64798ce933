import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { HubMessage } from '../../src/contract/hub.ts'
import { notifyAccount } from '../../src/kernel/realtime/notice.ts'
import { modules } from '../../src/modules.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, aDepartment, anItem, anOrder } from '../helper/factories.ts'
import { type Ear, openEar } from './fixtures/ear.ts'

let test: TestApp
let address: string
let company: ACompany
let itemId: number
const sockets: WebSocket[] = []

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  address = `127.0.0.1:${(test.app.server.address() as { port: number }).port}`
  company = await aCompany(test.services.db)
  itemId = (await anItem(test.services.db)).id
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(() => test.close())

const anEar = (first: string | undefined, options?: { origin?: string }): Promise<Ear> =>
  openEar(address, sockets, first, options)

const isReady = ({ kind }: HubMessage): boolean => kind === 'ready'
async function listening({ token }: Person): Promise<Ear> {
  const ear = await anEar(JSON.stringify({ token }))
  await ear.hears(isReady)
  return ear
}
const about =
  (resourceType: string, id: number) =>
  (message: HubMessage): boolean =>
    message.kind === 'changed' && message.resourceType === resourceType && message.ids.includes(id)

const clientOf = (of: ACompany) => test.signedInAs('CLIENT', { companyId: of.id, departmentId: of.departmentId })

describe('the greeting', () => {
  it('is a token in the first message, and is answered', async () => {
    expect((await listening(await test.signedInAs('ADMIN'))).heard).toMatchObject([{ kind: 'ready' }])
  })

  it.each([
    ['a wrong token', () => JSON.stringify({ token: 'a.b.c' })],
    ['no token', () => '{}'],
    ['a number', () => JSON.stringify({ token: 1 })],
    ['null', () => 'null'],
    ['no JSON', () => 'hello']
  ])('with %s closes the connection', async (_what, first) => {
    expect(await (await anEar(first())).closed).toBe(4401)
  })

  it('with the token of an inactive account closes the connection', async () => {
    const client = await clientOf(company)
    await test.services.db('users.accounts').where({ id: client.accountId }).update({ deactivated_at: new Date() })
    expect(await (await anEar(JSON.stringify({ token: client.token }))).closed).toBe(4401)
  })

  it('is refused from a page of another host', async () => {
    await expect(anEar(undefined, { origin: 'https://evil.example.com' })).rejects.toThrow('401')
    await expect(anEar(undefined, { origin: `http://${address}` })).resolves.toBeDefined()
  })

  it('that is too long ends the connection', async () => {
    expect(await (await anEar('x'.repeat(70_000))).closed).toBe(1009)
  })
})

describe('a notice', () => {
  it('reaches its account, in every window, and nobody else', async () => {
    const person = await test.signedInAs('ADMIN')
    const [one, two] = [await listening(person), await listening(person)]
    const other = await listening(await test.signedInAs('ADMIN'))
    const notice = {
      tone: 'danger',
      message: 'orders.syncFailed.notice',
      params: { order: 'Z/1', cause: 'off' }
    } as const
    notifyAccount(test.services, person.accountId, notice)
    for (const ear of [one, two])
      expect(await ear.hears(({ kind }) => kind === 'notice')).toEqual({ kind: 'notice', ...notice })
    test.services.hints.send({ kind: 'changed', resourceType: 'orders.order', ids: [81], companyId: null })
    await other.hears(about('orders.order', 81))
    expect(other.heard.map(({ kind }) => kind)).not.toContain('notice')
  })
})

describe('hints', () => {
  it('about containers reach technicians; those about orders do not', async () => {
    const technician = await listening(await test.signedInAs('SERVICE_TECHNICAN'))
    test.services.hints.send({ kind: 'changed', resourceType: 'orders.order', ids: [71], companyId: null })
    test.services.hints.send({ kind: 'changed', resourceType: 'iot.container', ids: [72], companyId: null })
    await technician.hears(about('iot.container', 72))
    expect(technician.heard.some(about('orders.order', 71))).toBe(false)
  })

  it('reach staff and the company’s own, and nobody else', async () => {
    const other = await aCompany(test.services.db)
    const staff = await test.signedInAs('ADMIN')
    const [admin, own, stranger, driver] = await Promise.all([
      listening(staff),
      listening(await clientOf(company)),
      listening(await clientOf(other)),
      listening(await test.signedInAs('DRIVER'))
    ])
    const mine = await anOrder(test.services.db, { company, itemId })
    const theirs = await anOrder(test.services.db, { company: other, itemId })
    for (const { id } of [mine, theirs]) await staff.put(`/api/Admin/Orders/${id}/accept`)
    await Promise.all([
      admin.hears(about('orders.order', theirs.id)),
      own.hears(about('orders.order', mine.id)),
      stranger.hears(about('orders.order', theirs.id))
    ])
    expect(own.heard.some(about('orders.order', theirs.id))).toBe(false)
    expect(stranger.heard.some(about('orders.order', mine.id))).toBe(false)
    expect(driver.heard).toMatchObject([{ kind: 'ready' }])
  })

  it('about a department do not reach a client of another department', async () => {
    const { db } = test.services
    const wide = await aCompany(db, { multiDepartment: true })
    const far = await aDepartment(db, wide.id)
    const chief = await test.signedInAs('CLIENT_ADMIN', { companyId: wide.id, departmentId: wide.departmentId })
    const [near, there, all] = await Promise.all([
      listening(await clientOf(wide)),
      listening(await clientOf({ ...wide, departmentId: far.id })),
      listening(chief)
    ])
    const staff = await test.signedInAs('ADMIN')
    const here = await anOrder(db, { company: wide, itemId })
    const away = await anOrder(db, { company: wide, itemId, departmentId: far.id })
    for (const { id } of [away, here]) await staff.put(`/api/Admin/Orders/${id}/accept`)
    await Promise.all([
      near.hears(about('orders.order', here.id)),
      there.hears(about('orders.order', away.id)),
      all.hears(about('orders.order', here.id)),
      all.hears(about('orders.order', away.id))
    ])
    // Sent after both, so that nothing before it is still on the way.
    test.services.hints.send({ kind: 'changed', resourceType: 'test.end', ids: [1], companyId: wide.id })
    await Promise.all([near.hears(about('test.end', 1)), there.hears(about('test.end', 1))])
    expect(near.heard.some(about('orders.order', away.id))).toBe(false)
    expect(there.heard.some(about('orders.order', here.id))).toBe(false)
  })

  it('can name the department of each row that belongs to one', () => {
    const client = {
      accountId: 1,
      role: 'CLIENT',
      companyId: 5,
      departmentId: 7,
      language: 'pl',
      isActivated: true
    } as const
    const conditionOf = (ownDepartmentOnly: boolean) => (resource: (typeof resources)[number]) =>
      resource.visibleTo({ ...client, ownDepartmentOnly })?.sql
    const resources = modules.flatMap(module => module.resources ?? [])
    const divided = resources.filter(resource => conditionOf(true)(resource) !== conditionOf(false)(resource))
    expect(divided.map(({ type }) => type)).toContain('orders.order')
    for (const { type, views } of divided)
      expect([type, views.list]).toEqual([type, expect.arrayContaining(['companyId', 'departmentId'])])
  })

  it('about positions reach those who see the map', async () => {
    const [technician, own] = await Promise.all([
      listening(await test.signedInAs('SERVICE_TECHNICAN')),
      listening(await clientOf(company))
    ])
    const list = [
      {
        id: 1,
        latitude: 51,
        longitude: 23,
        currentBatteryLevel: null,
        currentBatteryStatus: 0,
        status: 1,
        lastActiveDate: '2026-01-01T00:00:00.000Z'
      }
    ]
    test.services.hints.send({ kind: 'items', channel: 'iot.positions', items: list })
    // Sent after, so that one who has heard this has nothing before it still on the way.
    test.services.hints.send({ kind: 'changed', resourceType: 'test.after', ids: [1], companyId: company.id })
    expect(await technician.hears(({ kind }) => kind === 'items')).toEqual({
      kind: 'items',
      channel: 'iot.positions',
      items: list
    })
    await own.hears(about('test.after', 1))
    test.services.hints.send({ kind: 'changed', resourceType: 'test.last', ids: [1], companyId: company.id })
    await own.hears(about('test.last', 1))
    expect(own.heard.map(({ kind }) => kind)).not.toContain('items')
  })
})

describe('an end at once', () => {
  const within = async (ear: Ear): Promise<number> => {
    const begun = performance.now()
    expect(await ear.closed).toBe(4401)
    return performance.now() - begun
  }

  it('of a session that signs out, and not of the account’s other one', async () => {
    const first = await test.signedInAs('ADMIN')
    const second = await test.signedInAs(first.accountId)
    const [gone, stays] = await Promise.all([listening(first), listening(second)])
    await first.post('/api/Authorization/sign-out')
    expect(await within(gone)).toBeLessThan(1_000)
    expect(gone.heard.at(-1)).toEqual({ kind: 'signed-out' })
    expect(stays.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('of an account that is deactivated', async () => {
    const client = await clientOf(company)
    const ear = await listening(client)
    await test.services.db('users.accounts').where({ id: client.accountId }).update({ deactivated_at: new Date() })
    expect(await within(ear)).toBeLessThan(1_000)
  })

  it('of a connection that does not read', async () => {
    const deaf = await listening(await test.signedInAs('ADMIN'))
    const ear = await listening(await test.signedInAs('ADMIN'))
    deaf.socket.pause()
    const clients = () => test.app.websocketServer.clients.size
    const before = clients()
    const ids = Array.from({ length: 1_000 }, (_, n) => n)
    // As much at once as one who reads takes without being late.
    for (let round = 0; clients() === before && round < 1_000; round += 1) {
      for (let n = 0; n < 100; n += 1)
        test.services.hints.send({ kind: 'changed', resourceType: `test.${round}.${n}`, ids, companyId: null })
      await ear.hears(about(`test.${round}.99`, 999))
    }
    expect(clients()).toBe(before - 1)
    expect(ear.socket.readyState).toBe(WebSocket.OPEN)
    // by a reset: what the kernel had yet to send is dropped, and does not take its memory
    deaf.socket.resume()
    await deaf.closed
    expect(deaf.heard.length).toBeLessThan(ear.heard.length / 2)
  })
})

describe('a gap', () => {
  it('in the server’s own listening makes browsers ask for everything again', async () => {
    const ear = await listening(await test.signedInAs('ADMIN'))
    const { rowCount } = await test.services.db.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'opony-listener %' and datname = current_database()`
    )
    expect(rowCount).toBe(1)
    await ear.hears(({ kind }) => kind === 'resync')
    test.services.hints.send({ kind: 'changed', resourceType: 'test.again', ids: [1], companyId: null })
    await ear.hears(about('test.again', 1))
  })
})

it('a socket that says nothing is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const ear = await anEar(undefined)
    await vi.advanceTimersByTimeAsync(5_001)
    expect(await ear.closed).toBe(4401)
  } finally {
    vi.useRealTimers()
  }
})

it('a socket that neither says nor answers anything is cut off after 5 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const [host, port] = address.split(':')
    const socket = connect(Number(port), host)
    const opened = new Promise(resolve => socket.once('data', resolve))
    const closed = new Promise(resolve => socket.once('close', resolve))
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
    socket.write(
      [
        `GET /api/hub HTTP/1.1`,
        `Host: ${address}`,
        ...upgrade,
        'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==',
        '',
        ''
      ].join('\r\n')
    )
    await opened
    const clients = test.app.websocketServer.clients
    expect(clients.size).toBe(1)
    await vi.advanceTimersByTimeAsync(5_001)
    await closed
    expect(clients.size).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
