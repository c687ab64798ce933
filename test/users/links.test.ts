/** Links that set a password: who gets one, how often, and what becomes of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendEmail } from '../../modules/users/links.ts'
import { invite } from '../../modules/users/public.ts'
import { anApp, officeHost } from '../helper/app.ts'
import { anAccount, aPassword } from '../helper/factories.ts'
import { aLinksFixture, type LinksFixture, tokenIn } from './fixtures/links.ts'

let fixture: LinksFixture
beforeAll(async () => {
  fixture = await aLinksFixture()
})
afterAll(() => fixture.close())

describe('a forgotten password', () => {
  test('answers everyone alike, and an e-mail goes out through the queue to who has an account', async () => {
    const account = await anAccount(fixture.opony.services.db, { email: 'anna.nowak@example.com' })
    const [unknown, known] = [
      await fixture.forgot('nobody@example.com'),
      await fixture.forgot('Anna.Nowak@example.com')
    ]
    expect([unknown.status, unknown.body]).toEqual([202, { data: { accepted: true } }])
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    const letter = await fixture.mailbox.to(account.email)
    expect(letter.text).toContain('https://admin.example.com/setnewPassword#token=')
    expect(letter.text).toContain('anna.nowak@example.com')
    expect(letter.raw).not.toContain('evil')
    expect(fixture.mailbox.kept).not.toContain('nobody@example.com')

    expect((await fixture.choose(tokenIn(letter.text))).status).toBe(200)
    expect((await fixture.signIn(account.email, aPassword)).status).toBe(401)
    expect((await fixture.signIn(account.email, 'A-better-one-9')).status).toBe(200)
  })

  test('sends the same number of statements whether or not the account exists', async () => {
    // A process that only serves: the letters' job, which does look the account up, is a worker's.
    const serving = await anApp({ ROLES: 'web' })
    await serving.begin()
    try {
      const { db } = serving.services
      const { email } = await anAccount(db)
      const statements = async (address: string): Promise<string[]> => {
        const seen: string[] = []
        const note = ({ sql }: { sql: string }) => seen.push(sql)
        db.on('query', note)
        await serving.nobody().post('/api/Authorization/forgot-password', { email: address })
        db.off('query', note)
        return seen
      }
      const [known, unknown] = [await statements(email), await statements('somebody.else@example.com')]
      expect(known.length).toBeGreaterThan(0)
      expect(known.some(text => /users\.accounts/.test(text))).toBe(false)
      expect(unknown).toEqual(known)
    } finally {
      await serving.close()
    }
  })

  test('who signs up with the e-mail of an account learns nothing; its owner gets a letter with a link', async () => {
    const account = await anAccount(fixture.opony.services.db, { email: 'zofia.nowak@example.com' })
    const someone = { password: 'Somebody-elses-3', firstName: 'Jan', lastName: 'Nowy', phone: '501502503' }
    const body = { ...someone, email: 'Zofia.Nowak@example.com' }
    const answer = await fixture.opony.nobody({ host: officeHost }).post('/api/Authorization/sign-up', body)
    expect([answer.status, answer.body]).toEqual([202, { data: { accepted: true } }])
    const letter = await fixture.mailbox.to(account.email)
    expect(letter.subject).toBe('Opony: masz już konto')
    expect(letter.text).toContain('zofia.nowak@example.com')
    expect((await fixture.signIn(account.email, aPassword)).status).toBe(200)
    expect((await fixture.choose(tokenIn(letter.text))).status).toBe(200)
    expect((await fixture.signIn(account.email, 'A-better-one-9')).status).toBe(200)
  })

  test.each([
    [1, 'Opony: nowe hasło'],
    [2, 'Opony: new password'],
    [3, 'Opony: neues Passwort'],
    [4, 'Opony: nové heslo'],
    [5, 'Opony: uus parool'],
    [6, 'Opony: nové heslo']
  ])('the letter speaks language %i of the account, and leads a client to the portal', async (language, subject) => {
    const { email } = await anAccount(fixture.opony.services.db, { role: 'CLIENT', language })
    await sendEmail(fixture.opony.services, { email, purpose: 'reset' })
    const letter = await fixture.mailbox.to(email)
    expect(letter.subject).toBe(subject)
    expect(letter.text).toContain('https://portal.example.com/setnewPassword#token=')
  })

  test('a server of mail that refuses leaves no link, and the job tries again', async () => {
    const { db } = fixture.opony.services
    const { id, email } = await anAccount(db)
    fixture.mailbox.refuse(email)
    await expect(sendEmail(fixture.opony.services, { email, purpose: 'reset' })).rejects.toThrow()
    expect(await db('users.links').where({ account_id: id })).toEqual([])
    expect(await fixture.aLink(email)).not.toBe('')
  })

  test('asking again within a minute sends no second letter', async () => {
    const { email } = await anAccount(fixture.opony.services.db)
    const token = await fixture.aLink(email)
    await sendEmail(fixture.opony.services, { email, purpose: 'reset' })
    expect(fixture.mailbox.kept).not.toContain(email)
    expect((await fixture.choose(token)).status).toBe(200)
  })
})

describe('letters that strangers can cause', () => {
  const asked = async (email: string) => {
    fixture.later(2)
    return fixture.forgot(email)
  }
  /** Hands over all jobs, and says how many letters came. */
  const arrived = (email: string): number => fixture.mailbox.kept.filter(to => to === email).length
  const send = (email: string, order = {}) => sendEmail(fixture.opony.services, { email, purpose: 'reset', ...order })

  test('are three an hour and ten a day to one mailbox; what was sent stays good, and the answer says nothing', async () => {
    const { email } = await anAccount(fixture.opony.services.db)
    const counts: number[] = []
    for (let hour = 0; hour < 5; hour += 1) {
      for (let n = 0; n < 5; n += 1) {
        fixture.later(2)
        await send(n % 2 ? email.toUpperCase() : email)
      }
      counts.push(arrived(email))
      fixture.later(60)
    }
    expect(counts).toEqual([3, 6, 9, 10, 10])
    const [over, fresh] = [await asked(email), await asked('nobody@example.com')]
    expect([over.status, over.body]).toEqual([fresh.status, fresh.body])
    fixture.later(24 * 60)
    await send(email)
    expect(arrived(email)).toBe(11)
  })

  test('are counted with invitations that strangers cause; those of the staff are not held back', async () => {
    const { email } = await anAccount(fixture.opony.services.db, { role: 'CLIENT', password: null })
    for (let n = 0; n < 5; n += 1) await send(email, { purpose: 'invitation', byStranger: true })
    expect(arrived(email)).toBe(3)
    await send(email)
    expect(arrived(email)).toBe(3)
    await send(email, { purpose: 'invitation' })
    expect(arrived(email)).toBe(4)
  })

  test('to a mailbox are counted whatever became of the account that they were for', async () => {
    const { db } = fixture.opony.services
    const { id, email } = await anAccount(db)
    for (let n = 0; n < 3; n += 1) {
      fixture.later(2)
      await send(email)
    }
    await db('users.accounts').where({ id }).update({ email: 'somebody.else@example.com' })
    await anAccount(db, { email })
    await send(email)
    expect(arrived(email)).toBe(3)
  })
})

