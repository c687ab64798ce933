/** What the audit has: every command by anyone, with ids and names of commands only. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordEntry } from '../../modules/audit/record.ts'
import { unwrapped } from '../../src/contract/schema.ts'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { anAccount, anOperator, aPassword, aVehicle } from '../helper/factories.ts'

let test: TestApp
let staff: Person
beforeAll(async () => {
  test = await anApp()
})
afterAll(() => test.close())

let since = 0
beforeEach(async () => {
  staff = await test.signedInAs((await anAccount(test.services.db)).id)
  since = (await test.services.db('audit.entries').max('id')).at(0)?.max ?? 0
})
const written = () => test.services.db('audit.entries').where('id', '>', since).orderBy('id')
const operators = '/api/Admin/RecycleOperators'

describe('a command', () => {
  it('writes one entry: account, audience, command and rows', async () => {
    const { id } = (await staff.post(operators, { name: 'Audyt 1' })).body.data
    await staff.put(`${operators}/${id}`, { name: 'Audyt 2' })
    await staff.call('DELETE', `${operators}/${id}`)
    const by = { account_id: staff.accountId, audience: 'ADMIN', resource_type: 'fleet.operator', subject_ids: [id] }
    expect(await written()).toMatchObject([
      { ...by, command: 'fleet.addOperator' },
      { ...by, command: 'fleet.editOperator' },
      { ...by, command: 'fleet.removeOperator' }
    ])
  })

  it('writes no entry when it is refused or repeated under its key', async () => {
    const key = { 'idempotency-key': 'the-same-key-for-both' }
    const twice = [{ name: 'Audyt 3' }, { name: 'Audyt 3' }].map(body => staff.post(operators, body, key))
    await Promise.all(twice)
    expect((await staff.post(operators, { name: 'Audyt 3' })).status).toBe(422)
    expect((await staff.call('DELETE', `${operators}/2000000000`)).status).toBe(404)
    expect(await written()).toHaveLength(1)
  })

  it('names all of its rows; a system command names no account', async () => {
    const admin = await anAccount(test.services.db)
    const { id: gone } = await anOperator(test.services.db)
    await staff.put(`/api/Admin/Users/admins/${admin.id}/deactivate`)
    await staff.call('DELETE', `${operators}/${gone}`)
    expect((await written()).map(({ subject_ids }) => subject_ids)).toEqual([[admin.id], [gone]])
  })

  it('that signs an account in names that account', async () => {
    const { id, email } = await anAccount(test.services.db)
    const call = (password: string) =>
      test.nobody({ host: officeHost }).post('/api/Authorization/sign-in', { email, password })
    expect((await call('not the password')).status).toBe(401)
    expect((await call(aPassword)).status).toBe(200)
    expect(await written()).toMatchObject([{ account_id: id, audience: 'anyone', command: 'users.signIn' }])
  })

  it('contains neither secrets nor names of people', async () => {
    const person = { email: 'canary@example.com', firstName: 'Kanarek', lastName: 'Żółty', phone: '987654321' }
    const { id } = await anAccount(test.services.db, person)
    expect((await staff.put(`/api/Admin/Users/${id}`, { ...person, firstName: 'Kanarek2' })).status).toBe(200)
    await staff.call('DELETE', `/api/Admin/Users/admins/${id}`)
    const signIn = { email: (await anAccount(test.services.db)).email, password: aPassword }
    await test.nobody({ host: officeHost }).post('/api/Authorization/sign-in', signIn)
    const kept = JSON.stringify(await written())
    expect(JSON.parse(kept).length).toBe(3)
    for (const secret of ['anarek', 'canary', 'Żółty', '987654321', aPassword, '@']) expect(kept).not.toContain(secret)
  })
})

describe('the page of the audit', () => {
  const listed = async (filters: string) => (await staff.get(`/api/Admin/Audit?${filters}`)).body

  it('shows people’s present names, newest entry first, and no name of an erased person', async () => {
    const { id } = await anAccount(test.services.db, { firstName: 'Iga', lastName: 'Odeszła' })
    const person = await test.signedInAs(id)
    await person.post(operators, { name: 'Audyt 4' })
    expect((await listed('Person=odesz')).data).toMatchObject([{ who: 'Iga Odeszła', action: 'fleet.addOperator' }])
    await staff.call('DELETE', `/api/Admin/Users/admins/${id}`)
    expect((await listed('Person=odesz')).total).toBe(0)
    const { data } = await listed('limit=2')
    expect(data).toMatchObject([
      { command: 'users.removeAdmin' },
      { person: null, who: null, command: 'fleet.addOperator', accountId: id }
    ])
  })

  it('shows the present names of rows, and the last name of a row that was deleted', async () => {
    const { db } = test.services
    const { id } = (await staff.post(operators, { name: 'Pierwsza nazwa' })).body.data
    const vehicle = await aVehicle(db, { plate: 'LCH AUDYT' })
    const colleague = await anAccount(db, { firstName: 'Iga', lastName: 'Nazwana' })
    const subjects = async (limit: number) =>
      (await listed(`limit=${limit}`)).data.map((entry: { subjects: string[] }) => entry.subjects)
    expect(await subjects(1)).toEqual([['Pierwsza nazwa']])
    await staff.put(`${operators}/${id}`, { name: 'Druga nazwa' })
    expect(await subjects(2)).toEqual([['Druga nazwa'], ['Druga nazwa']])
    await staff.call('DELETE', `${operators}/${id}`)
    expect(await subjects(1)).toEqual([['Druga nazwa']])
    await staff.call('DELETE', `/api/Admin/Vehicles/${vehicle.id}`)
    await staff.put(`/api/Admin/Users/admins/${colleague.id}/deactivate`)
    expect(await subjects(2)).toEqual([['Iga Nazwana'], ['LCH AUDYT']])
  })

  it('names five rows of an entry and counts the others, gives the id of a row without a name, and names the system', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => 1_999_999_000 + at)
    const entry = { accountId: null, audience: 'system', command: 'iot.silence', resourceType: 'iot.container' }
    await recordEntry(test.services.db, { ...entry, at: new Date(Date.now() + 60_000), subjectIds: ids })
    const [first] = (await listed('limit=1')).data
    expect(first).toMatchObject({ who: '#system', subjects: [...ids.slice(0, 5).map(id => `#${id}`), '+7'] })
  })

  it('calls a program without an account by its name, and other callers without one strangers', async () => {
    const at = new Date(Date.now() + 120_000)
    const entry = { at, accountId: null, audience: 'anyone', resourceType: null, subjectIds: [] } as const
    await recordEntry(test.services.db, { ...entry, command: 'orders.receiveInvoice' })
    await recordEntry(test.services.db, { ...entry, command: 'companies.verifyCompany' })
    const data = (await listed('limit=2')).data as { who: string; command: string }[]
    const [byProgram, byStranger] = ['orders.receiveInvoice', 'companies.verifyCompany'].map(
      command => data.find(one => one.command === command)?.who
    )
    expect(byStranger).toBe('#stranger')
    const { columns } = (await staff.get('/api/ui/pages/audit.entries')).body.data.list
    const { words = {} } = unwrapped(columns.find(({ key }: { key: string }) => key === 'who').schema)
    expect([words[byProgram as string], words['#stranger']]).toEqual([
      'orders.receiveInvoice.caller',
      'audit.entry.stranger'
    ])
  })

  it('says what was changed from what to what, and where the row is shown', async () => {
    const { id } = (await staff.post(operators, { name: 'Audyt 30' })).body.data
    await staff.put(`${operators}/${id}`, { name: 'Audyt 31' })
    const entry = (await written()).at(-1)
    const { body } = await staff.get(`/api/Admin/Audit/${entry?.id}/changes`)
    expect(body.data).toMatchObject({
      total: 1,
      rows: [
        {
          ...{ id, name: 'Audyt 31', sentence: expect.stringMatching(/\S/) },
          path: expect.stringMatching(new RegExp(`^/.+\\?panel=${id}$`)),
          changes: [{ label: 'fleet.operator.name', before: 'Audyt 30', after: 'Audyt 31' }]
        }
      ]
    })
  })

  it('names who a person is in what was changed, and not by the id', async () => {
    const { db } = test.services
    const [one, other] = [await anAccount(db, { role: 'DRIVER' }), await anAccount(db, { role: 'DRIVER' })]
    const { id, ...vehicle } = await aVehicle(db)
    await db('fleet.vehicles').where({ id }).update({ driver_id: one.id })
    const { body: present } = await staff.get(`/api/Admin/Vehicles/${id}`)
    const { brand, model, registerNumber } = present.data ?? vehicle
    const edited = await staff.put(`/api/Admin/Vehicles/${id}`, { brand, model, registerNumber, driverId: other.id })
    expect(edited.status).toBe(200)
    const entry = (await written()).at(-1)
    const { body } = await staff.get(`/api/Admin/Audit/${entry?.id}/changes`)
    const driver = body.data.rows[0].changes.find(({ label }: { label: string }) => label === 'fleet.vehicle.driver')
    expect(driver.before).toMatch(/^\D+/)
    expect(driver.after).toMatch(/^\D+/)
  })

  it('finds entries by the number or name of what they are about', async () => {
    const { db } = test.services
    const { id } = await aVehicle(db, { plate: 'AU 7712' })
    await staff.call('DELETE', `/api/Admin/Vehicles/${id}`)
    const { id: other } = await aVehicle(db, { plate: 'AU 7713' })
    await staff.call('DELETE', `/api/Admin/Vehicles/${other}`)
    const found = async (text: string) =>
      (await staff.get(`/api/Admin/Audit?Subject=${encodeURIComponent(text)}`)).body.data.map(
        ({ subjectIds }: { subjectIds: number[] }) => subjectIds
      )
    expect(await found('au 7712')).toEqual([[id]])
    expect(await found('AU 771')).toEqual([[other], [id]])
    expect(await found('AU%7712')).toEqual([])
  })

  it('is searched by who did it and by what it is about, each word by itself', async () => {
    const { db } = test.services
    const { id } = await aVehicle(db, { plate: 'AU 7714' })
    await staff.call('DELETE', `/api/Admin/Vehicles/${id}`)
    const { id: other } = await aVehicle(db, { plate: 'AU 7715' })
    const colleague = await test.signedInAs((await anAccount(db)).id)
    await colleague.call('DELETE', `/api/Admin/Vehicles/${other}`)
    const { email } = await db('users.accounts').where({ id: staff.accountId }).first('email')
    const found = async (text: string) =>
      (
        await staff.get(`/api/Admin/Audit?Action=fleet.removeVehicle&allFields=${encodeURIComponent(text)}`)
      ).body.data.map(({ subjectIds }: { subjectIds: number[] }) => subjectIds)
    expect(await found('771')).toEqual(expect.arrayContaining([[id], [other]]))
    expect(await found('7714')).toEqual([[id]])
    expect(await found(`${email} 7714`)).toEqual([[id]])
    expect(await found(`${email} 7715`)).toEqual([])
    expect((await staff.get('/api/ui/pages/audit.entries')).body.data.list.search.placeholder).toBe(
      'audit.entry.search'
    )
  })

  it('offers its filters in the language of the reader', async () => {
    const { data } = (await staff.get('/api/Admin/Audit/acts')).body
    expect(data).toContainEqual({ command: 'orders.cancel', act: 'Anulowano zamówienie' })
    await staff.post(operators, { name: 'Audyt według czynności' })
    expect((await listed('Action=fleet.addOperator')).total).toBeGreaterThan(0)
    expect((await listed('Action=fleet.add')).total).toBe(0)
  })

  it('begins without the sessions that the browser renewed, which have a filter of their own', async () => {
    await staff.post('/api/Authorization/renew')
    await staff.post(operators, { name: 'Audyt bez sesji' })
    const commandsOf = async (query: string): Promise<string[]> =>
      (await listed(`limit=50&${query}`)).data
        .filter(({ accountId }: { accountId: number }) => accountId === staff.accountId)
        .map(({ command }: { command: string }) => command)
    expect(await commandsOf('')).toEqual(['fleet.addOperator', 'users.renew'])
    const { filters } = (await staff.get('/api/ui/pages/audit.entries')).body.data.list
    const { key, initial } = filters.find((one: { initial?: string }) => one.initial !== undefined)
    expect(await commandsOf(`${key}=${initial}`)).toEqual(['fleet.addOperator'])
    expect(await commandsOf(`${key}=true`)).toEqual(['users.renew'])
    const { data: acts } = (await staff.get('/api/Admin/Audit/acts')).body
    expect(acts.map(({ command }: { command: string }) => command)).not.toContain('users.renew')
  })

  it.each([
    ['Command=fleet.add', true],
    ['Command=FLEET', false],
    ['Command=%25', false],
    ['From=2020-01-01&To=2099-01-01', true],
    ['To=2020-01-01', false],
    ['SubjectId=2000000000', false]
  ])('finds by %s: %s', async (filters, expected) => {
    await staff.post(operators, { name: `Audyt ${filters}` })
    expect((await listed(filters)).total > 0).toBe(expected)
  })

  it.each(['From=yesterday', 'SubjectId=x', `Person=${'x'.repeat(51)}`])('refuses %s', async filters => {
    expect((await staff.get(`/api/Admin/Audit?${filters}`)).status).toBe(400)
  })

  it('counts a day from its midnight in Warsaw', async () => {
    test.clock.now = new Date('2026-07-01T22:30:00Z')
    await staff.post(operators, { name: 'Audyt o północy' })
    test.clock.now = new Date()
    expect((await listed('From=2026-07-02&To=2026-07-02')).total).toBe(1)
    expect((await listed('From=2026-07-01&To=2026-07-01')).total).toBe(0)
  })
})
