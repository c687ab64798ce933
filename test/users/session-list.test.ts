/** Where somebody is signed in: the own sessions, and anyone's for administrators. */
import { beforeAll, describe, expect, it } from 'vitest'
import { deviceName } from '../../modules/users/rules.ts'
import { aSharedApp, officeHost, type Person, type SharedApp } from '../helper/app.ts'
import { anAccount, aPassword } from '../helper/factories.ts'

const own = '/api/Authorization/sessions'
let test: SharedApp
let staff: Person
beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN')
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
/** Signs in as a browser from an address; calls with the session. */
async function signedIn(email: string, device: string, from: string) {
  const nobody = test.nobody({ host: officeHost, from })
  const { body } = await nobody.post(
    '/api/Authorization/sign-in',
    { email, password: aPassword },
    { 'user-agent': device }
  )
  const authorization = { authorization: `Bearer ${body.data.accessToken}` }
  return {
    get: (url: string) => nobody.get(url, authorization),
    post: (url: string, given?: object) => nobody.post(url, given, authorization)
  }
}
interface Row {
  readonly id: string
  readonly address: string
  readonly isCurrent: boolean
}

describe('the own sessions', () => {
  it('say device, address and when it was last seen; the one that asks is marked', async () => {
    const { email } = await anAccount(test.services.db)
    test.clock.now = new Date('2026-11-22T08:00:00Z')
    await signedIn(email, firefox, '10.3.0.1')
    test.clock.now = new Date('2026-11-22T08:05:00Z')
    const phone = await signedIn(email, 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0 Mobile Safari/537.36', '10.3.0.2')
    test.clock.now = new Date('2026-11-22T08:15:00Z')
    await phone.post('/api/Authorization/renew')
    expect((await phone.get(own)).body).toMatchObject({
      total: 2,
      data: [
        {
          device: 'Chrome, Android',
          address: '10.3.0.2',
          seenDate: '2026-11-22T08:15:00.000Z',
          createdDate: '2026-11-22T08:05:00.000Z',
          isCurrent: true
        },
        { device: 'Firefox, Windows', address: '10.3.0.1', seenDate: '2026-11-22T08:00:00.000Z', isCurrent: false }
      ]
    })
  })

  it('are ended one by one, at once; another’s is not found', async () => {
    const { email } = await anAccount(test.services.db)
    const here = await signedIn(email, firefox, '10.3.0.3')
    const there = await signedIn(email, firefox, '10.3.0.4')
    const { data } = (await here.get(own)).body
    const other = data.find(({ isCurrent }: Row) => !isCurrent)
    const stranger = await signedIn((await anAccount(test.services.db)).email, firefox, '10.3.0.5')
    expect((await stranger.post(`${own}/end`, { id: other.id })).status).toBe(404)
    expect((await there.get(own)).status).toBe(200)
    expect((await here.post(`${own}/end`, { id: other.id })).status).toBe(200)
    expect((await there.get(own)).status).toBe(401)
    expect((await here.get(own)).body.total).toBe(1)
    expect((await here.post(`${own}/end`, { id: other.id })).status).toBe(404)
    expect((await here.post(`${own}/end`, { id: 'x' })).status).toBe(400)
  })

  it('end all at once, this one too', async () => {
    const { email } = await anAccount(test.services.db)
    const both = [await signedIn(email, firefox, '10.3.0.6'), await signedIn(email, firefox, '10.3.0.7')]
    await both[0]?.post('/api/Authorization/sign-out-everywhere')
    expect(await Promise.all(both.map(async one => (await one.get(own)).status))).toEqual([401, 401])
  })
})

describe('anyone’s sessions', () => {
  it('are seen and ended by administrators alone: one, or all', async () => {
    const { id, email } = await anAccount(test.services.db, { role: 'SERVICE_TECHNICAN' })
    const first = await signedIn(email, firefox, '10.3.0.8')
    const second = await signedIn(email, firefox, '10.3.0.9')
    const list = `/api/Admin/Users/${id}/sessions`
    const { data } = (await staff.get(list)).body
    const idOf = (from: string): string => data.find((row: Row) => row.address === from).id
    expect(data.map(({ isCurrent }: Row) => isCurrent)).toEqual([false, false])
    expect((await staff.post(`${list}/end`, { sessionId: idOf('10.3.0.9') })).status).toBe(200)
    expect((await second.get(own)).status).toBe(401)
    expect((await first.get(own)).status).toBe(200)
    const elsewhere = await anAccount(test.services.db)
    expect(
      (await staff.post(`/api/Admin/Users/${elsewhere.id}/sessions/end`, { sessionId: idOf('10.3.0.8') })).status
    ).toBe(404)
    expect((await staff.post(`${list}/end`)).status).toBe(200)
    expect((await first.get(own)).status).toBe(401)
    expect((await (await test.signedInAs('CLIENT_ADMIN')).get(list)).status).toBe(403)
  })
})

describe('the name of a device', () => {
  it.each([
    [firefox, 'Firefox, Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605 Version/18 Safari/605', 'Safari, macOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Mobile Safari/604', 'Safari, iOS'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36 Edg/142.0', 'Edge, Windows'],
    ['curl/8.5.0', 'curl/8.5.0'],
    [`<script>${'x'.repeat(60)}`, `<script>${'x'.repeat(32)}`],
    [null, null]
  ])('of %s is %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
})
