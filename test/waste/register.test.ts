/** The client of the waste register against the demo's register: what it reads, in which version, and how often it calls. */
import { afterEach, describe, expect, it } from 'vitest'
import { registerOf } from '../../modules/waste/register/client.ts'
import { Pace } from '../../modules/waste/register/pace.ts'
import { searchesOf, transportModeOf, versionAt } from '../../modules/waste/register/version.ts'
import { instantOf } from '../../modules/waste/register/wire.ts'
import type { Services } from '../../src/kernel/services.ts'
import {
  aCard,
  aClient,
  noPace,
  openRegisters,
  otherPlace,
  ourPlace,
  settingsFor,
  theirPlace,
  theNow
} from './fixtures/state-register.ts'

const { open: onRegister, close } = openRegisters()
afterEach(close)

const ok = (value: unknown) => ({ kind: 'ok', value })

describe('the places of the firm', () => {
  it('are read from all pages, however small the register cuts them', async () => {
    const { url } = await onRegister({ pageSize: 1 })
    expect(await aClient(url).places()).toEqual(
      ok([
        {
          id: ourPlace,
          companyId: 'company-ours',
          name: 'Plac chelm',
          identificationNumber: '000111222/1',
          address: 'Składowa 1, chelm'
        },
        expect.objectContaining({ id: otherPlace })
      ])
    )
  })

  it('are those of the setting alone, where it names some', async () => {
    const { url } = await onRegister({})
    const named = await aClient(url, { bdoEupIds: ` ${otherPlace.toUpperCase()} , unknown` }).places()
    expect(named).toEqual(ok([expect.objectContaining({ id: otherPlace })]))
  })

  it('are not given for wrong keys', async () => {
    const { url } = await onRegister({})
    const wrong = aClient(url, { bdoClientSecret: 'not-the-secret' })
    const refusal = { kind: 'credentials', words: 'Nieprawidłowy ClientId lub ClientSecret.' }
    expect(await wrong.places()).toEqual(refusal)
    expect(await wrong.search({ place: ourPlace, role: 'carrier', page: 1 })).toEqual(refusal)
    expect(await aClient(url).search({ place: theirPlace, role: 'carrier', page: 1 })).toMatchObject({
      kind: 'credentials'
    })
  })
})

describe('the lists of cards', () => {
  const many = Array.from({ length: 120 }, (_, n) =>
    aCard(`${n}`, { kpoLastModifiedAt: new Date(Date.UTC(2026, 10, 1, 0, n)).toISOString() })
  )

  it.each([50, 20])('are whole, the newest first, in pages of %i', async pageSize => {
    const { url } = await onRegister({ cards: many, pageSize, callsASecond: 100 })
    const client = aClient(url)
    const ids: string[] = []
    let [page, isLast] = [0, false]
    while (!isLast) {
      const answer = await client.search({ place: ourPlace, role: 'receiver', page: ++page })
      if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer))
      expect(answer.value.total).toBe(120)
      ids.push(...answer.value.cards.map(({ id }) => id))
      isLast = answer.value.isLast
    }
    expect(page).toBe(Math.ceil(120 / pageSize))
    expect(ids).toEqual(many.map(({ kpoId }) => kpoId).reverse())
  })

  it('have nothing behind their end', async () => {
    const { url } = await onRegister({ cards: many })
    const answer = await aClient(url).search({ place: ourPlace, role: 'receiver', page: 4 })
    expect(answer).toEqual(ok({ cards: [], total: 120, isLast: true }))
  })

  it('are those of a role', async () => {
    const elsewhere = { receiverEupId: theirPlace, receiverCompanyId: 'company-client' }
    const { url } = await onRegister({ cards: [aCard('1'), aCard('2', elsewhere)] })
    const idsAs = async (role: 'carrier' | 'receiver', place: string = ourPlace) => {
      const answer = await aClient(url).search({ place, role, page: 1 })
      return answer.kind === 'ok' ? answer.value.cards.map(({ id }) => id).sort() : answer
    }
    expect(await idsAs('carrier')).toEqual(['1', '2'])
    expect(await idsAs('receiver')).toEqual(['1'])
    expect(await idsAs('receiver', otherPlace)).toEqual([])
  })

  it('say of a card what a line has', async () => {
    const { url } = await onRegister({})
    const answer = await aClient(url).search({ place: ourPlace, role: 'carrier', page: 1 })
    expect(answer).toEqual(
      ok({
        cards: [
          {
            id: '1',
            number: 'KPO/2026/1',
            state: 'CONFIRMATION_GENERATED',
            modifiedAt: '2026-11-20T07:00:00.000Z',
            revision: 0
          }
        ],
        total: 1,
        isLast: true
      })
    )
  })

  it('are those of both years in January, and of one year else', async () => {
    const cards = [
      aCard('old', { year: 2025, kpoLastModifiedAt: '2026-01-04T10:00:00Z' }),
      aCard('new', { kpoLastModifiedAt: '2026-01-03T10:00:00Z' })
    ]
    const { url } = await onRegister({ cards })
    const idsAt = async (now: string) => {
      const client = aClient(url, {}, { now: () => new Date(now) })
      const answer = await client.search({ place: ourPlace, role: 'carrier', page: 1 })
      return answer.kind === 'ok' ? [answer.value.cards.map(({ id }) => id), answer.value.total] : answer
    }
    expect(await idsAt('2026-01-05T12:00:00Z')).toEqual([['old', 'new'], 2])
    expect(await idsAt('2026-02-05T12:00:00Z')).toEqual([['new'], 1])
  })
})

