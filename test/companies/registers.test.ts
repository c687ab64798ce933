/** The adapters of the registers against servers that speak their protocols, rightly and wrongly. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { splitAddress } from '../../modules/companies/registers/address.ts'
import { inquire } from '../../modules/companies/registers/register.ts'
import { vatList } from '../../modules/companies/registers/vat-list.ts'
import { vies } from '../../modules/companies/registers/vies.ts'
import { Country, type CountryCode } from '../../modules/companies/schema.ts'
import type { JsonResult } from '../../src/kernel/outbound/request-json.ts'
import {
  aService,
  aSubject,
  onVatList,
  onVies,
  type Reply,
  type TestService,
  vatListError,
  viesError
} from '../helper/registers.ts'

let service: TestService
beforeAll(async () => {
  service = await aService()
})
afterAll(() => service.close())

const nip = aSubject.nip
/** Just before midnight in Warsaw, where in UTC it is still the day before. */
const now = () => new Date('2026-11-20T23:30:00Z')
const askVatList = (timeoutMs = 2_000) =>
  vatList({ url: `${service.url}/`, agent: 'Opony (+https://opony.example.com)', now, timeoutMs }).find(
    Country.polish,
    nip
  )
const askVies = (country: CountryCode = Country.czech, number = '25123891', timeoutMs = 2_000) =>
  vies({ url: `${service.url}/vies`, agent: 'Opony (+https://opony.example.com)', now, timeoutMs }).find(
    country,
    number
  )

const problem = (kind: string, retryAfter: unknown = expect.any(Number)) => ({
  kind: 'problem',
  problem: kind,
  detail: expect.any(String),
  retryAfter
})

/** What goes wrong alike with every register: the answers, what it counts as, and how often it was asked. */
const faults: [what: string, replies: [Reply, ...Reply[]], counts: string, calls: number][] = [
  ['nobody answers in time', ['silent'], 'slow', 1],
  ['the line breaks twice', ['broken'], 'down', 2],
  ['the answer is cut twice', ['cut'], 'down', 2],
  ['a proxy says that it is away', [{ status: 502, text: '<html>Bad gateway</html>' }], 'down', 2],
  ['it is away with an answer in JSON', [{ status: 503, json: { status: 503 } }], 'down', 2],
  ['the answer is a page', [{ text: '<html>Welcome</html>' }], 'unreadable', 1],
  ['the answer is half of JSON', [{ text: '{"result":' }], 'unreadable', 1],
  ['the answer is other JSON', [{ json: { ok: true } }], 'unreadable', 1],
  ['the answer is null', [{ json: null }], 'unreadable', 1],
  ['the answer is endless', ['endless'], 'unreadable', 1],
  ['it leads elsewhere', ['elsewhere'], 'unreadable', 1],
  ['it does not know the address of the call', [{ status: 404, text: 'Not found' }], 'unreadable', 1],
  ['too many calls', [{ status: 429, text: '' }], 'limited', 1]
]

