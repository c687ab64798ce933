/** `npm run users` and `npm run person`: what they do is in history and audit, nobody is left without an administrator, no secret leaves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetMessages } from '../../modules/notifications/sweep.ts'
import { personData } from '../../src/cli/person/export.ts'
import { type AccountAct, accountsByCommand } from '../../src/kernel/access/accounts-by-command.ts'
import { forgetHistory } from '../../src/kernel/serve/housekeeping.ts'
import { anApp, officeHost, type TestApp } from '../helper/app.ts'
import { aCommand } from '../helper/command.ts'
import { aCompany, anAccount, inserted } from '../helper/factories.ts'

let test: TestApp
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  // the owner is told of a password by a job, whose queue is made at the start
  await test.begin()
})
afterAll(() => test.close())

const act = (what: AccountAct, email: string) =>
  accountsByCommand.of(test.services.extensions).act(test.services, what, email)
const emailOf = async (id: number): Promise<string> =>
  (await test.services.db('users.accounts').where({ id }).first('email')).email
const tracesOf = async (id: number) => {
  const { db } = test.services
  const history = db('kernel.changes')
    .where({ resource_type: 'users.account', subject_id: id })
    .orderBy('id')
    .pluck('code')
  const audit = db('audit.entries').where('subject_ids', '@>', [id]).orderBy('id').pluck('command')
  return Promise.all([history, audit])
}

describe('npm run users', () => {
  it('deactivates: the account is shut, its sessions end, and both traces are there', async () => {
    const person = await test.signedInAs('SERVICE_TECHNICAN')
    expect((await act('deactivate', await emailOf(person.accountId))).kind).toBe('done')
    const { db } = test.services
    expect((await db('users.accounts').where({ id: person.accountId }).first()).deactivated_at).toBeInstanceOf(Date)
    expect(await db('users.sessions').where({ account_id: person.accountId }).whereNull('ended_at')).toEqual([])
    expect(await tracesOf(person.accountId)).toEqual([['users.deactivateByCommand'], ['users.deactivateByCommand']])
    expect(await act('link', await emailOf(person.accountId))).toMatchObject({ kind: 'refused' })
  })

  it('turns the second factor off', async () => {
    const { db } = test.services
    const { id, email } = await anAccount(db, { role: 'ADMIN' })
    await db('users.second_factors').insert({
      account_id: id,
      secret: Buffer.from('x'),
      confirmed_at: new Date(),
      created_at: new Date()
    })
    expect(await act('secondFactorOff', email)).toMatchObject({ kind: 'done', account: { hasSecondFactor: true } })
    expect(await db('users.second_factors').where({ account_id: id })).toEqual([])
    expect(await tracesOf(id)).toEqual([['users.factorOffByCommand'], ['users.factorOffByCommand']])
  })

  it('makes a link that sets a password once, and ends the earlier one', async () => {
    const { id, email } = await anAccount(test.services.db, { role: 'ADMIN' })
    const made = [await act('link', email), await act('link', email)]
    const twice = ['users.linkByCommand', 'users.linkByCommand']
    expect(await tracesOf(id)).toEqual([twice, twice])
    const use = async (at: number) => {
      const outcome = made[at]
      const link = outcome?.kind === 'done' ? outcome.link : ''
      const token = /#token=(\S+)/.exec(link ?? '')?.[1]
      const password = 'The-owners-choice-9'
      const body = { token, password, passwordConfirm: password }
      return (await test.nobody().post('/api/Authorization/SetNewPassword/setNewPassword', body)).status
    }
    expect([await use(0), await use(1), await use(1)]).toEqual([422, 200, 422])
    const signed = await test
      .nobody({ host: officeHost })
      .post('/api/Authorization/sign-in', { email, password: 'The-owners-choice-9' })
    expect(signed.status).toBe(200)
  })

  it('leaves no company without an administrator, and says why', async () => {
    const { db } = test.services
    const company = await aCompany(db)
    const only = await anAccount(db, { role: 'CLIENT_ADMIN', companyId: company.id })
    await anAccount(db, { role: 'CLIENT', companyId: company.id })
    const outcome = await act('deactivate', only.email)
    expect(outcome).toMatchObject({ kind: 'refused', sentence: expect.stringContaining('administrator') })
    expect((await db('users.accounts').where({ id: only.id }).first()).deactivated_at).toBeNull()
    expect(await tracesOf(only.id)).toEqual([[], []])
  })

  it('lists accounts by words, and says what it does not know', async () => {
    await anAccount(test.services.db, { role: 'DRIVER', email: 'the_one@example.com' })
    await anAccount(test.services.db, { role: 'DRIVER', email: 'theXone@example.com' })
    const env = { DATABASE_URL: test.url }
    const [listed, absent, wrong] = await Promise.all([
      aCommand('users', ['list', 'the_one'], env),
      aCommand('users', ['deactivate', 'nobody@example.com'], env),
      aCommand('users', ['remove', 'x@example.com'], env)
    ])
    expect(listed.said).toMatch(/^the_one@example\.com +DRIVER +active +last sign-in never .*\n1 account\n$/)
    expect(absent).toEqual({ code: 1, said: 'Nobody has the e-mail nobody@example.com.\n' })
    expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('npm run users -- link') })
  })
})

describe('npm run person', () => {
  it('hands out everything of the person, nothing of others, and no secret', async () => {
    const { db } = test.services
    const person = await test.signedInAs('ADMIN')
    await test.signedInAs('ADMIN')
    await inserted(db, 'notifications.messages', {
      ...{ account_id: person.accountId, channel: 0, type: 0, address: '600700800', body: 'A text', status: 2 },
      ...{ created_at: new Date(), sent_date: new Date() }
    })
    await act('export', await emailOf(person.accountId))
    const data = await personData(db, person.accountId, new Date())
    expect(data.account).toMatchObject({ id: person.accountId, email: await emailOf(person.accountId) })
    expect(Object.keys(data.rows)).toEqual(
      expect.arrayContaining(['notifications.messages', 'users.sessions', 'history of the account'])
    )
    expect(data.rows['users.sessions']).toHaveLength(1)
    expect(data.rows['history of the account']).toMatchObject([{ code: 'users.exportByCommand' }])
    expect(JSON.stringify(data)).not.toMatch(/"[a-z_]*(hash|token|secret)[a-z_]*":/)
  })

  it('erases by the command, asks before, and leaves drivers to their page', async () => {
    const { db } = test.services
    const { id, email } = await anAccount(db, { role: 'SERVICE_TECHNICAN' })
    const driver = await anAccount(db, { role: 'DRIVER' })
    const env = { DATABASE_URL: test.url }
    const asked = await aCommand('person', ['erase', email], env)
    expect(asked).toMatchObject({ code: 1, said: expect.stringContaining('Nothing was changed') })
    expect(await emailOf(id)).toBe(email)
    expect((await aCommand('person', ['erase', email, '--yes'], env)).said).toContain('is erased')
    expect(await db('users.accounts').where({ id }).first()).toMatchObject({
      first_name: null,
      phone: null,
      email: `erased-${id}@erased.invalid`
    })
    expect((await tracesOf(id))[1]).toEqual(['users.eraseByCommand'])
    expect(await act('erase', driver.email)).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('driver')
    })
  })
})

describe('what is kept for a time', () => {
  const now = new Date('2030-06-15T12:00:00Z')
  const months = (count: number): Date => new Date(Date.UTC(2030, 5 - count, 15, 12))

  it('messages that were sent go after so many months, those that wait stay, and 0 keeps all', async () => {
    const { db } = test.services
    const { id } = await anAccount(db, { role: 'DRIVER' })
    const add = (sent: Date, status: number) =>
      inserted<{ id: number }>(db, 'notifications.messages', {
        ...{
          account_id: id,
          channel: 0,
          type: 0,
          address: '600700800',
          body: 'A text',
          status,
          created_at: sent,
          sent_date: sent
        }
      })
    const [old, waits, young] = [await add(months(7), 2), await add(months(7), 0), await add(months(5), 2)]
    const kept = () => db('notifications.messages').where({ account_id: id }).orderBy('id').pluck('id')
    expect(await forgetMessages(db, now, 0)).toBe(0)
    expect(await kept()).toEqual([old.id, waits.id, young.id])
    await forgetMessages(db, now, 6)
    expect(await kept()).toEqual([waits.id, young.id])
  })

  it('history goes after so many months, the audit stays', async () => {
    const { db } = test.services
    await db('kernel.changes').delete()
    for (const at of [months(7), months(8), months(5)])
      await db('kernel.changes').insert({ at, resource_type: 'x', subject_id: 1, version: 1, code: 'x.y' })
    const entries = await db('audit.entries').count('*')
    expect(await forgetHistory(db, now, 0)).toBe(0)
    expect(await forgetHistory(db, now, 6)).toBe(2)
    expect(await db('kernel.changes').pluck('at')).toEqual([months(5)])
    expect(await db('audit.entries').count('*')).toEqual(entries)
  })
})