describe('the details of a card', () => {
  it('have the firms, the waste code, the masses and the times', async () => {
    const card = aCard('1', {
      ...{ state: 'TRANSPORT_CONFIRMATION', correctedWasteMass: 2.481, remarks: 'Opony mokre' },
      receiveConfirmationTime: '2026-11-20T11:00:00Z',
      transportConfirmationTime: '2026-11-20T11:30:00Z'
    })
    const { url } = await onRegister({ cards: [card] })
    expect(await aClient(url).card(ourPlace, 'receiver', '1', 'TRANSPORT_CONFIRMATION')).toEqual(
      ok({
        id: '1',
        number: 'KPO/2026/1',
        state: 'TRANSPORT_CONFIRMATION',
        modifiedAt: '2026-11-20T07:00:00.000Z',
        revision: 0,
        year: 2026,
        wasteCode: '16 01 03',
        wasteCodeDescription: 'Zużyte opony',
        process: 'R12',
        plate: 'LCH12345',
        plannedAt: '2026-11-20T08:00:00.000Z',
        transportedAt: null,
        mass: 2.5,
        revisedMass: null,
        receivedMass: 2.481,
        remarks: 'Opony mokre',
        sender: { name: 'Wulkanizacja Kowalski', taxNumber: '1060000062', identificationNumber: '000333444/1' },
        carrier: {
          name: 'Opony Przykładowe sp. z o.o.',
          taxNumber: '5252344078',
          identificationNumber: '000111222'
        },
        receiver: {
          name: 'Opony Przykładowe sp. z o.o.',
          taxNumber: '5252344078',
          identificationNumber: '000111222/1'
        },
        approvedAt: '2026-11-19T09:00:00.000Z',
        confirmationGeneratedAt: '2026-11-20T07:00:00.000Z',
        receivedAt: '2026-11-20T11:00:00.000Z',
        receivedBy: 'Anna Nowak',
        transportConfirmedAt: '2026-11-20T11:30:00.000Z',
        rejectedAt: null,
        withdrawnAt: null
      })
    )
  })

  it.each(['PLANNED', 'APPROVED', 'WITHDRAWN'] as const)('are found although the known state is %s', async stale => {
    const { url } = await onRegister({ cards: [aCard('1', { state: 'REJECTED' })], callsASecond: 100 })
    expect(await aClient(url).card(ourPlace, 'receiver', '1', stale)).toMatchObject(ok({ state: 'REJECTED' }))
  })

  it('are not those of a card that nobody has, nor of a role that we do not have', async () => {
    const { url } = await onRegister({ callsASecond: 100 })
    const client = aClient(url)
    expect(await client.card(ourPlace, 'receiver', 'none', 'APPROVED')).toEqual({ kind: 'notFound' })
    expect(await client.card(otherPlace, 'receiver', '1', 'CONFIRMATION_GENERATED')).toEqual({ kind: 'notFound' })
    expect(await client.card(ourPlace, 'sender', '1', 'CONFIRMATION_GENERATED')).toEqual({ kind: 'notFound' })
  })
})

