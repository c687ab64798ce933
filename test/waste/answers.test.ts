/** The client of the waste register against single answers: its tokens, and answers that are none. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { WasteRegister } from '../../modules/waste/register/register.ts'
import { aService, type Reply, type TestService } from '../helper/registers.ts'
import {
  aCard,
  aClient,
  aRegister,
  aWorld,
  otherPlace,
  ourPlace,
  type TestRegister,
  theNow
} from './fixtures/state-register.ts'

const ok = (value: unknown) => ({ kind: 'ok', value })

const opened: TestRegister[] = []
afterEach(async () => {
  for (const register of opened.splice(0)) await register.kill()
})

describe('the client and single answers', () => {
  let service: TestService
  beforeAll(async () => {
    service = await aService()
  })
  afterAll(() => service.close())

  const token = (name: string, seconds: unknown = 600): Reply => ({
    json: { AccessToken: name, TokenType: 'Bearer', ExpiresIn: seconds }
  })
  const empty: Reply = {
    json: { items: [], totalResultNumber: 0, totalPagesNumber: 0, pageNumber: 1, hasNextPage: false }
  }
  const search = (client: WasteRegister, place: string = ourPlace) => client.search({ place, role: 'carrier', page: 1 })
  const asked = () => service.calls.map(({ url, headers }) => headers.authorization ?? url.split('/').at(-1))

  it('are one a place, kept until shortly before they expire', async () => {
    let now = theNow
    service.answers(token('one'), empty, empty, token('two'), empty, token('three'), empty)
    const client = aClient(service.url, {}, { now: () => now })
    await search(client)
    now = new Date(theNow.getTime() + 539_000)
    await search(client)
    await search(client, otherPlace)
    now = new Date(theNow.getTime() + 541_000)
    await search(client)
    const ask = 'generateEupAccessToken'
    expect(asked()).toEqual([ask, 'Bearer one', 'Bearer one', ask, 'Bearer two', ask, 'Bearer three'])
  })

  it('are asked for anew once, where they are not taken', async () => {
    service.answers(token('one'), { status: 401, text: '' }, token('two'), empty)
    expect(await search(aClient(service.url))).toMatchObject({ kind: 'ok' })
    service.answers(token('one'), { status: 401, text: '' }, token('two'), { status: 401, text: '' }, empty)
    expect(await search(aClient(service.url))).toEqual({ kind: 'credentials', words: 'HTTP 401' })
    expect(service.calls).toHaveLength(4)
  })

  it('are asked for once by calls at the same time', async () => {
    service.answers(token('one'), empty)
    const client = aClient(service.url)
    await Promise.all([search(client), search(client), search(client)])
    expect(asked().filter(call => call === 'generateEupAccessToken')).toHaveLength(1)
  })

  it('end in the demo’s register, and with it', async () => {
    let now = theNow
    const register = await aRegister({ world: aWorld(aCard('1')), tokenSeconds: 100, now: () => now })
    opened.push(register)
    const client = aClient(register.url)
    expect(await search(client)).toMatchObject({ kind: 'ok' })
    now = new Date(theNow.getTime() + 101_000)
    expect(await search(client)).toMatchObject({ kind: 'ok' })
    await register.kill()
    expect(await search(client)).toMatchObject({ kind: 'away', problem: expect.stringMatching(/^down: /) })
    await register.restart()
    expect(await search(client)).toMatchObject({ kind: 'ok' })
  })

  const good = { items: [], totalResultNumber: 0, totalPagesNumber: 0, pageNumber: 1, hasNextPage: false }
  const aLine = {
    ...{ kpoId: '1', cardNumber: null, cardStatusCodeName: 'APPROVED' },
    kpoLastModifiedAt: '2026-11-20T07:00:00Z'
  }
  it.each<[what: string, reply: Reply, says: RegExp]>([
    ['nobody answers in time', 'silent', /^slow/],
    ['the line breaks', 'broken', /^down/],
    ['the answer is cut', 'cut', /^down/],
    ['the answer is endless', 'endless', /^unreadable/],
    ['it leads elsewhere', 'elsewhere', /./],
    ['it is down', { status: 502, text: '<html>Bad gateway</html>' }, /HTTP 502/],
    ['it is down with JSON', { status: 500, json: { Message: 'Błąd' } }, /HTTP 500/],
    ['the answer is a page', { text: '<html>Przerwa techniczna</html>' }, /^unreadable/],
    ['the answer is half of JSON', { text: '{"items":[' }, /^unreadable/],
    ['the answer is nothing', { text: '' }, /^unreadable/],
    ['the answer is null', { json: null }, /no object/],
    ['the answer is other JSON', { json: { ok: true } }, /no items/],
    ['the total is no number', { json: { ...good, totalResultNumber: 'many' } }, /no number/],
    ['half a page', { json: { ...good, totalResultNumber: 2, totalPagesNumber: 1, items: [aLine] } }, /fewer items/],
    [
      'half a page of several',
      { json: { ...good, totalResultNumber: 90, totalPagesNumber: 2, hasNextPage: true, items: [aLine] } },
      /fewer items/
    ],
    [
      'a card in an unknown state',
      { json: { ...good, totalResultNumber: 1, items: [{ ...aLine, cardStatusCodeName: 'LOST' }] } },
      /the state LOST is unknown/
    ],
    [
      'a card without a time',
      { json: { ...good, totalResultNumber: 1, items: [{ ...aLine, kpoLastModifiedAt: null }] } },
      /no time of change/
    ]
  ])('the register is away where %s', async (_what, reply, says) => {
    service.answers(token('one'), reply)
    const answer = await search(aClient(service.url, {}, { timeoutMs: reply === 'silent' ? 150 : 2_000 }))
    expect(answer).toEqual({ kind: 'away', problem: expect.stringMatching(says) })
    expect(service.calls.map(({ url }) => url)).not.toContain('/elsewhere')
  })

  it.each<[Reply, unknown]>([
    [
      { status: 429, text: '', headers: { 'retry-after': '17' } },
      { kind: 'throttled', afterSeconds: 17 }
    ],
    [
      { status: 429, text: 'Too many' },
      { kind: 'throttled', afterSeconds: 60 }
    ],
    [
      { status: 429, text: '', headers: { 'retry-after': '999999' } },
      { kind: 'throttled', afterSeconds: 3600 }
    ],
    [
      { status: 503, text: '', headers: { 'retry-after': '5' } },
      { kind: 'throttled', afterSeconds: 5 }
    ],
    [
      { status: 403, json: { Message: 'Brak dostępu' } },
      { kind: 'credentials', words: 'Brak dostępu' }
    ],
    [
      { status: 400, json: { type: 'x', title: 'Błąd', traceId: 'y', errors: { Year: ['Wymagane.', 'Wymagane.'] } } },
      { kind: 'refused', words: 'Błąd; Wymagane.' }
    ],
    [
      { status: 422, text: '<html>no</html>' },
      { kind: 'refused', words: 'HTTP 422' }
    ],
    [{ status: 404, text: '' }, { kind: 'notFound' }]
  ])('%j is %j', async (reply, expected) => {
    service.answers(token('one'), reply)
    expect(await search(aClient(service.url))).toEqual(expected)
  })

  it('a change is not taken for done where a page of a proxy answers', async () => {
    service.answers(token('one'), { text: '<html>Zaloguj się</html>' })
    expect(await aClient(service.url).confirmTransport(ourPlace, '1')).toMatchObject({ kind: 'away' })
    service.answers(token('one'), { text: '' })
    expect(await aClient(service.url).confirmTransport(ourPlace, '1')).toEqual(ok(null))
  })

  it('a confirmation that is no PDF is none', async () => {
    service.answers(token('one'), { text: Buffer.from('not a PDF').toString('base64') })
    expect(await aClient(service.url).confirmation(ourPlace, '1')).toMatchObject({ kind: 'away' })
    service.answers(token('one'), { json: Buffer.from('%PDF-1.4 ...').toString('base64') })
    expect(await aClient(service.url).confirmation(ourPlace, '1')).toMatchObject({ kind: 'ok' })
  })

  it('answers in Pascal case are read, and a token without its time serves five minutes', async () => {
    let now = theNow
    service.answers(
      token('one', null),
      {
        json: {
          Items: [{ KpoId: '9', CardStatusCodeName: 'APPROVED', KpoLastModifiedAt: '2026-07-01T10:00:00' }],
          TotalResultNumber: '1'
        }
      },
      empty,
      token('two'),
      empty
    )
    const client = aClient(service.url, {}, { now: () => now })
    expect(await search(client)).toMatchObject(ok({ cards: [{ id: '9', modifiedAt: '2026-07-01T08:00:00.000Z' }] }))
    now = new Date(theNow.getTime() + 239_000)
    await search(client)
    now = new Date(theNow.getTime() + 241_000)
    await search(client)
    expect(service.calls).toHaveLength(5)
  })

  it('neither keys nor tokens are in what it answers', async () => {
    for (const reply of ['broken', { status: 500, text: '' }, { status: 400, json: { Message: 'x' } }] as const) {
      service.answers(token('a-secret-token'), reply)
      const answer = JSON.stringify(await search(aClient(service.url)))
      expect(answer).not.toMatch(/a-secret-token|our-client-secret/)
    }
  })
})
