import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { aMailbox, type Mailbox } from '../helper/emails.ts'
import { type ACompany, aCompany, anAccount, anItem, anOrder, aVehicle } from '../helper/factories.ts'
import { someoneWaits } from './fixtures/waiting.ts'

const drivers = '/api/Admin/Users/drivers'
let test: TestApp
let mailbox: Mailbox
let staff: Person
let company: ACompany
let itemId: number

beforeAll(async () => {
  mailbox = await aMailbox()
  test = await anApp({ MAIL_URL: mailbox.url, ADMIN_URL: 'https://admin.example.com', PASSWORD_MIN: '8' })
  await test.begin()
  staff = await test.signedInAs('ADMIN')
  company = await aCompany(test.services.db)
  itemId = (await anItem(test.services.db)).id
})
afterAll(async () => {
  await test.close()
  await mailbox.close()
})

let made = 0
const aDriver = (given: Record<string, unknown> = {}) => {
  made += 1
  return {
    lastName: `Kowalski ${made}`,
    firstName: 'Piotr',
    phone: '601602603',
    email: `driver${made}@fleet.example.com`,
    ...given
  }
}
const add = (given: Record<string, unknown> = {}) => staff.post('/api/Admin/Users/AddDriver', aDriver(given))
const listed = async () => (await staff.get(`${drivers}?Page=1&Limit=100`)).body.data
const account = (id: number) => test.services.db('users.accounts').where({ id }).first()
const tokenIn = (text: string): string => /token=([\w-]+)/.exec(text)?.[1] ?? ''
const choosePassword = (token: string) =>
  test.nobody({ from: '10.9.0.1' }).post('/api/Authorization/SetNewPassword/setNewPassword', {
    token,
    password: 'A-better-one-9',
    passwordConfirm: 'A-better-one-9'
  })

describe('adding a driver', () => {
  it('makes a confirmed account of the role, which the list shows as the documents wrap it', async () => {
    const { status, body } = await add({ lastName: 'Zając', firstName: 'Ewa', email: 'ewa@fleet.example.com' })
    expect(status).toBe(201)
    const { id } = body.data
    const person = { lastName: 'Zając', firstName: 'Ewa', phone: '601602603', email: 'ewa@fleet.example.com' }
    const row = { id, version: 1, ...person, absences: [], absenceDays: null, userData: { id, ...person } }
    expect(body.data).toEqual(row)
    expect(await listed()).toContainEqual(row)
    expect((await staff.get(`${drivers}/${id}`)).body.data).toEqual(row)
    expect(await account(id)).toMatchObject({ role: 3, password_hash: null, company_id: null, deactivated_at: null })
  })

  it('invites by a letter; with the password set, the driver signs in', async () => {
    const { email } = (await add()).body.data
    const letter = await mailbox.to(email)
    expect(letter.text).toContain('https://admin.example.com/setnewPassword#token=')
    expect((await choosePassword(tokenIn(letter.text))).status).toBe(200)
    const signed = await test
      .nobody({ host: officeHost })
      .post('/api/Authorization/sign-in', { email, password: 'A-better-one-9' })
    expect(signed.body.data.role).toBe(3)
  })

  it('says the documents’ sentences for what is missing or wrong', async () => {
    const { status, body } = await staff.post('/api/Admin/Users/AddDriver', { phone: '12', email: 'x' })
    expect(status).toBe(400)
    expect(body.Errors).toEqual([
      { PropertyName: 'lastName', ErrorMessage: 'Żeby dodać kierowce podaj nazwisko' },
      { PropertyName: 'firstName', ErrorMessage: 'Żeby dodać kierowce podaj Imię' },
      { PropertyName: 'phone', ErrorMessage: 'niepoprawny numer telefonu' },
      { PropertyName: 'email', ErrorMessage: 'Podaj poprawny email' }
    ])
  })

  it('refuses an e-mail that any account has, in whatever letters, at the field', async () => {
    await anAccount(test.services.db, { role: 'CLIENT', email: 'Taken@fleet.example.com' })
    const { status, body } = await add({ email: 'tAKEN@fleet.example.com' })
    expect(status).toBe(409)
    expect(body.Errors).toEqual([
      { PropertyName: 'email', ErrorMessage: 'Użytkownik o podanym adresie email już istnieje' }
    ])
  })

  it('by two at once with one e-mail makes one driver', async () => {
    const email = 'twice@fleet.example.com'
    const trx = await test.services.db.transaction()
    await trx('users.accounts').insert({ email })
    const second = add({ email: email.toUpperCase() })
    await someoneWaits(test.services.db)
    await trx.commit()
    expect((await second).body).toMatchObject({ status: 409, code: 'users.emailTaken' })
  })
})

