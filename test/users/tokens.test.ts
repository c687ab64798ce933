import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTokens } from '../../src/kernel/access/tokens.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'

let server: TestApp
let person: Person
beforeAll(async () => {
  server = await anApp()
  person = await server.signedInAs('ADMIN')
})
afterAll(() => server.close())

const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
const hmac = (hash: string, secret: string | Buffer) => (text: string) =>
  createHmac(hash, secret).update(text).digest('base64url')
const secret = () => server.services.settings.tokenSecret
const right = (text: string): string => hmac('sha256', secret())(text)

type Json = Record<string, unknown>
interface Forgery {
  header?: Json | string
  claims?: Json | string
  without?: string[]
  signature?: (text: string) => string
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const seconds = (): number => Math.floor(server.clock.now.getTime() / 1000)

function forge({ header = {}, claims = {}, without = [], signature = right }: Forgery): string {
  const [genuineHeader = '', genuineClaims = ''] = person.token.split('.')
  const joined = typeof header === 'string' ? header : { ...decoded(genuineHeader), ...header }
  const claimed = typeof claims === 'string' ? claims : { ...decoded(genuineClaims), ...claims }
  for (const name of without) {
    if (typeof joined === 'object') delete joined[name]
    if (typeof claimed === 'object') delete claimed[name]
  }
  const text = `${encoded(joined)}.${encoded(claimed)}`
  return `${text}.${signature(text)}`
}

const forgeries: [string, () => string][] = [
  ['algorithm none, no signature', () => forge({ header: { alg: 'none' }, signature: () => '' })],
  ['algorithm none, some signature', () => forge({ header: { alg: 'none' }, signature: () => 'AA' })],
  ['algorithm None', () => forge({ header: { alg: 'None' }, signature: () => 'AA' })],
  ['algorithm NONE, right signature', () => forge({ header: { alg: 'NONE' } })],
  [
    'algorithm HS384 with the right secret',
    () => forge({ header: { alg: 'HS384' }, signature: text => hmac('sha384', secret())(text) })
  ],
  [
    'algorithm HS512 with the right secret',
    () => forge({ header: { alg: 'HS512' }, signature: text => hmac('sha512', secret())(text) })
  ],
  ['algorithm hs256 in small letters', () => forge({ header: { alg: 'hs256' } })],
  [
    'algorithm RS256',
    () =>
      forge({
        header: { alg: 'RS256' },
        signature: text => sign('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')
      })
  ],
  [
    'algorithm PS256',
    () =>
      forge({
        header: { alg: 'PS256' },
        signature: text => sign('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')
      })
  ],
  [
    'algorithm ES256',
    () =>
      forge({
        header: { alg: 'ES256' },
        signature: text => sign('sha256', Buffer.from(text), ec.privateKey).toString('base64url')
      })
  ],
  ['no algorithm', () => forge({ without: ['alg'] })],
  ['an algorithm that is a number', () => forge({ header: { alg: 256 } })],
  ['an algorithm that is a list', () => forge({ header: { alg: ['HS256'] } })],
  ['signed with an empty secret', () => forge({ signature: hmac('sha256', '') })],
  ['signed with a guessed secret', () => forge({ signature: hmac('sha256', 'secret') })],
  [
    'signed with a public key for a secret',
    () => forge({ signature: hmac('sha256', rsa.publicKey.export({ type: 'spki', format: 'pem' })) })
  ],
  ['no signature', () => forge({ signature: () => '' })],
  ['a cut signature', () => forge({ signature: text => right(text).slice(0, -4) })],
  ['a longer signature', () => forge({ signature: text => `${right(text)}AAAA` })],
  [
    'the signature of another token',
    () => forge({ claims: { sub: '2' }, signature: () => person.token.split('.')[2]! })
  ],
  [
    'claims changed under the signature',
    () => forge({ claims: { sid: randomUUID() }, signature: () => person.token.split('.')[2]! })
  ],
  [
    'header changed under the signature',
    () => forge({ header: { kid: '1' }, signature: () => person.token.split('.')[2]! })
  ],
  ['expired', () => forge({ claims: { exp: seconds() - 60 } })],
  ['without an end', () => forge({ without: ['exp'] })],
  ['an end that is a text', () => forge({ claims: { exp: 'tomorrow' } })],
  ['an end that is null', () => forge({ claims: { exp: null } })],
  ['made in the future', () => forge({ claims: { iat: seconds() + 3600, exp: seconds() + 7200 } })],
  ['without a beginning', () => forge({ without: ['iat'] })],
  ['not valid yet', () => forge({ claims: { nbf: seconds() + 3600 } })],
  ['another issuer', () => forge({ claims: { iss: 'somebody' } })],
  ['no issuer', () => forge({ without: ['iss'] })],
  ['another audience', () => forge({ claims: { aud: 'somebody' } })],
  ['no audience', () => forge({ without: ['aud'] })],
  ['a critical header that nobody knows', () => forge({ header: { crit: ['exp2'], exp2: 1 } })],
  ['an empty critical header', () => forge({ header: { crit: [] } })],
  ['unencoded payload', () => forge({ header: { crit: ['b64'], b64: false } })],
  ['another account in the session', () => forge({ claims: { sub: String(person.accountId + 1) } })],
  ['no account', () => forge({ without: ['sub'] })],
  ['an account that is no number', () => forge({ claims: { sub: '1 or 1=1' } })],
  ['another session', () => forge({ claims: { sid: randomUUID() } })],
  ['no session', () => forge({ without: ['sid'] })],
  ['a session that is a list', () => forge({ claims: { sid: [randomUUID()] } })],
  ['claims that are no JSON', () => forge({ claims: 'nothing' })],
  ['claims that are a list', () => forge({ claims: '[]' })],
  ['a header that is no JSON', () => forge({ header: 'nothing' })],
  ['two parts', () => person.token.split('.').slice(0, 2).join('.')],
  ['four parts', () => `${person.token}.AAAA`],
  ['an encrypted token', () => `${encoded({ alg: 'dir', enc: 'A256GCM' })}..AAAA.AAAA.AAAA`]
]

describe('a forged token', () => {
  test('the table has forty at least, and the genuine one is accepted the way it is put together here', async () => {
    expect(forgeries.length).toBeGreaterThanOrEqual(40)
    const genuine = await server.nobody().get('/api/Authorization/userinfo', { authorization: `Bearer ${forge({})}` })
    expect(genuine.status).toBe(200)
  })

  test.each(forgeries)('%s is not accepted', async (_name, token) => {
    const { status, body } = await server
      .nobody()
      .get('/api/Authorization/userinfo', { authorization: `Bearer ${token()}` })
    expect([status, body.data]).toEqual([401, undefined])
  })

  test.each(['Basic', 'Token', ''])('the scheme "%s" is not accepted', async scheme => {
    const headers = { authorization: `${scheme} ${person.token}`.trim() }
    expect((await server.nobody().get('/api/Authorization/userinfo', headers)).status).toBe(401)
  })

  test('in the query is not accepted', async () => {
    const answer = await server.nobody().get(`/api/Authorization/userinfo?access_token=${person.token}`)
    expect(answer.status).toBe(401)
  })
})

describe('a token that has been verified', () => {
  const now = new Date('2026-01-05T12:00:00Z')
  const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)
  const key = 'a secret that is long enough for every test'
  const content = { accountId: 7, sessionId: randomUUID() }

  test('is not verified again, until it runs out', async () => {
    const tokens = openTokens(key)
    const token = await tokens.sign(content, now, later(900))
    const verify = vi.spyOn(crypto.subtle, 'verify')
    try {
      for (const at of [now, later(60), later(904)]) expect(await tokens.verify(token, at)).toEqual(content)
      expect(verify).toHaveBeenCalledTimes(1)
      expect(await tokens.verify(token, later(906))).toBe('expired')
      expect(await tokens.verify(token, later(906))).toBe('expired')
      expect(await tokens.verify(token, new Date(now.getTime() - 61_000))).toBeUndefined()
    } finally {
      verify.mockRestore()
    }
  })

  test('opens nothing to one that differs in a character', async () => {
    const tokens = openTokens(key)
    const token = await tokens.sign(content, now, later(900))
    await tokens.verify(token, now)
    for (const at of [token.indexOf('.') + 5, token.lastIndexOf('.') + 5]) {
      const other = token[at] === 'A' ? 'B' : 'A'
      expect(await tokens.verify(token.slice(0, at) + other + token.slice(at + 1), now)).toBeUndefined()
    }
    expect(await openTokens(`${key} of another`).verify(token, now)).toBeUndefined()
  })

  test('is forgotten when there are too many: the longest remembered first', async () => {
    const tokens = openTokens(key, 2)
    const signed = await Promise.all(
      [1, 2, 3].map(accountId => tokens.sign({ ...content, accountId }, now, later(900)))
    )
    for (const token of signed) await tokens.verify(token, now)
    const verify = vi.spyOn(crypto.subtle, 'verify')
    try {
      for (const token of [...signed].reverse()) await tokens.verify(token, now)
      expect(verify).toHaveBeenCalledTimes(1)
    } finally {
      verify.mockRestore()
    }
  })
})
