/** The own password, changed in the application by its owner. */
import { beforeAll, describe, expect, it } from 'vitest'
import { aSharedApp, officeHost, type Person, portalHost, type SharedApp } from '../helper/app.ts'
import { aCompany, anAccount, aPassword } from '../helper/factories.ts'

const path = '/api/Authorization/password'
const fresh = 'Krzesło pod oknem 27'
let test: SharedApp
beforeAll(async () => {
  test = await aSharedApp()
})

let made = 0
const signIn = async (email: string, password: string, host = officeHost): Promise<number> => {
  made += 1
  const nobody = test.nobody({ host, from: `10.6.0.${made}` })
  return (await nobody.post('/api/Authorization/sign-in', { email, password })).status
}
const change = (who: Person, newPassword: string, oldPassword = aPassword) =>
  who.put(path, { oldPassword, newPassword })

describe('the own password', () => {
  it.each(['office', 'portal'])(
    'is changed on the %s: the old one is worth nothing, other sessions and open links end',
    async area => {
      const { db } = test.services
      const company = area === 'portal' ? await aCompany(db) : undefined
      const role = company ? 'CLIENT' : 'ADMIN'
      const { id, email } = await anAccount(db, { role, companyId: company?.id ?? null })
      const [owner, elsewhere] = [await test.signedInAs(id), await test.signedInAs(id)]
      const [now, later] = [test.clock.now, new Date(test.clock.now.getTime() + 60_000)]
      await db('users.links').insert({
        ...{ account_id: id, purpose: 'reset', token_hash: `of ${id}`, created_at: now, expires_at: later }
      })
      const { status, body } = await change(owner, fresh)
      expect([status, body.data]).toEqual([200, { done: true }])
      const me = '/api/Authorization/userinfo'
      expect([(await owner.get(me)).status, (await elsewhere.get(me)).status]).toEqual([200, 401])
      const host = company ? portalHost : officeHost
      expect([await signIn(email, aPassword, host), await signIn(email, fresh, host)]).toEqual([401, 200])
      expect((await db('users.links').where({ account_id: id }).first()).ended_at).toEqual(now)
      const changes = await db('kernel.changes').where({ resource_type: 'users.account', subject_id: id })
      expect(changes.map(({ code, account_id }) => [code, account_id])).toEqual([['users.changePassword', id]])
      expect(JSON.stringify(changes)).not.toMatch(/scrypt|Krzes/)
    }
  )

  it.each([
    ['the old one wrong', 'of nobody', fresh, 'oldPassword', 'To hasło jest nieprawidłowe.'],
    ['no old one', '', fresh, 'oldPassword', expect.any(String)],
    ['the old one again', aPassword, aPassword, 'newPassword', 'Nowe hasło jest takie samo jak obecne.'],
    ['one too short for the staff', aPassword, 'x7#kk2Qp9!z', 'newPassword', 'Wpisz co najmniej 12 znaków.'],
    ['one that is too long', aPassword, 'x7#kk2Qp'.repeat(17), 'newPassword', 'Wpisz najwyżej 128 znaków.'],
    ['a common one', aPassword, 'Opony-Kontener-2026', 'newPassword', expect.stringContaining('łatwo odgadnąć')]
  ])('is not changed with %s, which is said at the field', async (_what, old, chosen, field, sentence) => {
    const { id, email } = await anAccount(test.services.db)
    const { status, body } = await change(await test.signedInAs(id), chosen, old)
    expect([status, body.Errors[0]]).toEqual([400, { PropertyName: field, ErrorMessage: sentence }])
    expect(await signIn(email, aPassword)).toBe(200)
  })

  it('may have 128 characters of any script', async () => {
    const { id, email } = await anAccount(test.services.db)
    const long = 'żółw 🚜 w polu! '.repeat(8).concat('x'.repeat(8))
    expect([...long]).toHaveLength(128)
    expect((await change(await test.signedInAs(id), long)).status).toBe(200)
    expect(await signIn(email, long)).toBe(200)
  })

  it('is guessed at as slowly as at the sign-in, with the right one, too', async () => {
    const { id } = await anAccount(test.services.db)
    const thief = await test.signedInAs(id)
    for (let n = 0; n < 5; n += 1) expect((await change(thief, fresh, `guess ${n}`)).status).toBe(400)
    const { status, headers } = await change(thief, fresh)
    expect([status, Number(headers['retry-after'])]).toEqual([429, 1])
  })

  it('of two changes at once one wins', async () => {
    const { id } = await anAccount(test.services.db)
    const people = [await test.signedInAs(id), await test.signedInAs(id)]
    const answers = await Promise.all(people.map((who, n) => change(who, `Tygrys lampa igła ${n}`)))
    expect(answers.map(({ status }) => status).sort()).toContain(200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('that does not exist is set by a link, as the message says', async () => {
    const { id } = await anAccount(test.services.db, { password: null })
    const { status, body } = await change(await test.signedInAs(id), fresh)
    expect([status, body.code]).toEqual([409, 'users.noPassword'])
  })
})