describe('the version of 2027', () => {
  it('is spoken from 2027 on in Poland, or by the setting', () => {
    expect(versionAt('auto', new Date('2026-12-31T22:59:59Z'))).toBe('2026')
    expect(versionAt('auto', new Date('2026-12-31T23:00:00Z'))).toBe('2027')
    expect(versionAt('2027', theNow)).toBe('2027')
    expect(versionAt('2026', new Date('2027-05-01T00:00:00Z'))).toBe('2026')
  })

  it('searches by states instead of years, and says how waste travels', () => {
    expect(searchesOf('2027', new Date('2027-01-05T12:00:00Z'))).toEqual([
      { CardStatusCodeNames: expect.stringContaining('PLANNED,APPROVED,') }
    ])
    expect(searchesOf('2026', new Date('2027-01-05T12:00:00Z'))).toEqual([{ Year: 2027 }, { Year: 2026 }])
    expect(transportModeOf('2027')).toMatchObject({ IsRoadTransport: true, IsAirTransport: false })
    expect(transportModeOf('2026')).toEqual({})
  })

  it.each([
    ['2026', '2027'],
    ['2027', '2026']
  ] as const)('a register of %s refuses a client of %s, in words', async (mode, bdoVersion) => {
    const { url } = await onRegister({ mode })
    const search = { place: ourPlace, role: 'carrier', page: 1 } as const
    expect(await aClient(url, { bdoVersion }).search(search)).toMatchObject({
      kind: 'refused',
      words: expect.stringContaining('Year')
    })
    expect(await aClient(url, { bdoVersion: mode }).search(search)).toMatchObject(ok({ total: 1 }))
  })
})

describe('the limit of calls', () => {
  it('is said by the demo’s register as by the real one', async () => {
    const { url } = await onRegister({ callsASecond: 2 })
    const client = aClient(url)
    const search = () => client.search({ place: ourPlace, role: 'carrier', page: 1 })
    expect([await search(), await search()]).toEqual([ok(expect.anything()), ok(expect.anything())])
    expect(await search()).toEqual({ kind: 'throttled', afterSeconds: 1 })
  })

  it('is kept for details: five at once after a rest, then one each 200 ms', () => {
    let ms = 1_000
    const pace = new Pace({ perSecond: 5, clock: () => ms })
    const reserve = (count: number) => Array.from({ length: count }, () => Math.round(pace.reserve()))
    expect(reserve(8)).toEqual([0, 0, 0, 0, 0, 200, 400, 600])
    ms += 800
    expect(reserve(2)).toEqual([0, 200])
    ms += 60_000
    expect(reserve(6)).toEqual([0, 0, 0, 0, 0, 200])
  })

  it('details wait for their turn', async () => {
    const waits: number[] = []
    const pace = new Pace({
      perSecond: 5,
      clock: () => 0,
      wait: async ms => {
        waits.push(ms)
      }
    })
    const { url } = await onRegister({ callsASecond: 100 })
    await aClient(url, {}, { pace }).card(ourPlace, 'receiver', 'none', 'PLANNED')
    expect(waits).toEqual([200, 400])
    expect(noPace().reserve()).toBe(0)
  })
})

describe('instants', () => {
  it.each([
    ['2026-11-20T08:00:00Z', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20T08:00:00.1234567+01:00', '2026-11-20T07:00:00.123Z'],
    ['2026-11-20T08:00:00', '2026-11-20T07:00:00.000Z'],
    ['2026-07-20T08:00:00.5', '2026-07-20T06:00:00.500Z'],
    ['2026-10-25T00:30:00', '2026-10-24T22:30:00.000Z'],
    ['2026-11-20', '2026-11-19T23:00:00.000Z'],
    ['0001-01-01T00:00:00', null],
    ['', null],
    [null, null]
  ])('%s is %s', (text, expected) => {
    expect(instantOf(text)).toBe(expected)
  })
})

it('an application has one client, and none where the setting names no register', () => {
  const servicesFor = (bdoUrl: string) =>
    ({ settings: { ...settingsFor(bdoUrl), portalUrl: 'http://localhost' }, now: () => theNow }) as unknown as Services
  const services = servicesFor('http://127.0.0.1:9')
  expect(registerOf(services)).toBe(registerOf(services))
  expect(registerOf(services)).toBeDefined()
  expect(registerOf(servicesFor('none'))).toBeUndefined()
})
