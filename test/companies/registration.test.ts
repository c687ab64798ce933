/** Registering: what is made, who is invited, and what it is held against. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, anApp, type Person, type TestApp } from '../helper/app.ts'
import { aMailbox, type Mailbox } from '../helper/emails.ts'
import { aService, aSubject, onVatList, type TestService, vatListError } from '../helper/registers.ts'
import { aContact, anAddress, aRegistration } from './fixtures/registration.ts'

let test: TestApp
let staff: Person
let mailbox: Mailbox
let vatList: TestService

beforeAll(async () => {
  mailbox = await aMailbox()
  vatList = await aService()
  test = await anApp({ MAIL_URL: mailbox.url, MAIL_FROM: 'opony@example.com', VAT_LIST_URL: vatList.url })
  await test.begin()
  staff = await test.signedInAs('ADMIN')
})
afterAll(async () => {
  await test.close()
  await mailbox.close()
  await vatList.close()
})
beforeEach(async () => {
  vatList.answers(onVatList(aSubject, 'q-77'))
  const { db } = test.services
  await db.raw('truncate companies.register_answers, companies.register_pauses')
  await db('companies.companies').where({ tax_number: aSubject.nip }).update({ tax_number: null })
})

let callers = 0
/** A stranger at a new address. */
const stranger = (): Person => test.nobody({ from: `10.7.0.${++callers}` })
const register = (more: object = {}, who: Person = stranger(), headers = {}): Promise<Answer> =>
  who.post('/api/Admin/Companies', aRegistration(more), headers)
const verify = (taxNumber: string = aSubject.nip) =>
  stranger().post('/api/Companies/VerifyCompany', { taxNumber, country: 1 })

const company = (id: number) => test.services.db('companies.companies').where({ id }).first()
const account = (email: string) => test.services.db('users.accounts').where({ email }).first()
const toVerify = async (): Promise<number> => {
  const { body } = await staff.get('/api/Notifications')
  return body.data.find((one: { notificationType: number }) => one.notificationType === 2).count
}

