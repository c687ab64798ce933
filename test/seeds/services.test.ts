/** The demo's registers and geocoder, asked by the application's own adapters. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import { askNominatim, type PlaceAddress } from '../../modules/companies/geocoding/nominatim.ts'
import { vatList } from '../../modules/companies/registers/vat-list.ts'
import { vies } from '../../modules/companies/registers/vies.ts'
import { Country, type CountryCode } from '../../modules/companies/schema.ts'
import { startServices } from '../../seeds/demo/services/server.ts'
import { towns } from '../../seeds/demo/towns.ts'
import { formats } from '../../src/contract/check.ts'
import { nipCheckDigit } from '../../src/contract/tax-numbers.ts'
import { beginDemoServices } from '../../src/demo.ts'

let services: Awaited<ReturnType<typeof startServices>>
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.stop())

const agent = 'Opony'
const now = () => new Date('2026-11-21T12:00:00Z')
const findPolish = (nip: string) =>
  vatList({ url: services.addresses.vatListUrl, agent, now }).find(Country.polish, nip)
const findForeign = (country: CountryCode, number: string) =>
  vies({ url: services.addresses.viesUrl, agent, now }).find(country, number)

/** Valid tax numbers, spread over the tax offices. */
const nips = Array.from({ length: 400 }, (_, n) => String(113_000_000 + n * 2_111_111 + n))
  .filter(front => nipCheckDigit(front) < 10)
  .map(front => front + nipCheckDigit(front))
  .slice(0, 200)

describe('the list of VAT payers', () => {
  it('knows a company for about nine of ten numbers, the same each time', async () => {
    const answers = await Promise.all(nips.map(findPolish))
    const found = answers.flatMap(answer => (answer.kind === 'found' ? [answer] : []))
    expect(answers.filter(({ kind }) => kind === 'problem')).toEqual([])
    expect(found.length / nips.length).toBeGreaterThan(0.8)
    expect(found.length).toBeLessThan(nips.length)
    for (const { name, regon, statusVat, address, parts, requestId } of found) {
      expect(name).toMatch(/^[\p{Lu}\d .–-]{5,}$/u)
      expect(formats.regon?.(regon ?? '')).toBe(true)
      expect(['Czynny', 'Zwolniony']).toContain(statusVat)
      expect(`${parts?.street}, ${parts?.postalCode} ${parts?.city}`).toBe(address)
      expect(requestId).toMatch(/^[\da-f]{12}$/)
    }
    expect(new Set(found.map(({ name }) => name)).size).toBeGreaterThan(found.length * 0.8)
    expect(await Promise.all(nips.slice(0, 20).map(findPolish))).toEqual(answers.slice(0, 20))
  })

  it('puts a company into the region of its tax office', async () => {
    const answer = await findPolish(`563123456${nipCheckDigit('563123456')}`)
    expect(
      answer.kind === 'found' && towns.find(town => town.name.toUpperCase() === answer.parts?.city)?.voivodship
    ).toBe('lubelskie')
  })

  it('refuses as the real one does', async () => {
    const ask = async (path: string) => {
      const response = await fetch(`${services.addresses.vatListUrl}/api/search/nip/${path}`)
      return [response.status, ((await response.json()) as { code?: string }).code]
    }
    expect(await ask('5252344078')).toEqual([400, 'WL-101'])
    expect(await ask('5252344078?date=2026-02-30')).toEqual([400, 'WL-102'])
    expect(await ask('525234407?date=2026-11-21')).toEqual([400, 'WL-113'])
    expect(await ask('5252344079?date=2026-11-21')).toEqual([400, 'WL-115'])
    expect((await ask('5252344078/more?date=2026-11-21'))[0]).toBe(404)
  })
})

describe('VIES', () => {
  it.each([
    [Country.slovak, '2022749619'],
    [Country.czech, '25123891'],
    [Country.estonian, '100931558']
  ])('knows a company of country %d, with an address that can be divided', async (country, number) => {
    const answer = await findForeign(country, number)
    expect(answer).toMatchObject({
      kind: 'found',
      name: expect.stringMatching(/\S+ \S+/),
      requestId: expect.any(String)
    })
    expect(answer.kind === 'found' && answer.parts).toEqual({
      street: expect.any(String),
      postalCode: expect.any(String),
      city: expect.any(String)
    })
    expect(await findForeign(country, number)).toEqual(answer)
  })

  it('leaves out what Germany does not give', async () => {
    expect(await findForeign(Country.german, '136695976')).toMatchObject({ kind: 'found', name: null, address: null })
  })

  it('does not know some', async () => {
    expect(await findForeign(Country.slovak, '1021000002')).toMatchObject({ kind: 'unknown' })
  })

  it('refuses unknown calls', async () => {
    const ask = async (body: unknown) => {
      const response = await fetch(`${services.addresses.viesUrl}/rest-api/check-vat-number`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body)
      })
      return [response.status, await response.json()]
    }
    const refused = [400, { actionSucceed: false, errorWrappers: [{ error: 'INVALID_INPUT' }] }]
    for (const body of ['{', {}, { countryCode: 'FR', vatNumber: '1' }, { countryCode: 'toString', vatNumber: '1' }])
      expect(await ask(body)).toEqual(refused)
  })
})

describe('the geocoder', () => {
  const locate = (address: Partial<PlaceAddress>) =>
    askNominatim(
      { url: services.addresses.geocodingUrl, agent },
      { country: Country.polish, city: 'Chełm', street: 'Lubelska 12', postalCode: '22-100', ...address }
    )

  it('finds a street of a town that the demo knows, near its centre, however it is written', async () => {
    const answer = await locate({})
    expect(answer.kind).toBe('found')
    if (answer.kind !== 'found') return
    expect(Math.abs(answer.latitude - 51.134)).toBeLessThan(0.02)
    expect(Math.abs(answer.longitude - 23.472)).toBeLessThan(0.03)
    expect(await locate({ city: 'CHELM', street: 'LUBELSKA 12' })).toEqual(answer)
    expect(await locate({ street: 'Lubelska 14' })).not.toEqual(answer)
    expect(await locate({ country: Country.czech, city: 'Brno', postalCode: '602 00' })).toMatchObject({
      kind: 'found'
    })
  })

  it.each([
    ['another town', { city: 'Atlantyda' }],
    ['a postal code of another region', { postalCode: '80-001' }],
    ['another country', { country: Country.german }],
    ['a street without a number', { street: 'Lubelska' }]
  ])('does not know %s', async (_what, address) => {
    expect(await locate(address)).toEqual({ kind: 'unknown' })
  })
})

describe('the demo', () => {
  it('uses them for demo:, and keeps an operator’s settings', async () => {
    const settings = readSettings({ VIES_URL: 'none' })
    const demo = await beginDemoServices(settings)
    const { vatListUrl = '', viesUrl, geocodingUrl } = demo?.settings ?? {}
    expect(viesUrl).toBeUndefined()
    expect([vatListUrl, geocodingUrl]).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/vatListUrl$/),
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/geocodingUrl$/)
    ])
    await demo?.stop()
    expect(await vatList({ url: vatListUrl, agent, now }).find(Country.polish, '5252344078')).toMatchObject({
      kind: 'problem',
      problem: 'down'
    })
  })

  it('starts nothing where nothing is to be started', async () => {
    const settings = readSettings({ DATABASE_URL: 'postgres://a@b/c' })
    expect(await beginDemoServices(settings)).toBeUndefined()
    expect(settings.vatListUrl).toBe('https://wl-api.mf.gov.pl')
  })
})
