import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendEmail } from '../../modules/users/links.ts'
import { invite } from '../../modules/users/public.ts'
import { anApp, officeHost, type TestApp } from '../helper/app.ts'
import { aMailbox, type Mailbox } from '../helper/emails.ts'
import { type AnAccount, anAccount, aPassword } from '../helper/factories.ts'

let opony: TestApp
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await aMailbox()
  opony = await anApp({
    MAIL_URL: mailbox.url,
    PORTAL_URL: 'https://portal.example.com',
    ADMIN_URL: 'https://admin.example.com',
    PASSWORD_MIN: '8'
  })
  await opony.begin()
})
afterAll(async () => {
  await opony.close()
  await mailbox.close()
})

let addresses = 0
const anAddress = (): string => {
  addresses += 1
  return `10.2.${addresses >> 8}.${addresses & 255}`
}
const forgot = (email: string) =>
  opony.nobody({ from: anAddress() }).post('/api/Authorization/forgot-password', { email })
const choose = (token: string, password = 'A-better-one-9', passwordConfirm = password) =>
  opony
    .nobody({ from: anAddress() })
    .post(
      '/api/Authorization/SetNewPassword/setNewPassword',
      { token, password, passwordConfirm },
      { 'accept-language': 'pl' }
    )
const signIn = (email: string, password: string) =>
  opony.nobody({ host: officeHost }).post('/api/Authorization/sign-in', { email, password })

const tokenIn = (text: string): string => /token=([\w-]+)/.exec(text)?.[1] ?? ''

/** A letter as the job sends it, without waiting for the queue. */
async function aLink(email: string, purpose: 'reset' | 'invitation' = 'reset'): Promise<string> {
  await sendEmail(opony.services, { email, purpose })
  return tokenIn((await mailbox.to(email)).text)
}
const later = (minutes: number): void => {
  opony.clock.now = new Date(opony.clock.now.getTime() + minutes * 60_000)
}

describe('a forgotten password', () => {
  test('answers everyone alike, and an e-mail goes out through the queue to who has an account', async () => {
    const account = await anAccount(opony.services.db, { email: 'anna.nowak@example.com' })
    const [unknown, known] = [await forgot('nobody@example.com'), await forgot('Anna.Nowak@example.com')]
    expect([unknown.status, unknown.body]).toEqual([202, { data: { accepted: true } }])
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    const letter = await mailbox.to(account.email)
    expect(letter.text).toContain('https://admin.example.com/setnewPassword?token=')
    expect(letter.text).toContain('anna.nowak@example.com')
    expect(letter.raw).not.toContain('evil')
    expect(mailbox.kept).not.toContain('nobody@example.com')

    expect((await choose(tokenIn(letter.text))).status).toBe(200)
    expect((await signIn(account.email, aPassword)).status).toBe(401)
    expect((await signIn(account.email, 'A-better-one-9')).status).toBe(200)
  })

  test('costs the same statements whether or not the account exists', async () => {
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
    const account = await anAccount(opony.services.db, { email: 'zofia.nowak@example.com' })
    const someone = { password: 'Somebody-elses-3', firstName: 'Jan', lastName: 'Nowy', phone: '501502503' }
    const body = { ...someone, email: 'Zofia.Nowak@example.com' }
    const answer = await opony.nobody({ host: officeHost }).post('/api/Authorization/sign-up', body)
    expect([answer.status, answer.body]).toEqual([202, { data: { accepted: true } }])
    const letter = await mailbox.to(account.email)
    expect(letter.subject).toBe('Opony: masz już konto')
    expect(letter.text).toContain('zofia.nowak@example.com')
    expect((await signIn(account.email, aPassword)).status).toBe(200)
    expect((await choose(tokenIn(letter.text))).status).toBe(200)
    expect((await signIn(account.email, 'A-better-one-9')).status).toBe(200)
  })

  test.each([
    [1, 'Opony: nowe hasło'],
    [2, 'Opony: new password'],
    [3, 'Opony: neues Passwort'],
    [4, 'Opony: nové heslo'],
    [5, 'Opony: uus parool'],
    [6, 'Opony: nové heslo']
  ])('the letter speaks language %i of the account, and leads a client to the portal', async (language, subject) => {
    const { email } = await anAccount(opony.services.db, { role: 'CLIENT', language })
    await sendEmail(opony.services, { email, purpose: 'reset' })
    const letter = await mailbox.to(email)
    expect(letter.subject).toBe(subject)
    expect(letter.text).toContain('https://portal.example.com/setnewPassword?token=')
  })

  test('a server of mail that refuses leaves no link, and the job tries again', async () => {
    const { db } = opony.services
    const { id, email } = await anAccount(db)
    mailbox.refuse(1)
    await expect(sendEmail(opony.services, { email, purpose: 'reset' })).rejects.toThrow()
    expect(await db('users.links').where({ account_id: id })).toEqual([])
    expect(await aLink(email)).not.toBe('')
  })

  test('asking again within a minute sends no second letter', async () => {
    const { email } = await anAccount(opony.services.db)
    const token = await aLink(email)
    await sendEmail(opony.services, { email, purpose: 'reset' })
    expect(mailbox.kept).not.toContain(email)
    expect((await choose(token)).status).toBe(200)
  })
})

