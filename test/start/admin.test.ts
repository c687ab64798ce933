import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { securityKinds } from '../../src/kernel/security/kinds.ts'
import { anApp, officeHost, type TestApp } from '../helper/app.ts'
import { aCompany, anAccount } from '../helper/factories.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('npm run admin', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await anApp({ ROLES: 'web' })
  })
  afterAll(() => test.close())

  const admin = (...named: string[]): Promise<{ code: unknown; said: string }> =>
    new Promise(resolve => {
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: test.url }
      const args = ['--import', 'tsx', 'src/cli/admin.ts', ...named]
      execFile(process.execPath, args, { cwd: root, env }, (error, out, fault) =>
        resolve({ code: error?.code ?? 0, said: out + fault })
      )
    })
  const signIn = (email: string, password: string) =>
    test.nobody({ host: officeHost }).post('/api/Authorization/sign-in', { email, password })

  it('makes the first administrator, and tells the password once', async () => {
    const { code, said } = await admin('boss@example.com')
    expect(code).toBe(0)
    const password = /shown only once: (\S+)/.exec(said)?.[1] ?? ''
    const { status, body } = await signIn('boss@example.com', password)
    expect(status).toBe(200)
    expect(body.data.role).toBe(1)
    expect((await admin('BOSS@example.com')).said).toBe('BOSS@example.com is an administrator.\n')
  })

  it('confirms an account that waits, and keeps its password', async () => {
    const { db } = test.services
    const { id } = await anAccount(db, { role: null, email: 'waits@example.com' })
    const before = await db('users.accounts').where({ id }).first()
    expect((await admin('waits@example.com')).code).toBe(0)
    const after = await db('users.accounts').where({ id }).first()
    expect(after).toMatchObject({ role: 1, password_hash: before.password_hash })
    expect(after.confirmed_at).toBeInstanceOf(Date)
  })

  it('leaves a security event each time, which names the account', async () => {
    const { db } = test.services
    const events = () => db('audit.security_events').where({ kind: securityKinds.adminByCommand }).orderBy('id')
    const before = (await events()).length
    await admin('seen@example.com')
    await admin('seen@example.com')
    const { id: target_id } = await db('users.accounts').where({ email: 'seen@example.com' }).first('id')
    const event = { account_id: null, target_id, network: null, count: 1 }
    expect((await events()).slice(before)).toMatchObject([event, event])
  })

  it('makes none of a client’s account, nor of what is no e-mail', async () => {
    const { db } = test.services
    const company = await aCompany(db)
    const { id } = await anAccount(db, { role: 'CLIENT', email: 'client@firm.pl', companyId: company.id })
    expect((await admin('client@firm.pl')).said).toContain('cannot be an administrator')
    expect((await db('users.accounts').where({ id }).first()).role).toBe(4)
    expect(await admin('boss')).toMatchObject({ code: 1, said: expect.stringContaining('by its e-mail') })
  })
})
