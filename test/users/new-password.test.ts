/** Which passwords a link sets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnAccount, aCompany, anAccount } from '../helper/factories.ts'
import { aLinksFixture, type LinksFixture } from './fixtures/links.ts'

let fixture: LinksFixture
beforeAll(async () => {
  fixture = await aLinksFixture()
})
afterAll(() => fixture.close())

describe('a new password', () => {
  let account: AnAccount
  let token: string
  beforeAll(async () => {
    account = await anAccount(fixture.opony.services.db, { email: 'barbara.kowalska@example.com' })
    token = await fixture.aLink(account.email)
  })

  test.each([
    ['five characters', '12a4!', undefined, 'password', 'Wpisz co najmniej 6 znaków.'],
    ['fewer than the staff’s setting asks', 'x7#kk2Qp9!z', undefined, 'password', 'Wpisz co najmniej 12 znaków.'],
    ['fifty-one characters', 'a1'.repeat(25).concat('b'), undefined, 'password', 'Wpisz najwyżej 50 znaków.'],
    ['two that differ', 'A-better-one-9', 'A-better-one-8', 'passwordConfirm', 'Hasła nie są takie same.'],
    ['one of the commonest', 'Password12345', undefined, 'password', expect.stringContaining('odgadnąć')],
    ['one character only', 'zzzzzzzzzzzzz', undefined, 'password', expect.stringContaining('odgadnąć')],
    [
      'words of the business and the year',
      'Opony-Kontener-2026',
      undefined,
      'password',
      expect.stringContaining('trzy lub cztery')
    ],
    ['the own e-mail', 'Barbara.Kowalska', undefined, 'password', expect.stringContaining('odgadnąć')],
    ['blanks', '          ', undefined, 'password', 'To pole jest wymagane.']
  ])('%s is refused, and the link stays good', async (_what, password, confirm, field, sentence) => {
    const { status, body } = await fixture.choose(token, password, confirm)
    expect([status, body.code]).toEqual([400, 'kernel.invalid'])
    expect(body.Errors).toContainEqual({ PropertyName: field, ErrorMessage: sentence })
  })

  test('of a client is as long as the setting for clients asks, which the link says beforehand', async () => {
    const { email } = await anAccount(fixture.opony.services.db, {
      role: 'CLIENT',
      companyId: (await aCompany(fixture.opony.services.db)).id
    })
    const own = await fixture.aLink(email)
    const leastOf = async (given: string) =>
      (await fixture.opony.nobody().get('/api/Authorization/SetNewPassword/link', { 'link-token': given })).body.data
        .passwordMin
    expect([await leastOf(own), await leastOf(token)]).toEqual([9, 12])
    expect((await fixture.choose(own, 'x7#kk2Qp')).body.Errors[0].ErrorMessage).toBe('Wpisz co najmniej 9 znaków.')
    expect((await fixture.choose(own, 'x7#kk2Qp9')).status).toBe(200)
  })

  test('is set by a link that says whose it is, so that the person need not type the e-mail to sign in', async () => {
    const { email } = await anAccount(fixture.opony.services.db)
    const own = await fixture.aLink(email)
    const linkOf = async () =>
      (await fixture.opony.nobody().get('/api/Authorization/SetNewPassword/link', { 'link-token': own })).body.data
    expect(await linkOf()).toMatchObject({ email, isFirst: false })
    expect((await fixture.choose(own, 'Krzesło-pod-oknem-27')).status).toBe(200)
    expect(await linkOf()).toEqual({ valid: false })
  })

  test('is said to be the first where the account has none, because nobody resets what was never set', async () => {
    const { email } = await anAccount(fixture.opony.services.db, { password: null })
    const own = await fixture.aLink(email)
    const { body } = await fixture.opony.nobody().get('/api/Authorization/SetNewPassword/link', { 'link-token': own })
    expect(body.data).toMatchObject({ valid: true, isFirst: true })
  })

  test('of fifty characters in any script is taken', async () => {
    const password = `żółw 🚜 ${'ł1'.repeat(21)}x`
    expect([...password]).toHaveLength(50)
    expect((await fixture.choose(token, password)).status).toBe(200)
    expect((await fixture.signIn(account.email, password)).status).toBe(200)
  })
})
