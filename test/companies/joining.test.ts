/** Joining a registered company, and that registering gains a stranger nothing: no answer, no row and no rest of a limit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registrationsADay } from '../../modules/companies/registration/rules.ts'
import { takeOfDay } from '../../src/kernel/access/daily-limit.ts'
import { securityKinds } from '../../src/kernel/security/kinds.ts'
import { type Answer, anApp, type Person, type TestApp } from '../helper/app.ts'
import { aMailbox, type Mailbox } from '../helper/emails.ts'
import { aCompany, anAccount } from '../helper/factories.ts'
import { aContact, anAddress, aRegistration } from './fixtures/registration.ts'

let test: TestApp
let staff: Person
let mailbox: Mailbox

beforeAll(async () => {
  mailbox = await aMailbox()
  test = await anApp({ MAIL_URL: mailbox.url, MAIL_FROM: 'opony@example.com' })
  await test.begin()
  staff = await test.signedInAs('ADMIN')
})
afterAll(async () => {
  await test.close()
  await mailbox.close()
})

let callers = 0
const stranger = (app = test): Person => app.nobody({ from: `10.8.${Math.floor(++callers / 250)}.${callers % 250}` })
const account = (email: string) => test.services.db('users.accounts').where({ email }).first()
const departments = (companyId: number) => test.services.db('companies.departments').where({ company_id: companyId })
const several = () => aCompany(test.services.db, { multiDepartment: true })
const accepted = [202, { data: { accepted: true } }]
const outcome = ({ status, body }: Answer) => [status, body]

const joinDepartment = (id: number, contact: object, who = stranger(), headers = {}) =>
  who.post(`/api/Companies/RegisterAccount/${id}`, contact, headers)
const addDepartment = (id: number, contactPerson: object, { who = stranger(), language = '1' } = {}) =>
  who.post(`/api/Companies/RegisterDepartment/${id}/lang/${language}`, { department: anAddress, contactPerson })
const registerPerson = (contactPerson: object, who = stranger()) =>
  who.post('/api/Admin/Companies/person', { country: 1, department: anAddress, contactPerson })

describe('a private person', () => {
  it('needs no BDO number for the first place, which says whose it is', async () => {
    await registerPerson(aContact('prywatna@example.com'))
    const { id, department_id: departmentId, company_id: companyId } = await account('prywatna@example.com')
    const person = await test.signedInAs(id)
    const { data: own } = (await person.get('/api/Authorization/userinfo')).body
    expect(own.companyBdoNumber).toBeNull()
    // the first place is mostly at the own address, which the form begins with
    expect(own.companyAddress).toEqual({ city: 'Chełm', street: expect.any(String), postalCode: '22-100' })
    const place = { ...anAddress, phone: '501502503', bdoNumber: null }
    const { status, body } = await person.post(`/api/Admin/Departments/${departmentId}/add-reception-place`, place)
    expect(status).toBe(201)
    expect((await staff.get(`/api/Admin/reception-places/${body.data.id}`)).body.data).toMatchObject({
      ...{ companyId, bdoNumber: null, clientType: 1, taxNumber: null }
    })
    expect((await staff.get(`/api/Admin/Companies/${companyId}`)).body.data.clientType).toBe(1)
  })
})

describe('whoever joins a department', () => {
  it('gets a letter in the language of the screen that says who lets in, and waits', async () => {
    const { id, departmentId } = await several()
    const contact = aContact('kolega@example.com')
    expect(outcome(await joinDepartment(departmentId, contact, stranger(), { 'accept-language': 'cs' }))).toEqual(
      accepted
    )
    expect(await account(contact.email)).toMatchObject({
      ...{ role: 4, company_id: id, department_id: departmentId, language: 6, confirmed_at: null }
    })
    const { subject, text } = await mailbox.to(contact.email)
    expect(subject).toMatch(/^Opony: žádost o přístup do firmy Opony \d+ sp\. z o\.o\.$/)
    expect(text).toContain('2. Přístup vám udělí administrátor této firmy nebo náš pracovník.')
    const joined = await test.signedInAs((await account(contact.email)).id)
    const { body } = await joined.get('/api/Authorization/userinfo')
    expect(body.data).toMatchObject({ role: null, isActivated: false, companyAddress: null })
    expect((await joined.get('/api/Admin/Orders')).status).toBe(403)
  })

  it('of a company that nobody has verified gets a letter without its name, which is a stranger’s', async () => {
    const { departmentId } = await aCompany(test.services.db, {
      verified: false,
      active: false,
      name: 'Wygrałeś 1000 zł'
    })
    const contact = aContact('obcy@example.com')
    await joinDepartment(departmentId, contact)
    const { subject, text } = await mailbox.to(contact.email)
    expect(subject).toBe('Opony: prośba o dostęp do firmy')
    expect(text).not.toContain('Wygrałeś')
  })

  it('by the staff does not wait', async () => {
    const { departmentId } = await several()
    expect((await joinDepartment(departmentId, aContact('przyjety@example.com'), staff)).status).toBe(202)
    expect((await account('przyjety@example.com')).confirmed_at).toBeInstanceOf(Date)
  })

  it('is judged by the country of the company', async () => {
    const { id, departmentId } = await several()
    const abroad = aContact('telefon@example.com', { phone: '+372 5301 2345' })
    const refused = await joinDepartment(departmentId, abroad)
    expect([refused.status, refused.body.Errors[0].PropertyName]).toEqual([400, 'phone'])
    await test.services.db('companies.companies').where({ id }).update({ country: 4 })
    expect((await joinDepartment(departmentId, abroad)).status).toBe(202)
  })
})

describe('a department that somebody asks for', () => {
  it.each([
    ['3', 3],
    ['et', 5]
  ])('is made with its first person, written to by lang/%s', async (language, number) => {
    const { id } = await several()
    const email = `oddzial.${language}@example.com`
    expect(outcome(await addDepartment(id, aContact(email), { language }))).toEqual(accepted)
    const [, added] = await departments(id).orderBy('id')
    expect(added).toMatchObject({ city: 'Chełm', postal_code: '22-100', requested_at: expect.any(Date) })
    expect(await account(email)).toMatchObject({ department_id: added.id, language: number, confirmed_at: null })
  })

  it('is shown to strangers, and may be joined by them, once somebody of it has been activated', async () => {
    const { id } = await several()
    await test.services.db('companies.companies').where({ id }).update({ tax_number: '1060000062' })
    const contact = aContact('pierwszy@example.com')
    await addDepartment(id, contact)
    const { id: added } = (await departments(id).orderBy('id'))[1]
    const shown = async () => {
      const asked = { taxNumber: '1060000062', country: 1 }
      const { body } = await stranger().post('/api/Companies/VerifyCompany', asked)
      return body.data.departments.map((one: { id: number }) => one.id)
    }
    expect(await shown()).not.toContain(added)
    expect((await joinDepartment(added, aContact('drugi@example.com'))).status).toBe(404)
    await test.services.db('users.accounts').where({ email: contact.email }).update({ confirmed_at: new Date() })
    expect(await shown()).toContain(added)
    expect((await joinDepartment(added, aContact('drugi@example.com'))).status).toBe(202)
  })

  it('is not among the departments of the company’s own people until somebody of it has been activated', async () => {
    const { id, departmentId } = await several()
    const clientAdmin = await test.signedInAs('CLIENT_ADMIN', { companyId: id, departmentId })
    const contact = aContact('cudzy@example.com')
    await addDepartment(id, contact)
    const { id: added } = (await departments(id).orderBy('id'))[1]
    const seenBy = async (who: Person) =>
      (await who.get(`/api/Admin/Companies/${id}/departments`)).body.data.map((one: { id: number }) => one.id)
    expect(await seenBy(clientAdmin)).toEqual([departmentId])
    expect(await seenBy(staff)).toEqual([departmentId, added])
    await test.services.db('users.accounts').where({ email: contact.email }).update({ confirmed_at: new Date() })
    expect(await seenBy(clientAdmin)).toEqual([departmentId, added])
  })

  it('is refused for a company with a single department, and for an unknown language', async () => {
    const { id } = await aCompany(test.services.db)
    const refused = await addDepartment(id, aContact('jeden@example.com'))
    expect([refused.status, refused.body.code]).toEqual([422, 'companies.oneDepartment'])
    for (const language of ['0', '7', 'fr', '1e0'])
      expect((await addDepartment((await several()).id, aContact('jeden@example.com'), { language })).status).toBe(404)
    expect(await account('jeden@example.com')).toBeUndefined()
  })
})

describe('a private person', () => {
  it('is a client by its own name, without a number', async () => {
    const contact = aContact('prywatnie@example.com')
    expect(outcome(await registerPerson(contact))).toEqual(accepted)
    const { company_id, role } = await account(contact.email)
    const company = await test.services.db('companies.companies').where({ id: company_id }).first()
    expect([role, company]).toMatchObject([
      2,
      { name: 'Ewa Lis', tax_number: null, register_check: null, verified: false }
    ])
    const history = await staff.get(`/api/Admin/Companies/${company_id}/history`)
    expect(history.body.data).toMatchObject([{ statusDescription: 'Zarejestrowano osobę prywatną' }])
  })
})

describe('an e-mail that has an account', () => {
  const ways: [string, (contact: object) => Promise<Answer>, string][] = [
    [
      'a company',
      contact => stranger().post('/api/Admin/Companies', foreign(contact)),
      'Opony: firma zarejestrowana, konto już istniało'
    ],
    ['a private person', contact => registerPerson(contact), 'Opony: masz już konto'],
    ['a department', async contact => addDepartment((await several()).id, contact), 'Opony: masz już konto'],
    ['a person', async contact => joinDepartment((await several()).departmentId, contact), 'Opony: masz już konto']
  ]
  const foreign = (contactPerson: object) =>
    aRegistration({ country: 2, taxNumber: undefined, regon: undefined, contactPerson })
  const known = ({ status, body, headers: { date: _, 'x-request-id': __, ...headers } }: Answer) => {
    const shape = body.data.id ? { data: { id: 'a number' } } : body
    return [status, shape, Object.keys(headers).sort()]
  }

  it.each(ways)(
    'is answered like an unknown one when %s registers, and its owner gets an e-mail',
    async (what, send, subject) => {
      const email = `zajety.${ways.findIndex(([name]) => name === what)}@example.com`
      const owner = await anAccount(test.services.db, { email, role: 'CLIENT', password: null })
      const taken = await send(aContact(email.toUpperCase()))
      const free = await send(aContact(`wolny.${email}`))
      expect(known(taken)).toEqual(known(free))
      expect(taken.status).toBeLessThan(300)
      expect((await mailbox.to(email)).subject).toBe(subject)
      const { first_name, company_id, version } = await account(email)
      expect([first_name, company_id, version]).toEqual(['Anna', null, 1])
      expect(owner.id).toBe((await account(email)).id)
    }
  )

  it('uses up ids like an unknown one, so that the next id reveals nothing', async () => {
    const { id } = await several()
    await anAccount(test.services.db, { email: 'numer@example.com', role: 'CLIENT', password: null })
    const last = async (sequence: string) => {
      const { rows } = await test.services.db.raw(`select last_value::int as at from companies.${sequence}`)
      return rows[0].at
    }
    const used = async (send: () => Promise<Answer>) => {
      const before = [await last('companies_id_seq'), await last('departments_id_seq')]
      expect((await send()).status).toBe(202)
      return [(await last('companies_id_seq')) - before[0], (await last('departments_id_seq')) - before[1]]
    }
    expect(await used(() => registerPerson(aContact('numer@example.com')))).toEqual([1, 1])
    expect(await used(() => registerPerson(aContact('nowy.numer@example.com')))).toEqual([1, 1])
    expect(await used(() => addDepartment(id, aContact('numer@example.com')))).toEqual([0, 1])
    expect(await used(() => addDepartment(id, aContact('nowy.numer2@example.com')))).toEqual([0, 1])
  })

  it('counts against the limit of a company like any other', async () => {
    const { departmentId } = await several()
    await anAccount(test.services.db, { email: 'liczony@example.com', role: 'CLIENT', password: null })
    const join = async (email: string) => (await joinDepartment(departmentId, aContact(email))).status
    for (let n = 0; n < 9; n++) expect(await join(`obcy${n}@example.com`)).toBe(202)
    expect(await join('liczony@example.com')).toBe(202)
    expect(await join('obcy9@example.com')).toBe(429)
  })

  it('of simultaneous calls creates one account, and nothing remains of the others', async () => {
    const contact = aContact('naraz@example.com', { lastName: 'Jednoczesna' })
    const answers = await Promise.all([1, 2, 3, 4].map(() => registerPerson(contact)))
    expect(answers.map(outcome)).toEqual(Array(4).fill(accepted))
    const made = await test.services.db('companies.companies').where({ name: 'Ewa Jednoczesna' })
    expect(made.map(({ id }) => id)).toEqual([(await account(contact.email)).company_id])
  })

  it('creates no department or company for a person who joins, or who registers privately', async () => {
    const { id } = await several()
    const all = () => test.services.db('companies.companies').count('* as n').first()
    const before = await all()
    await anAccount(test.services.db, { email: 'nic@example.com', role: 'CLIENT', password: null })
    await addDepartment(id, aContact('nic@example.com'))
    await registerPerson(aContact('nic@example.com'))
    expect([(await departments(id)).length, await all()]).toEqual([1, before])
  })
})

describe('strangers', () => {
  it('may ask to join one company ten times a day, from any number of addresses; staff any time', async () => {
    const { departmentId } = await several()
    const join = (n: number, who?: Person) => joinDepartment(departmentId, aContact(`tlum${n}@example.com`), who)
    const answers = await Promise.all(Array.from({ length: 13 }, (_, n) => join(n)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(202), 429, 429, 429])
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toBe('3600')
    expect((await join(20, staff)).status).toBe(202)
    const then = test.clock.now
    test.clock.now = new Date(then.getTime() + 25 * 3_600_000)
    expect((await join(21)).status).toBe(202)
    test.clock.now = then
  })

  it('of one network register twenty companies and persons a day; others, and staff, go on', async () => {
    const { db, security } = test.services
    await db.raw('truncate kernel.stranger_calls')
    const at = (from: string) => test.nobody({ from })
    const { services, clock } = test
    for (let n = 0; n < registrationsADay.ofNetwork; n++) {
      const address = `2001:db8:77:1:${n.toString(16)}::1`
      expect(await takeOfDay(db, registrationsADay, { services, now: clock.now, address })).toBe(true)
    }
    const refused = await registerPerson(aContact('zalew@example.com'), at('2001:db8:77:1:ffff::1'))
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'kernel.tooMany', '3600'])
    expect((await registerPerson(aContact('obok@example.com'), at('2001:db8:77:2::1'))).status).toBe(202)
    expect((await foreignCompany(staff)).status).toBe(201)
    // what all of them together do refuses nobody, and is recorded
    await db.raw(
      `insert into kernel.stranger_calls select 'companies.registerCompany', 'of ' || n, ?::timestamptz
      from generate_series(1, ?::int) n`,
      [test.clock.now, registrationsADay.unusual]
    )
    expect((await registerPerson(aContact('dalej@example.com'), at('2001:db8:77:3::1'))).status).toBe(202)
    await security.flush()
    const unusual = { kind: securityKinds.unusualNumber, subject: 'companies.registerCompany' }
    expect(await db('audit.security_events').where(unusual).count()).toEqual([{ count: 1 }])
    await db.raw('truncate kernel.stranger_calls')
  })

  it('call each of them twenty times an hour from one address', async () => {
    const one = test.nobody({ from: '10.9.9.9' })
    const statuses: number[] = []
    for (let n = 0; n <= 20; n++) statuses.push((await registerPerson({}, one)).status)
    expect(statuses).toEqual([...Array(20).fill(400), 429])
  })
})

const foreignCompany = (who: Person) =>
  who.post(
    '/api/Admin/Companies',
    aRegistration({ country: 2, taxNumber: undefined, regon: undefined, contactPerson: aContact('zalew2@example.com') })
  )
