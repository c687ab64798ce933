import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { securityKinds } from '../../src/kernel/security/kinds.ts'
import { anApp, officeHost, type TestApp } from '../helper/app.ts'
import { aCompany, anAccount } from '../helper/factories.ts'
import { argsOf } from '../helper/program.ts'

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
      const args = [...argsOf('src/cli/admin.ts'), ...named]
      execFile(process.execPath, args, { cwd: root, env }, (error, out, fault) =>
        resolve({ code: error?.code ?? 0, said: out + fault })
      )
    })
  const signIn = (email: string, password: string) =>
    test.nobody({ host: officeHost }).post('/api/Authorization/sign-in', { email, password })

  it('makes the first administrator without a mail server, and prints a link that sets the password once', async () => {
    const { code, said } = await admin('boss@example.com')
    expect(code).toBe(0)
    const token = /It works once, and for 7 days: \S+\/setnewPassword#token=(\S+)/.exec(said)?.[1] ?? ''
    const password = 'The-owners-choice-9'
    const choose = () =>
      test.nobody().post('/api/Authorization/SetNewPassword/setNewPassword', {
        token,
        password,
        passwordConfirm: password
      })
    expect([(await choose()).status, (await choose()).status]).toEqual([200, 422])
    const { status, body } = await signIn('boss@example.com', password)
    expect(status).toBe(200)
    expect(body.data.role).toBe(1)
    expect((await admin('BOSS@example.com')).said).toBe('BOSS@example.com is an administrator.\n')
  })

  it('confirms an account that waits, and keeps the password of who has proved the mailbox', async () => {
    const { db } = test.services
    const { id } = await anAccount(db, { role: null, email: 'waits@example.com' })
    const before = await db('users.accounts').where({ id }).first()
    expect((await admin('waits@example.com', '--promote')).code).toBe(0)
    const after = await db('users.accounts').where({ id }).first()
    expect(after).toMatchObject({ role: 1, password_hash: before.password_hash })
    expect(after.confirmed_at).toBeInstanceOf(Date)
  })

  it('promotes an existing account only when told to, ends its sessions, and leaves history and an audit entry', async () => {
    const { db } = test.services
    const person = await test.signedInAs('SERVICE_TECHNICAN')
    // whose mailbox is proved keeps the password, but no session
    await db('users.accounts').where({ id: person.accountId }).update({ mailbox_proved_at: new Date() })
    const { email } = await db('users.accounts').where({ id: person.accountId }).first('email')
    const traces = async () => [
      await db('kernel.changes').where({ resource_type: 'users.account', subject_id: person.accountId }).pluck('code'),
      await db('audit.entries').where('subject_ids', '@>', [person.accountId]).pluck('command')
    ]
    const refused = await admin(email)
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('SERVICE_TECHNICAN') })
    expect(refused.said).toContain(`npm run admin -- ${email} --promote`)
    expect((await db('users.accounts').where({ id: person.accountId }).first('role')).role).toBe(5)
    expect(await traces()).toEqual([[], []])
    expect((await admin(email, '--promote')).code).toBe(0)
    expect((await db('users.accounts').where({ id: person.accountId }).first('role')).role).toBe(1)
    expect(await traces()).toEqual([['users.makeAdministrator'], ['users.makeAdministrator']])
    const open = await db('users.sessions').where({ account_id: person.accountId }).whereNull('ended_at')
    expect(open).toEqual([])
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