describe('the list of VAT payers', () => {
  it('is asked for the number on the business day, by name', async () => {
    service.answers(onVatList(aSubject))
    await askVatList()
    expect(service.calls).toEqual([
      expect.objectContaining({
        method: 'GET',
        url: `/api/search/nip/${nip}?date=2026-11-21`,
        headers: expect.objectContaining({ 'user-agent': 'Opony (+https://opony.example.com)' })
      })
    ])
  })

  it('gives what we read of a company, and no more', async () => {
    service.answers(onVatList(aSubject, 'q-1'))
    expect(await askVatList()).toEqual({
      kind: 'found',
      name: aSubject.name,
      regon: '192598184',
      statusVat: 'Czynny',
      address: 'LUBELSKA 12/3, 22-100 CHEŁM',
      parts: { street: 'LUBELSKA 12/3', postalCode: '22-100', city: 'CHEŁM' },
      requestId: 'q-1'
    })
  })

  it('gives the home address where there is no other, and no REGON that cannot be one', async () => {
    const { name, statusVat } = aSubject
    service.answers(
      onVatList({
        name,
        nip,
        statusVat,
        regon: '123',
        residenceAddress: 'KOLONIA 5, 22-100 CHEŁM',
        workingAddress: null
      })
    )
    expect(await askVatList()).toMatchObject({ address: 'KOLONIA 5, 22-100 CHEŁM', regon: null })
    service.answers(onVatList({ name: null, nip }))
    expect(await askVatList()).toMatchObject({ kind: 'found', name: null, address: null, parts: null, statusVat: null })
  })

  it('does not know a number', async () => {
    service.answers(onVatList(null, 'q-2'))
    expect(await askVatList()).toEqual({ kind: 'unknown', requestId: 'q-2' })
  })

  it('is not believed about another number', async () => {
    service.answers(onVatList({ ...aSubject, nip: '1060000062' }))
    expect(await askVatList()).toEqual(problem('unreadable'))
  })

  it.each(faults)('%s', async (_what, replies, counts, calls) => {
    service.answers(...replies)
    expect(await askVatList(counts === 'slow' ? 100 : 2_000)).toEqual(problem(counts))
    expect(service.calls.map(({ url }) => url)).not.toContain('/elsewhere')
    expect(service.calls).toHaveLength(calls)
  })

  it.each([
    ['WL-100', problem('down', 60), 2],
    ['WL-101', problem('unreadable'), 1],
    ['WL-103', problem('unreadable'), 1],
    ['WL-112', { kind: 'unknown', requestId: null }, 1],
    ['WL-113', { kind: 'unknown', requestId: null }, 1],
    ['WL-114', { kind: 'unknown', requestId: null }, 1],
    ['WL-115', { kind: 'unknown', requestId: null }, 1],
    ['WL-118', problem('unreadable'), 1],
    ['WL-190', problem('unreadable'), 1],
    ['WL-191', problem('limited', 3600), 1],
    ['WL-195', problem('down', 60), 2],
    ['WL-196', problem('down', 60), 2],
    ['WL-999', problem('unreadable'), 1]
  ])('answers %s', async (code, expected, calls) => {
    service.answers(vatListError(code, code === 'WL-191' ? 429 : 400))
    expect(await askVatList()).toEqual(expected)
    expect(service.calls).toHaveLength(calls)
  })

  it('is asked once more where the call broke, or its data have just been replaced', async () => {
    for (const first of ['broken', 'cut', vatListError('WL-195')] as const) {
      service.answers(first, onVatList(aSubject))
      expect(await askVatList()).toMatchObject({ kind: 'found' })
      expect(service.calls).toHaveLength(2)
    }
  })

  it('is left alone for as long as it says, within a day', async () => {
    const limited = (seconds: string): Reply => ({ status: 429, text: '', headers: { 'retry-after': seconds } })
    service.answers(limited('120'))
    expect(await askVatList()).toEqual(problem('limited', 120))
    service.answers(limited('99999999'))
    expect(await askVatList()).toEqual(problem('limited', 86_400))
    service.answers(limited('Wed, 21 Oct 2026 07:28:00 GMT'))
    expect(await askVatList()).toEqual(problem('limited', 60))
  })
})