describe('editing a driver', () => {
  it('changes the person; history says which fields, and keeps none of them', async () => {
    const driver = (await add()).body.data
    const changed = aDriver({ lastName: 'Nowa', phone: '700700700', email: driver.email, firstName: driver.firstName })
    const { status, body } = await staff.put(`${drivers}/${driver.id}`, changed)
    expect([status, body.data]).toMatchObject([200, { ...changed, version: 2 }])
    const history = (await staff.get(`${drivers}/${driver.id}/history`)).body.data
    expect(history).toMatchObject([
      { statusDescription: 'Zmieniono dane kierowcy. Nowe imię lub nazwisko. Nowy telefon.', changes: [] },
      { statusDescription: 'Dodano kierowcę', changes: [] }
    ])
    const kept = await test.services
      .db('kernel.changes')
      .where({ resource_type: 'fleet.driver', subject_id: driver.id })
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).not.toMatch(/Nowa|700700700|Kowalski|601602603|example\.com/)
  })

  it('keeps the days of absence, and history only that they are others; who is erased has none', async () => {
    const { body } = await add()
    const { id, userData: _, absences: _a, absenceDays: _d, version: _v, ...person } = body.data
    const edit = (absences: object[]) => staff.put(`${drivers}/${id}`, { ...person, absences })
    const period = { from: '2099-06-01', to: '2099-06-05' }
    const { status, body: changed } = await edit([period])
    expect([status, changed.data]).toMatchObject([
      200,
      { version: 2, absences: [period], absenceDays: '1.06.2099–5.06.2099' }
    ])
    expect((await edit([period])).body).toMatchObject({ unchanged: true })
    const { data } = (await staff.get(`${drivers}/${id}/history`)).body
    expect(data[0]).toMatchObject({ statusDescription: 'Zmieniono dane kierowcy. Inne dni nieobecności.', changes: [] })
    expect((await edit([{ from: '2026-06-02', to: '2026-06-01' }])).body).toMatchObject({
      status: 400,
      Errors: [{ PropertyName: 'absences', ErrorMessage: 'Ostatni dzień nie może być przed pierwszym.' }]
    })
    await staff.call('DELETE', `${drivers}/${id}`)
    expect(await test.services.db('fleet.absences').where({ driver_id: id })).toEqual([])
  })

  it('to another e-mail ends its sessions, and invites anew who has no password yet', async () => {
    const driver = (await add()).body.data
    const before = tokenIn((await mailbox.to(driver.email)).text)
    const person = await test.signedInAs(driver.id)
    const email = 'moved@fleet.example.com'
    expect((await staff.put(`${drivers}/${driver.id}`, aDriver({ email }))).status).toBe(200)
    expect((await person.get('/api/Authorization/userinfo')).status).toBe(401)
    expect((await choosePassword(before)).status).toBe(422)
    expect((await choosePassword(tokenIn((await mailbox.to(email)).text))).status).toBe(200)
  })

  it('keeps its sessions while the e-mail stays', async () => {
    const { id, email } = (await add()).body.data
    const person = await test.signedInAs(id)
    await staff.put(`${drivers}/${id}`, aDriver({ email }))
    expect((await person.get('/api/Authorization/userinfo')).status).toBe(200)
  })

  it('of an account that is no driver is a 404, and changes nothing', async () => {
    const other = await anAccount(test.services.db, { role: 'ADMIN' })
    expect((await staff.put(`${drivers}/${other.id}`, aDriver())).status).toBe(404)
    expect((await staff.call('DELETE', `${drivers}/${other.id}`)).status).toBe(404)
    expect((await staff.get(`${drivers}/${other.id}`)).status).toBe(404)
    expect(await account(other.id)).toMatchObject({ email: other.email, version: 1 })
  })
})