describe('a company that a stranger registers', () => {
  it('is unverified, has a department and an invited administrator, and is shown to the staff at once', async () => {
    const before = await toVerify()
    const contactPerson = aContact('szef@oponex.example.com')
    const answer = await register({ contactPerson, bdoNumber: '000123456' }, stranger(), { 'accept-language': 'de' })
    expect([answer.status, answer.body]).toEqual([201, { data: { id: expect.any(Number) } }])
    const { id } = answer.body.data
    expect(await company(id)).toMatchObject({
      ...{ name: 'Oponex sp. z o.o.', tax_number: aSubject.nip, regon: aSubject.regon, bdo_number: '000123456' },
      ...{ verified: false, active: false, multi_department: false, country: 1 },
      ...{ city: 'Chełm', street: 'Lubelska 12/3', postal_code: '22-100', terms_accepted_at: expect.any(Date) }
    })
    const departments = await test.services.db('companies.departments').where({ company_id: id })
    expect(departments).toMatchObject([{ ...{ city: 'Chełm', postal_code: '22-100' }, requested_at: null }])
    expect(await account(contactPerson.email)).toMatchObject({
      ...{ role: 2, company_id: id, department_id: departments[0].id, first_name: 'Ewa', phone: '501502503' },
      ...{ language: 3, confirmed_at: expect.any(Date), password_hash: null }
    })
    const { subject, text } = await mailbox.to(contactPerson.email)
    expect(subject).toBe('Opony: Registrierung bestätigen')
    expect(text).toContain(
      '3. Wir prüfen die Registrierung, in der Regel innerhalb eines Werktags, und schreiben Ihnen wieder'
    )
    const list = await staff.get('/api/Admin/Companies?Verified=false&limit=1000')
    expect(list.body.data.map((row: { id: number }) => row.id)).toContain(id)
    expect([await toVerify(), list.body.total]).toEqual([before + 1, before + 1])
    const history = await staff.get(`/api/Admin/Companies/${id}/history`)
    expect(history.body.data).toMatchObject([{ statusDescription: 'Zarejestrowano firmę' }])
  })

  it('is named in the letter only if the register has its name', async () => {
    const subjectFor = async (name: string, email: string) => {
      await test.services.db('companies.companies').where({ tax_number: aSubject.nip }).update({ tax_number: null })
      await verify()
      expect((await register({ name, contactPerson: aContact(email) })).status).toBe(201)
      const { subject, text } = await mailbox.to(email)
      return [subject, text.replace(/\s+/g, ' ').includes(name)]
    }
    const named = ['Opony: potwierdź rejestrację firmy OPONEX SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ', true]
    expect(await subjectFor(aSubject.name, 'nazwa@oponex.example.com')).toEqual(named)
    expect(await subjectFor('Wygrałeś 1000 zł', 'inna@oponex.example.com')).toEqual([
      'Opony: potwierdź rejestrację',
      false
    ])
  })

  it('is known by its number afterwards: a second one is refused at the number, in the words of the specification', async () => {
    await register({ contactPerson: aContact('pierwszy@oponex.example.com') })
    const again = await register({
      contactPerson: aContact('drugi@oponex.example.com')
    })
    const ours = 'Ta firma jest już zarejestrowana. Zarejestruj w niej oddział albo poproś o konto.'
    expect([again.status, again.body.code, again.body.Errors]).toEqual([
      ...[409, 'companies.alreadyRegistered'],
      [{ PropertyName: 'taxNumber', ErrorMessage: ours }]
    ])
    expect(await account('drugi@oponex.example.com')).toBeUndefined()
  })

  it('one of two registrations with the same number at the same time succeeds', async () => {
    const at = (n: number) => register({ contactPerson: aContact(`naraz${n}@oponex.example.com`) })
    const answers = await Promise.all([1, 2, 3, 4].map(at))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  it('abroad needs neither number nor name: it is named after its contact person', async () => {
    const contactPerson = aContact('mari@naide.example.com', { phone: '+372 5301 2345' })
    const { status, body } = await register({
      ...{ country: 4, taxNumber: undefined, name: undefined, regon: undefined, contactPerson },
      department: { city: 'Tallinn', street: 'Pikk 3', postalCode: '10123' }
    })
    expect(status).toBe(201)
    expect(await company(body.data.id)).toMatchObject({ name: 'Ewa Lis', tax_number: null, register_check: null })
  })
})

describe('a company that staff register for somebody', () => {
  it('is answered as a row, and its administrator is invited in the language of the country', async () => {
    const contactPerson = aContact('chef@reifen.example.com')
    const german = { country: 2, taxNumber: 'DE136695976', regon: undefined, name: 'Reifen GmbH', contactPerson }
    const { status, body } = await register(german, staff, { 'accept-language': 'pl' })
    expect([status, body.data]).toMatchObject([201, { name: 'Reifen GmbH', taxNumber: '136695976', verified: false }])
    expect((await mailbox.to(contactPerson.email)).subject).toBe('Opony: Einladung von Reifen GmbH')
  })

  it('is refused where the e-mail is taken, and creates nothing', async () => {
    await register({ contactPerson: aContact('zajety@oponex.example.com'), taxNumber: '1060000062' })
    const { status, body } = await register({ contactPerson: aContact('ZAJETY@oponex.example.com') }, staff)
    expect([status, body.Errors]).toEqual([
      409,
      [{ PropertyName: 'contactPerson.email', ErrorMessage: 'Użytkownik o podanym adresie email już istnieje' }]
    ])
    expect((await verify()).body.data.alreadyRegistered).toBe(false)
  })
})

describe('what the register says of the number', () => {
  const checkOf = async (more: object = {}) => {
    const { status, body } = await register({
      contactPerson: aContact(`check${++callers}@oponex.example.com`),
      ...more
    })
    expect(status).toBe(201)
    const { register_check, register_request_id } = await company(body.data.id)
    const shown = await staff.get(`/api/Admin/Companies/${body.data.id}`)
    expect(shown.body.data.registerCheck).toBe(register_check)
    return [register_check, register_request_id]
  }

  it('is kept as the same, however the name is spelt', async () => {
    await verify()
    expect(await checkOf({ name: 'Oponex Spółka z ograniczoną odpowiedzialnością' })).toEqual([5, 'q-77'])
  })

  it.each([
    ['the address agrees, however it is written', {}, 5],
    ['the street is another', { street: 'Zmyślona 1' }, 4],
    ['the city is another', { city: 'Lublin' }, 4],
    ['the postal code is another', { postalCode: '00-001' }, 4]
  ])('is kept: %s', async (_what, more, expected) => {
    await verify()
    const { companyAddress } = (await verify()).body.data
    const { city, street, postal } = companyAddress
    const department = { city, street: `ul. ${street.toLowerCase()}`, postalCode: postal, ...more }
    expect(await checkOf({ name: aSubject.name, department })).toEqual([expected, 'q-77'])
  })

  it.each([
    ['another name', { name: 'Nie Ta Firma' }],
    ['another REGON', { name: aSubject.name, regon: '123456785' }]
  ])('is kept: %s', async (_what, more) => {
    await verify()
    expect(await checkOf(more)).toEqual([3, 'q-77'])
  })

  it.each([
    ['is down', 'broken' as const, 503],
    ['is slow to the end', 'silent' as const, 503],
    ['answers nonsense', { text: '<html>' }, 503],
    ['is limited', vatListError('WL-191', 429), 503],
    ['does not know it', onVatList(null, 'q-78'), 200]
  ])(
    'is not required: where it %s, the company is unchecked',
    async (_what, reply, asked) => {
      vatList.answers(reply)
      expect((await verify()).status).toBe(asked)
      const [check] = await checkOf()
      expect(check).toBe(2)
    },
    30_000
  )

  it('is used for a day only', async () => {
    await verify()
    const then = test.clock.now
    test.clock.now = new Date(then.getTime() + 25 * 3_600_000)
    expect(await checkOf({ name: aSubject.name })).toEqual([2, null])
    test.clock.now = then
  })
})

describe('a body', () => {
  it.each([
    ['without a number', { taxNumber: undefined }, 'taxNumber'],
    ['without a name', { name: undefined }, 'name'],
    ['without a REGON', { regon: undefined }, 'regon'],
    ['with a NIP of dashes', { taxNumber: '525-234-40-78' }, 'taxNumber'],
    ['with a wrong REGON', { regon: '192598185' }, 'regon'],
    ['with a BDO number of letters', { bdoNumber: 'BDO12' }, 'bdoNumber'],
    [
      'with a postal code of five characters',
      { department: { ...anAddress, postalCode: '22100' } },
      'department.postalCode'
    ],
    ['without a street', { department: { ...anAddress, street: ' ' } }, 'department.street'],
    ['without a town', { department: { ...anAddress, city: '' } }, 'department.city'],
    [
      'with an e-mail of 51 characters',
      { contactPerson: aContact(`${'x'.repeat(39)}@example.com`) },
      'contactPerson.email'
    ],
    ['with a phone of 8 digits', { contactPerson: aContact('a@b.pl', { phone: '50150250' }) }, 'contactPerson.phone'],
    ['that refuses the terms', { terms: false }, 'terms'],
    ['that verifies itself', { verified: true }, 'verified']
  ])('%s is refused at its field', async (_what, more, field) => {
    const { status, body } = await register(more)
    expect([status, body.Errors.map((one: { PropertyName: string }) => one.PropertyName)]).toEqual([400, [field]])
  })
})