describe('VIES', () => {
  const czech = { countryCode: 'CZ', vatNumber: '25123891', valid: true }

  it('is asked for country and number', async () => {
    service.answers(onVies(czech))
    await askVies()
    expect(service.calls).toEqual([
      expect.objectContaining({
        method: 'POST',
        url: '/vies/rest-api/check-vat-number',
        body: { countryCode: 'CZ', vatNumber: '25123891' }
      })
    ])
  })

  it('gives name and address', async () => {
    const address = 'Křenová 186/60\nBRNO - STŘED - TRNITÁ\n602 00  BRNO 2'
    service.answers(onVies({ ...czech, name: 'PNEU BRNO s.r.o.', address, requestIdentifier: 'WAPIAAAA' }))
    expect(await askVies()).toEqual({
      kind: 'found',
      name: 'PNEU BRNO s.r.o.',
      regon: null,
      statusVat: null,
      address: 'Křenová 186/60 BRNO - STŘED - TRNITÁ 602 00 BRNO 2',
      parts: { street: 'Křenová 186/60', postalCode: '602 00', city: 'BRNO 2' },
      requestId: 'WAPIAAAA'
    })
  })

  it('keeps to itself what a country does not tell', async () => {
    service.answers(onVies({ countryCode: 'DE', vatNumber: '136695976', valid: true, name: '---', address: '---' }))
    expect(await askVies(Country.german, '136695976')).toEqual({
      kind: 'found',
      name: null,
      regon: null,
      statusVat: null,
      address: null,
      parts: null,
      requestId: null
    })
  })

  it('does not know a number', async () => {
    service.answers(onVies({ ...czech, valid: false, name: '---', address: '---' }))
    expect(await askVies()).toEqual({ kind: 'unknown', requestId: null })
  })

  it('is not believed about another number', async () => {
    service.answers(onVies({ ...czech, vatNumber: '25123892' }))
    expect(await askVies()).toEqual(problem('unreadable'))
  })

  it.each(faults)('%s', async (_what, replies, counts, calls) => {
    service.answers(...replies)
    expect(await askVies(Country.czech, '25123891', counts === 'slow' ? 100 : 2_000)).toEqual(problem(counts))
    expect(service.calls).toHaveLength(calls)
  })

  it.each([
    ['INVALID_INPUT', { kind: 'unknown', requestId: null }, 1],
    ['MS_UNAVAILABLE', problem('down'), 2],
    ['SERVICE_UNAVAILABLE', problem('down'), 2],
    ['TIMEOUT', problem('slow'), 1],
    ['MS_MAX_CONCURRENT_REQ', problem('limited', 15), 1],
    ['MS_MAX_CONCURRENT_REQ_TIME', problem('limited', 15), 1],
    ['GLOBAL_MAX_CONCURRENT_REQ', problem('limited', 15), 1],
    ['GLOBAL_MAX_CONCURRENT_REQ_TIME', problem('limited', 15), 1],
    ['IP_BLOCKED', problem('limited', 3600), 1],
    ['VAT_BLOCKED', problem('limited', 3600), 1],
    ['INVALID_REQUESTER_INFO', problem('unreadable'), 1]
  ])('answers %s, under any status', async (error, expected, calls) => {
    for (const status of [200, 400, 500]) {
      service.answers(viesError(error, status))
      expect(await askVies()).toEqual(expected)
      expect(service.calls).toHaveLength(calls)
    }
  })
})

describe('an inquiry', () => {
  afterEach(() => void vi.useRealTimers())

  it('takes eight seconds at most, the second call included', async () => {
    vi.useFakeTimers()
    const allowed: number[] = []
    const breaksLate = async (ms: number): Promise<JsonResult> => {
      allowed.push(ms)
      await new Promise(resolve => setTimeout(resolve, 4_500))
      return { kind: 'down', detail: 'broken' }
    }
    const inquiry = inquire(breaksLate, () => ({ kind: 'unknown', requestId: null }))
    await vi.advanceTimersByTimeAsync(9_000)
    expect(await inquiry).toEqual(problem('down'))
    expect(allowed).toEqual([5_000, 3_500])
  })
})

describe('an address of a register is divided where that is certain', () => {
  const { polish, german, slovak, estonian, czech } = Country
  it.each<[CountryCode, string, string[] | null]>([
    [polish, 'ul. Prosta 49 00-838 Warszawa', ['ul. Prosta 49', '00-838', 'Warszawa']],
    [polish, 'AL. JANA PAWŁA II 22, 00-133 WARSZAWA', ['AL. JANA PAWŁA II 22', '00-133', 'WARSZAWA']],
    [polish, 'PROSTA 49, WARSZAWA', null],
    [polish, '00-838 WARSZAWA', null],
    [polish, 'PROSTA 49, 00-838', null],
    [polish, 'PROSTA 49, 00-838 WARSZAWA, 22-100 CHEŁM', null],
    [polish, 'PROSTA 49, 00-838 WARSZAWA, WOJ. MAZOWIECKIE', null],
    [
      slovak,
      'Mlynské Nivy 48\n821 09 Bratislava - mestská časť Ružinov\nSlovensko',
      ['Mlynské Nivy 48', '821 09', 'Bratislava - mestská časť Ružinov']
    ],
    [slovak, 'Mlynské Nivy 48219\n821 09 Bratislava', null],
    [czech, 'Hlavní 1\n11000 Praha', ['Hlavní 1', '11000', 'Praha']],
    [czech, 'Firma\nHlavní 1\nStřed\n110 00 Praha', null],
    [estonian, 'Sõpruse pst 145 13417 Tallinn', ['Sõpruse pst 145', '13417', 'Tallinn']],
    [german, 'Hauptstr. 5\n10115 Berlin\nDeutschland', ['Hauptstr. 5', '10115', 'Berlin']],
    [german, 'Hauptstr. 5\n10115 Berlin\nPostfach 7', null],
    [german, '', null]
  ])('%s %j', (country, text, expected) => {
    const parts = splitAddress(country, text)
    expect(parts && [parts.street, parts.postalCode, parts.city]).toEqual(expected)
  })
})
