/** Positions of addresses: a geocoder on loopback, the answers that are kept, and the turns that calls take. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locateAddress } from '../../modules/companies/geocoding/locate.ts'
import { askNominatim, type PlaceAddress } from '../../modules/companies/geocoding/nominatim.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { aService, type Reply, type TestService } from '../helper/registers.ts'

let geocoder: TestService
let test: TestApp
let second: TestApp
beforeAll(async () => {
  geocoder = await aService()
  test = await anApp({
    ROLES: 'web',
    GEOCODING_URL: `${geocoder.url}/nominatim/`,
    PORTAL_URL: 'https://opony.example.com'
  })
  second = await anApp({ ROLES: 'web', GEOCODING_URL: `${geocoder.url}/nominatim`, DATABASE_URL: test.url })
})
afterAll(async () => {
  await second.close()
  await test.close()
  await geocoder.close()
})
beforeEach(async () => {
  await test.services.db.raw('truncate companies.positions')
  await test.services.db.raw("update companies.geocoding_turn set next_at = '2020-01-01'")
})

const address: PlaceAddress = { country: 1, city: 'Chełm', street: 'Lubelska 12', postalCode: '22-100' }
const place = (more: Record<string, unknown> = {}): Reply => ({
  json: [{ place_id: 1, lat: '51.1323', lon: '23.4776', place_rank: 30, display_name: 'Lubelska 12', ...more }]
})
const chelm = { latitude: 51.1323, longitude: 23.4776 }
const ask = (timeoutMs = 2_000) => askNominatim({ url: geocoder.url, agent: 'Opony', timeoutMs }, address)
const nextAddress = (n: number): PlaceAddress => ({ ...address, street: `Lubelska ${n}` })

describe('the geocoder', () => {
  it('is asked by the parts of the address, by name', async () => {
    geocoder.answers(place())
    expect(await locateAddress(test.services, address)).toEqual(chelm)
    const [call] = geocoder.calls
    expect(call?.url.split('?')[0]).toBe('/nominatim/search')
    expect(Object.fromEntries(new URL(call?.url ?? '', geocoder.url).searchParams)).toEqual({
      format: 'jsonv2',
      limit: '1',
      street: 'Lubelska 12',
      city: 'Chełm',
      postalcode: '22-100',
      countrycodes: 'pl'
    })
    expect(call?.headers['user-agent']).toBe('Opony (+https://opony.example.com)')
  })

  it.each<[string, Reply, object]>([
    ['a house', place(), { kind: 'found', ...chelm }],
    ['a street', place({ place_rank: 26 }), { kind: 'found', ...chelm }],
    ['only the town', place({ place_rank: 16 }), { kind: 'unknown' }],
    ['only the postal code', place({ place_rank: 21 }), { kind: 'unknown' }],
    ['nothing', { json: [] }, { kind: 'unknown' }],
    ['a place that is not on earth', place({ lat: '151.1' }), { kind: 'problem', problem: 'unreadable' }],
    ['a place without numbers', place({ lat: 'north' }), { kind: 'problem', problem: 'unreadable' }],
    ['an error', { status: 400, json: { error: { code: 400 } } }, { kind: 'problem', problem: 'unreadable' }],
    ['that we are blocked', { status: 403, text: 'Access blocked' }, { kind: 'problem', problem: 'unreadable' }],
    ['that we ask too often', { status: 429, text: '' }, { kind: 'problem', problem: 'limited', retryAfter: 60 }],
    ['that it is away', { status: 503, text: '' }, { kind: 'problem', problem: 'down' }],
    ['a page', { text: '<html>' }, { kind: 'problem', problem: 'unreadable' }],
    ['without end', 'endless', { kind: 'problem', problem: 'unreadable' }],
    ['half of it', 'cut', { kind: 'problem', problem: 'down' }],
    ['never', 'silent', { kind: 'problem', problem: 'slow' }],
    ['that it is elsewhere', 'elsewhere', { kind: 'problem', problem: 'unreadable' }]
  ])('answers %s', async (_what, reply, expected) => {
    geocoder.answers(reply)
    expect(await ask(reply === 'silent' ? 100 : 2_000)).toMatchObject(expected)
    expect(geocoder.calls).toHaveLength(1)
  })
})

describe('an address', () => {
  it('is asked for once, however it is written, by all processes', async () => {
    geocoder.answers(place())
    expect(await locateAddress(test.services, address)).toEqual(chelm)
    const same = { ...address, city: ' CHEŁM', street: 'lubelska  12' }
    expect(await locateAddress(second.services, same)).toEqual(chelm)
    expect(geocoder.calls).toHaveLength(1)
  })

  it('that the geocoder does not know is refused in the specification’s words, and asked for again after a day', async () => {
    geocoder.answers({ json: [] })
    for (let time = 0; time < 2; time++)
      await expect(locateAddress(test.services, address)).rejects.toMatchObject({
        code: 'companies.addressUnknown',
        status: 422
      })
    expect(geocoder.calls).toHaveLength(1)
    expect(test.services.messages.say('pl', 'errors.companies.addressUnknown')).toBe(
      'Nie możemy zidentyfikować adresu. Popraw adres punktu odbioru.'
    )
    await test.services.db.raw("update companies.positions set asked_at = asked_at - interval '25 hours'")
    geocoder.answers(place())
    expect(await locateAddress(test.services, address)).toEqual(chelm)
  })

  it('has no position while the geocoder is away, and is asked for again', async () => {
    geocoder.answers({ status: 503, text: '' })
    expect(await locateAddress(test.services, address)).toBeNull()
    geocoder.answers(place())
    expect(await locateAddress(test.services, address)).toEqual(chelm)
  })

  it('has no position where no geocoder is set', async () => {
    const alone = await anApp({ ROLES: 'web' })
    geocoder.answers(place())
    expect(await locateAddress(alone.services, address)).toBeNull()
    expect(geocoder.calls).toHaveLength(0)
    await alone.close()
  })
})

describe('calls take turns', () => {
  it('one a second over all processes; a call that would wait too long goes without an answer', async () => {
    geocoder.answers(place())
    const asked: Promise<unknown>[] = []
    for (let n = 1; n <= 3; n++) asked.push(locateAddress((n % 2 ? test : second).services, nextAddress(n)))
    await Promise.all(asked)
    expect(geocoder.calls).toHaveLength(3)
    const gaps = geocoder.calls.slice(1).map(({ at }, index) => at - (geocoder.calls[index]?.at ?? 0))
    for (const gap of gaps) expect(gap).toBeGreaterThan(900)

    await test.services.db.raw(
      "update companies.geocoding_turn set next_at = clock_timestamp() + interval '10 seconds'"
    )
    expect(await locateAddress(test.services, nextAddress(9))).toBeNull()
    expect(geocoder.calls).toHaveLength(3)
  })

  it('stop for as long as the geocoder says', async () => {
    geocoder.answers({ status: 429, text: '', headers: { 'retry-after': '120' } })
    expect(await locateAddress(test.services, address)).toBeNull()
    geocoder.answers(place())
    expect(await locateAddress(second.services, address)).toBeNull()
    expect(geocoder.calls).toHaveLength(0)
  })
})
