/** The filter that docs/operators.md gives for fail2ban, on lines that the application's own log has of calls. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decrypted } from '../../modules/users/second-factor/factor.ts'
import { codeAt, stepAt } from '../../modules/users/second-factor/totp.ts'
import { logger } from '../../src/logger.ts'
import { anApp, officeHost, type TestApp } from '../helper/app.ts'
import { anAccount, aPassword } from '../helper/factories.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/operators.md'), 'utf8')
const failregex = /^failregex = (.*)$/m.exec(page)?.[1] ?? ''
const datepattern = /^datepattern = (.*)$/m.exec(page)?.[1] ?? ''

/** What fail2ban 0.11 and 1.0 take for its placeholders: an address of either kind; with <SUBNET> the length of a network may follow. */
const address = String.raw`(?:\d{1,3}(?:\.\d{1,3}){3}|(?=[\da-fA-F:]*:)[\da-fA-F:]+)`
const placeholders: Record<string, string> = {
  ADDR: `(?<ip>${address})`,
  SUBNET: String.raw`(?<ip>${address}(?:/\d+)?)`
}
const filterOf = (text: string): RegExp =>
  new RegExp(text.replace(/<([A-Z]+)>/g, (_all, name: string) => placeholders[name] ?? `no placeholder: ${name}`))
const filter = filterOf(failregex)

let test: TestApp
const lines: string[] = []
const found = (by = filter): (string | undefined)[] =>
  lines.flatMap(line => {
    const match = by.exec(line)
    return match === null ? [] : [match.groups?.ip]
  })

beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(line) }
  test = await anApp({ ROLES: 'web' }, undefined, { ...logger({ logLevel: 'info' }, false), stream })
  await test.begin()
})
afterAll(() => test.close())
beforeEach(() => {
  lines.length = 0
})

const signIn = (from: string, body: object) =>
  test.nobody({ host: officeHost, from }).post('/api/Authorization/sign-in', body)

describe('the filter for fail2ban', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.8', '198.51.100.8'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64']
  ])('finds one network for a wrong password from %s: %s', async (from, network) => {
    const { email } = await anAccount(test.services.db)
    expect((await signIn(from, { email, password: 'Sesam-4711' })).status).toBe(401)
    // besides the line of the call there is that of the security event, which must not count a second time
    expect(lines.length).toBeGreaterThan(1)
    expect(found()).toEqual([network])
  })

  it('finds a wrong code of the second factor', async () => {
    const { id, email } = await anAccount(test.services.db)
    const person = await test.signedInAs(id)
    const path = '/api/Authorization/second-factor'
    await person.post(path, { password: aPassword })
    const { secret } = await test.services.db('users.second_factors').where({ account_id: id }).first()
    const key = decrypted(secret, test.services.settings) as Buffer
    const code = codeAt(key, stepAt(test.clock.now))
    expect((await person.post(`${path}/confirm`, { code })).status).toBe(200)
    lines.length = 0
    // a code is taken once
    const { body } = await signIn('2001:db8:5::1', { email, password: aPassword, code })
    expect(body.code).toBe('users.codeWrong')
    expect(found()).toEqual(['2001:db8:5:0::/64'])
  })

  it('finds nothing in a sign-in that succeeds, and in other refusals', async () => {
    const { email } = await anAccount(test.services.db)
    expect((await signIn('198.51.100.9', { email, password: aPassword })).status).toBe(200)
    await test.nobody({ host: officeHost, from: '198.51.100.9' }).get('/api/Admin/Orders')
    await test.nobody({ host: officeHost, from: '198.51.100.9' }).get('/api/Nowhere/users.credentials')
    expect(lines.filter(line => line.includes('"msg":"answered"'))).toHaveLength(3)
    expect(found()).toEqual([])
  })

  it('would find no network of IPv6 by the placeholder of an address alone', async () => {
    await signIn('2001:db8:1:2::1', { email: 'nobody@example.com', password: 'Sesam-4711' })
    expect(found(filterOf(failregex.replace('<SUBNET>', '<ADDR>')))).toEqual([])
    expect(found()).toEqual(['2001:db8:1:2::/64'])
  })

  it('finds the time of a line, in milliseconds', async () => {
    const began = Date.now()
    await signIn('198.51.100.7', { email: 'nobody@example.com', password: 'Sesam-4711' })
    const time = new RegExp(datepattern.replace('{LEPOCH}', '(\\d{10,13})'))
    for (const line of lines) expect(Number(time.exec(line)?.[1])).toBeGreaterThanOrEqual(began)
  })
})