describe('removing a driver', () => {
  const remove = (id: number) => staff.call('DELETE', `${drivers}/${id}`)

  it('is refused while a vehicle has the driver, and says which', async () => {
    const driver = (await add()).body.data
    await aVehicle(test.services.db, { driverId: driver.id, plate: 'LU 77AB7' })
    expect((await remove(driver.id)).body).toMatchObject({
      status: 409,
      code: 'fleet.driverHasVehicle',
      detail: 'Kierowca jest przypisany do pojazdu LU 77AB7. Przypisz pojazdowi innego kierowcę albo usuń pojazd.'
    })
  })

  it.each([
    [0, 200],
    [1, 200],
    [2, 409],
    [3, 200],
    [5, 200]
  ])('with an order of status %d answers %d', async (status, expected) => {
    const driver = (await add()).body.data
    const order = await anOrder(test.services.db, { company, itemId, status })
    await test.services.db('orders.orders').where({ id: order.id }).update({ driver_id: driver.id })
    const answer = await remove(driver.id)
    expect(answer.status).toBe(expected)
    if (expected === 409)
      expect(answer.body.detail).toBe(
        'Kierowca ma zamówienia w realizacji. Najpierw je zakończ lub przekaż innemu kierowcy.'
      )
  })

  it('erases the person: nothing is left but the id, and nobody is signed in', async () => {
    const driver = (await add()).body.data
    const person = await test.signedInAs(driver.id)
    await person.put(`/api/Admin/Users/${driver.id}`, { firstName: 'Inny', lastName: 'Całkiem', phone: '888888888' })
    expect((await remove(driver.id)).body).toEqual({ data: null })
    expect((await person.get('/api/Authorization/userinfo')).status).toBe(401)
    expect(await account(driver.id)).toMatchObject({
      first_name: null,
      last_name: null,
      phone: null,
      password_hash: null,
      email: `erased-${driver.id}@erased.invalid`,
      deactivated_at: expect.any(Date)
    })
    expect((await listed()).map(({ id }: { id: number }) => id)).not.toContain(driver.id)
    expect((await staff.get(`${drivers}/${driver.id}`)).status).toBe(404)
    const kept = await test.services.db('kernel.changes').where({ subject_id: driver.id })
    expect(JSON.stringify(kept)).not.toMatch(/Inny|Całkiem|888888888|Kowalski|601602603|fleet\.example/)
  })

  it('keeps what the driver did readable, under an unknown user', async () => {
    const author = await anAccount(test.services.db, { role: 'DRIVER', lastName: 'Autor' })
    const operator = (await staff.post('/api/Admin/RecycleOperators', { name: 'Cementownia' })).body.data
    await test.services
      .db('kernel.changes')
      .where({ resource_type: 'fleet.operator' })
      .update({ account_id: author.id })
    const history = async () => (await staff.get(`/api/Admin/RecycleOperators/${operator.id}/history`)).body.data
    expect(await history()).toMatchObject([{ statusDescription: 'Dodano operatora', user: 'Anna Autor' }])
    expect((await remove(author.id)).status).toBe(200)
    expect(await history()).toMatchObject([{ statusDescription: 'Dodano operatora', user: null }])
  })

  it('frees the e-mail for somebody else', async () => {
    const driver = (await add()).body.data
    await remove(driver.id)
    expect((await add({ email: driver.email })).status).toBe(201)
  })
})