describe('a link', () => {
  const expired = { status: 422, code: 'users.linkExpired', detail: 'Link utracił ważność' }
  const refused = async (answer: ReturnType<LinksFixture['choose']>) => {
    const { status, body } = await answer
    expect({ status, code: body.code, detail: body.detail }).toEqual(expired)
  }

  test('is stored hashed, and nowhere else', async () => {
    const { id, email } = await anAccount(fixture.opony.services.db)
    const token = await fixture.aLink(email)
    const [link] = await fixture.opony.services.db('users.links').where({ account_id: id })
    expect(link.token_hash).not.toContain(token)
    const { rows } = await fixture.opony.services.db.raw('select data from queue.job')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('says beforehand, by a header, whether it can still be used', async () => {
    const { email } = await anAccount(fixture.opony.services.db)
    const token = await fixture.aLink(email)
    const isValid = async (given?: string) => {
      const headers = given ? { 'link-token': given } : {}
      const answer = await fixture.opony.app.inject({ url: '/api/Authorization/SetNewPassword/link', headers })
      return [answer.statusCode, answer.json().data.valid]
    }
    expect(await isValid(token)).toEqual([200, true])
    expect(await isValid('another')).toEqual([200, false])
    expect(await isValid()).toEqual([200, false])
    await fixture.choose(token)
    expect(await isValid(token)).toEqual([200, false])
  })

  test('used fifty times at once sets one password', async () => {
    const { email } = await anAccount(fixture.opony.services.db)
    const token = await fixture.aLink(email)
    const tries = Array.from({ length: 50 }, (_, i) => `Tygrys lampa igła ${i}`)
    const answers = await Promise.all(tries.map(password => fixture.choose(token, password)))
    const won = tries.filter((_, i) => answers[i]?.status === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 422 || status === 503)).toBe(
      true
    )
    expect((await fixture.signIn(email, won[0]!)).status).toBe(200)
  })

  test('works once', async () => {
    const { email } = await anAccount(fixture.opony.services.db)
    const token = await fixture.aLink(email)
    expect((await fixture.choose(token)).status).toBe(200)
    await refused(fixture.choose(token))
  })

  test('of a reset ends after 60 minutes, of an invitation after 7 days', async () => {
    const { email } = await anAccount(fixture.opony.services.db)
    const reset = await fixture.aLink(email)
    fixture.later(60)
    await refused(fixture.choose(reset))
    const early = await fixture.aLink(email, 'invitation')
    fixture.later(7 * 24 * 60 - 1)
    expect((await fixture.choose(early)).status).toBe(200)
    const late = await fixture.aLink(email, 'invitation')
    fixture.later(7 * 24 * 60)
    await refused(fixture.choose(late))
  })

  test('stays valid when later ones are made; the use of one ends all', async () => {
    const { email } = await anAccount(fixture.opony.services.db, { password: null })
    const invitation = await fixture.aLink(email, 'invitation')
    const older = await fixture.aLink(email)
    fixture.later(2)
    const newer = await fixture.aLink(email)
    expect((await fixture.choose(older)).status).toBe(200)
    for (const token of [invitation, older, newer]) await refused(fixture.choose(token))
  })

  test('stands in the fragment of the address, which no server is sent, in the text and in the HTML', async () => {
    const { email } = await anAccount(fixture.opony.services.db)
    await sendEmail(fixture.opony.services, { email, purpose: 'reset' })
    const { text, html } = await fixture.mailbox.to(email)
    for (const written of [text, html]) {
      const [url = ''] = /https:\/\/admin\.example\.com\/[^\s"<]*/.exec(written) ?? []
      expect([new URL(url).pathname, new URL(url).search]).toEqual(['/setnewPassword', ''])
      expect(new URL(url).hash).toMatch(/^#token=[\w-]{43}$/)
    }
  })

  test.each(['', 'nothing', 'a\u0000b', 'x'.repeat(201)])('that is made up (%j) is refused', async token => {
    const { status } = await fixture.choose(token)
    expect([400, 422]).toContain(status)
  })

  test('ends every session of the account, and is written into its history', async () => {
    const { db } = fixture.opony.services
    const { id, email } = await anAccount(db)
    const person = await fixture.opony.signedInAs(id)
    expect((await fixture.choose(await fixture.aLink(email))).status).toBe(200)
    expect((await person.get('/api/Authorization/userinfo')).status).toBe(401)
    const changes = await db('kernel.changes').where({ resource_type: 'users.account', subject_id: id })
    expect(changes.map(({ code }) => code)).toEqual(['users.setNewPassword'])
    expect(JSON.stringify(changes)).not.toMatch(/scrypt|better/)
  })

  test('of an invitation sets the first password', async () => {
    const { services } = fixture.opony
    const { email } = await anAccount(services.db, { password: null })
    expect((await fixture.signIn(email, aPassword)).status).toBe(401)
    await services.db.transaction(trx => invite(services, trx, email))
    const letter = await fixture.mailbox.to(email)
    expect(letter.text).toContain('7 dni')
    expect((await fixture.choose(tokenIn(letter.text), aPassword)).status).toBe(200)
    expect((await fixture.signIn(email, aPassword)).status).toBe(200)
  })
})