describe('a link', () => {
  const expired = { status: 422, code: 'users.linkExpired', detail: 'Link utracił ważność' }
  const refused = async (answer: ReturnType<typeof choose>) => {
    const { status, body } = await answer
    expect({ status, code: body.code, detail: body.detail }).toEqual(expired)
  }

  test('is stored hashed, and nowhere else', async () => {
    const { id, email } = await anAccount(opony.services.db)
    const token = await aLink(email)
    const [link] = await opony.services.db('users.links').where({ account_id: id })
    expect(link.token_hash).not.toContain(token)
    const { rows } = await opony.services.db.raw('select data from queue.job')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('says beforehand, by a header, whether it can still be used', async () => {
    const { email } = await anAccount(opony.services.db)
    const token = await aLink(email)
    const isValid = async (given?: string) => {
      const headers = given ? { 'link-token': given } : {}
      const answer = await opony.app.inject({ url: '/api/Authorization/SetNewPassword/link', headers })
      return [answer.statusCode, answer.json().data.valid]
    }
    expect(await isValid(token)).toEqual([200, true])
    expect(await isValid('another')).toEqual([200, false])
    expect(await isValid()).toEqual([200, false])
    await choose(token)
    expect(await isValid(token)).toEqual([200, false])
  })

  test('used fifty times at once sets one password', async () => {
    const { email } = await anAccount(opony.services.db)
    const token = await aLink(email)
    const tries = Array.from({ length: 50 }, (_, i) => `Password-number-${i}`)
    const answers = await Promise.all(tries.map(password => choose(token, password)))
    const won = tries.filter((_, i) => answers[i]?.status === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 422 || status === 503)).toBe(
      true
    )
    expect((await signIn(email, won[0]!)).status).toBe(200)
  })

  test('works once', async () => {
    const { email } = await anAccount(opony.services.db)
    const token = await aLink(email)
    expect((await choose(token)).status).toBe(200)
    await refused(choose(token))
  })

  test('of a reset ends after 60 minutes, of an invitation after 7 days', async () => {
    const { email } = await anAccount(opony.services.db)
    const reset = await aLink(email)
    later(60)
    await refused(choose(reset))
    const early = await aLink(email, 'invitation')
    later(7 * 24 * 60 - 1)
    expect((await choose(early)).status).toBe(200)
    const late = await aLink(email, 'invitation')
    later(7 * 24 * 60)
    await refused(choose(late))
  })

  test('ends when a newer one is made', async () => {
    const { email } = await anAccount(opony.services.db)
    const older = await aLink(email)
    later(2)
    const newer = await aLink(email)
    await refused(choose(older))
    expect((await choose(newer)).status).toBe(200)
  })

  test.each(['', 'nothing', 'a\u0000b', 'x'.repeat(201)])('that is made up (%j) is refused', async token => {
    const { status } = await choose(token)
    expect([400, 422]).toContain(status)
  })

  test('ends every session of the account, and is written into its history', async () => {
    const { db } = opony.services
    const { id, email } = await anAccount(db)
    const person = await opony.signedInAs(id)
    expect((await choose(await aLink(email))).status).toBe(200)
    expect((await person.get('/api/Authorization/userinfo')).status).toBe(401)
    const changes = await db('kernel.changes').where({ resource_type: 'users.account', subject_id: id })
    expect(changes.map(({ code }) => code)).toEqual(['users.setNewPassword'])
    expect(JSON.stringify(changes)).not.toMatch(/scrypt|better/)
  })

  test('of an invitation sets the first password', async () => {
    const { services } = opony
    const { email } = await anAccount(services.db, { password: null })
    expect((await signIn(email, aPassword)).status).toBe(401)
    await services.db.transaction(trx => invite(services, trx, email))
    const letter = await mailbox.to(email)
    expect(letter.text).toContain('7 dni')
    expect((await choose(tokenIn(letter.text), aPassword)).status).toBe(200)
    expect((await signIn(email, aPassword)).status).toBe(200)
  })
})

describe('a new password', () => {
  let account: AnAccount
  let token: string
  beforeAll(async () => {
    account = await anAccount(opony.services.db, { email: 'barbara.kowalska@example.com' })
    token = await aLink(account.email)
  })

  test.each([
    ['five characters', '12a4!', undefined, 'password', 'Wpisz co najmniej 6 znaków.'],
    ['fewer than the setting asks', '12a4!xy', undefined, 'password', 'Wpisz co najmniej 8 znaków.'],
    ['fifty-one characters', 'a1'.repeat(25).concat('b'), undefined, 'password', 'Wpisz najwyżej 50 znaków.'],
    ['two that differ', 'A-better-one-9', 'A-better-one-8', 'passwordConfirm', 'Hasła nie są takie same.'],
    ['one of the commonest', 'Password123', undefined, 'password', expect.stringContaining('odgadnąć')],
    ['one character only', 'zzzzzzzzz', undefined, 'password', expect.stringContaining('odgadnąć')],
    ['the own e-mail', 'Barbara.Kowalska', undefined, 'password', expect.stringContaining('odgadnąć')],
    ['blanks', '          ', undefined, 'password', 'To pole jest wymagane.']
  ])('%s is refused, and the link stays good', async (_what, password, confirm, field, sentence) => {
    const { status, body } = await choose(token, password, confirm)
    expect([status, body.code]).toEqual([400, 'kernel.invalid'])
    expect(body.Errors).toContainEqual({ PropertyName: field, ErrorMessage: sentence })
  })

  test('of fifty characters in any script is taken', async () => {
    const password = `żółw 🚜 ${'ł1'.repeat(21)}x`
    expect([...password]).toHaveLength(50)
    expect((await choose(token, password)).status).toBe(200)
    expect((await signIn(account.email, password)).status).toBe(200)
  })
})
