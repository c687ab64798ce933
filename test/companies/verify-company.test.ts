/** The look-up at the beginning of a registration, with its registers on loopback. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { type Answer, anApp, type TestApp } from '../helper/app.ts'
import { aCompany, aDepartment } from '../helper/factories.ts'
import {
  aService,
  aSubject,
  onVatList,
  onVies,
  type TestService,
  vatListError,
  viesError
} from '../helper/registers.ts'

let vatList: TestService
let vies: TestService
let test: TestApp

beforeAll(async () => {
  vatList = await aService()
  vies = await aService()
  test = await anApp({ ROLES: 'web', VAT_LIST_URL: vatList.url, VIES_URL: vies.url })
})
afterAll(async () => {
  await test.close()
  await vatList.close()
  await vies.close()
})
beforeEach(async () => {
  vatList.answers('broken')
  vies.answers('broken')
  await test.services.db.raw('truncate companies.register_answers, companies.register_pauses')
  test.clock.now = new Date('2026-11-21T12:00:00Z')
})

let callers = 0
/** A stranger at a new address. */
const stranger = (app = test) => {
  callers += 1
  return app.nobody({ from: `10.1.${Math.floor(callers / 250)}.${callers % 250}` })
}
const verify = (taxNumber: string, country = 1, app = test): Promise<Answer> =>
  stranger(app).post('/api/Companies/VerifyCompany', { taxNumber, country })
const later = (ms: number): void => {
  test.clock.now = new Date(test.clock.now.getTime() + ms)
}
const hour = 3_600_000
const { nip } = aSubject

/** The result for a number of which nothing is known. */
const nothing = {
  alreadyRegistered: false,
  found: false,
  name: null,
  regon: null,
  statusVat: null,
  residenceAddress: null,
  companyAddress: { city: null, postal: null, street: null },
  requestId: null,
  companyId: null,
  multiDepartment: false,
  departments: []
}

it('is asked with the number before the country, so that the focus begins at the number', async () => {
  const { fields } = (await stranger().get('/api/ui/forms/companies.verifyCompany')).body.data
  expect(fields.map(({ name }: { name: string }) => name)).toEqual(['taxNumber', 'country'])
})

describe('a company that is registered', () => {
  const registered = async (taxNumber: string, country: number, multiDepartment: boolean) => {
    const company = await aCompany(test.services.db, { multiDepartment, name: 'Tajna sp. z o.o.' })
    const known = { tax_number: taxNumber, country, regon: '192598184', city: 'Tajne', street: 'Tajna 1' }
    await test.services.db('companies.companies').where({ id: company.id }).update(known)
    return company
  }

  it('shows what is needed to join it, and nothing else, and no register is asked', async () => {
    const { id, departmentId } = await registered('1060000062', 1, true)
    const second = await aDepartment(test.services.db, id)
    const { status, body } = await verify('1060000062')
    expect(status).toBe(200)
    const at = { city: 'Chełm', street: 'Lubelska 1' }
    expect(body).toEqual({
      data: {
        ...nothing,
        taxNumber: '1060000062',
        country: 1,
        alreadyRegistered: true,
        companyId: id,
        multiDepartment: true,
        departments: [
          { id: departmentId, ...at },
          { id: second.id, ...at }
        ]
      }
    })
    expect(vatList.calls).toEqual([])
  })

  it('tells strangers no street that they need not know to choose a department', async () => {
    const { id } = await registered('1060000079', 1, true)
    const second = await aDepartment(test.services.db, id)
    await test.services.db('companies.departments').where({ id: second.id }).update({ city: 'Lublin' })
    expect((await verify('1060000079')).body.data.departments).toMatchObject([
      { city: 'Chełm', street: null },
      { city: 'Lublin', street: null }
    ])
  })

  it('is found however its number is written', async () => {
    const { id } = await registered('136695976', 2, false)
    for (const written of ['136695976', 'DE136695976', 'de 136 695 976'])
      expect((await verify(written, 2)).body.data).toMatchObject({
        alreadyRegistered: true,
        companyId: id,
        multiDepartment: false,
        taxNumber: '136695976'
      })
    expect(vies.calls).toEqual([])
  })

  it('is another one in another country', async () => {
    await registered('100931558', 2, false)
    vies.answers(onVies({ valid: false }))
    expect((await verify('100931558', 4)).body.data).toMatchObject({ alreadyRegistered: false })
  })
})

describe('a company that is not registered', () => {
  it('is filled in from the list of VAT payers', async () => {
    vatList.answers(onVatList(aSubject, 'q-1'))
    const { status, body } = await verify(nip)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...nothing,
      found: true,
      taxNumber: nip,
      country: 1,
      name: aSubject.name,
      regon: '192598184',
      statusVat: 'Czynny',
      residenceAddress: 'LUBELSKA 12/3, 22-100 CHEŁM',
      companyAddress: { street: 'LUBELSKA 12/3', postal: '22-100', city: 'CHEŁM' },
      requestId: 'q-1'
    })
  })

  it('is filled in from VIES, as far as its country tells', async () => {
    vies.answers(onVies({ valid: true, name: '---', address: '---' }))
    expect((await verify('DE812222238', 2)).body.data).toEqual({
      ...nothing,
      found: true,
      taxNumber: '812222238',
      country: 2
    })
    expect(vies.calls[0]?.body).toEqual({ countryCode: 'DE', vatNumber: '812222238' })
    vies.answers(onVies({ valid: true, name: 'PNEU s.r.o.', address: 'Hlavní 1\n110 00 Praha' }))
    expect((await verify('25123891', 5)).body.data).toMatchObject({
      found: true,
      name: 'PNEU s.r.o.',
      companyAddress: { street: 'Hlavní 1', postal: '110 00', city: 'Praha' }
    })
  })

  it('may be unknown to the register, which is no error', async () => {
    vatList.answers(onVatList(null, 'q-3'))
    expect(await verify(nip)).toMatchObject({
      status: 200,
      body: { data: { ...nothing, taxNumber: nip, country: 1, requestId: 'q-3' } }
    })
    vatList.answers(vatListError('WL-115'))
    expect(await verify('1070000046')).toMatchObject({ status: 200, body: { data: nothing } })
  })

  it('is unknown where no register is set', async () => {
    const alone = await anApp({ ROLES: 'web' })
    for (const [number, country] of [[nip, 1] as const, ['25123891', 5] as const])
      expect(await verify(number, country, alone)).toMatchObject({ status: 200, body: { data: nothing } })
    await alone.close()
  })
})

describe('a number that cannot be one', () => {
  it.each([
    ['5252344079', 1, 'check.nip'],
    ['525-234-40-78', 1, 'check.nip'],
    ['DE136695978', 2, 'check.vatDe'],
    ['2022749618', 3, 'check.vatSk'],
    ['100594103', 4, 'check.vatEe'],
    ['25123890', 5, 'check.vatCz'],
    ['', 1, 'check.required']
  ])('%j of country %d is refused before anybody is asked', async (number, country, message) => {
    const { status, body } = await verify(number, country)
    expect(status).toBe(400)
    const said = test.services.messages.say('pl', message)
    expect(body.Errors).toEqual([expect.objectContaining({ PropertyName: 'taxNumber', ErrorMessage: said })])
    expect([...vatList.calls, ...vies.calls]).toEqual([])
  })
})

describe('a register that cannot be asked', () => {
  it('leaves the person to type the data in', async () => {
    const { status, body, headers } = await verify(nip)
    expect({ status, code: body.code, retryAfter: headers['retry-after'] }).toEqual({
      status: 503,
      code: 'companies.registerUnavailable',
      retryAfter: '60'
    })
    expect(body.detail).toBe('Rejestr firm nie odpowiada. Wpisz dane firmy ręcznie; sprawdzimy je później.')
  })

  it('counts as away when its answer cannot be read, and the refusal is in the caller’s language', async () => {
    vies.answers({ text: '<html>' })
    const { status, body } = await stranger().post(
      '/api/Companies/VerifyCompany',
      { taxNumber: '25123891', country: 5 },
      { 'accept-language': 'cs' }
    )
    expect([status, body.code]).toEqual([503, 'companies.registerUnavailable'])
    expect(body.detail).toBe('Rejstřík firem neodpovídá. Zadejte údaje firmy ručně; ověříme je později.')
  })

  it('is not asked again until its limit is over; the other register is asked meanwhile', async () => {
    vatList.answers(vatListError('WL-191', 429))
    for (const wait of ['3600', '1800']) {
      const { status, body, headers } = await verify(nip)
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'companies.registerLimited', wait])
      later(hour / 2)
    }
    expect(vatList.calls).toHaveLength(1)
    vies.answers(onVies({ valid: true }))
    expect((await verify('25123891', 5)).status).toBe(200)
    vatList.answers(onVatList(aSubject))
    expect((await verify(nip)).body.data.found).toBe(true)
  })

  it('may be busy for one country only', async () => {
    vies.answers(viesError('MS_MAX_CONCURRENT_REQ'), onVies({ valid: true }))
    for (let time = 0; time < 2; time++)
      expect(await verify('812222220', 2)).toMatchObject({ status: 503, headers: { 'retry-after': '15' } })
    expect((await verify('25123891', 5)).body.data.found).toBe(true)
    later(15_000)
    expect((await verify('812222220', 2)).body.data.found).toBe(true)
    expect(vies.calls.map(({ body }) => body.countryCode)).toEqual(['DE', 'CZ', 'DE'])
  })

  it('is asked again at once after it was away or busy with somebody else', async () => {
    vies.answers(viesError('MS_UNAVAILABLE'))
    expect((await verify('25123891', 5)).status).toBe(503)
    vies.answers(onVies({ valid: true, name: 'PNEU s.r.o.' }))
    expect((await verify('25123891', 5)).body.data.name).toBe('PNEU s.r.o.')
  })
})

describe('what a register answered', () => {
  it('serves for a day, in every process', async () => {
    const second = await anApp({ ROLES: 'web', DATABASE_URL: test.url, VAT_LIST_URL: vatList.url })
    second.clock.now = test.clock.now
    vatList.answers(onVatList(aSubject, 'q-1'), onVatList({ ...aSubject, name: 'NOWA NAZWA' }, 'q-2'))
    expect((await verify(nip)).body.data.requestId).toBe('q-1')
    expect((await verify(nip, 1, second)).body.data).toMatchObject({ requestId: 'q-1', regon: '192598184' })
    later(23 * hour)
    expect((await verify(nip)).body.data.requestId).toBe('q-1')
    expect(vatList.calls).toHaveLength(1)
    later(2 * hour)
    expect((await verify(nip)).body.data).toMatchObject({ requestId: 'q-2', name: 'NOWA NAZWA' })
    await second.close()
  })

  it('is shared by everybody who asks at the same time', async () => {
    vatList.answers(onVatList(aSubject, 'q-6'), onVatList(aSubject, 'q-7'))
    const answers = await Promise.all([verify(nip), verify(nip), verify(nip)])
    expect(answers.map(({ body }) => body.data.requestId)).toEqual(['q-6', 'q-6', 'q-6'])
    expect(vatList.calls).toHaveLength(1)
  })

  it('is used again where the register did not know the number', async () => {
    vatList.answers(onVatList(null, 'q-4'))
    await verify(nip)
    expect((await verify(nip)).body.data).toMatchObject({ found: false, requestId: 'q-4' })
    expect(vatList.calls).toHaveLength(1)
  })

  it('contains only the fields that we read', async () => {
    vatList.answers(onVatList(aSubject, 'q-1'))
    await verify(nip)
    const rows = await query<Record<string, unknown>>(
      test.services.db,
      sql`select country, tax_number, register, is_found, request_id, answer from companies.register_answers`
    )
    expect(rows).toEqual([
      {
        country: 1,
        tax_number: nip,
        register: 'vatList',
        is_found: true,
        request_id: 'q-1',
        answer: expect.objectContaining({ name: aSubject.name, address: aSubject.workingAddress })
      }
    ])
    expect(JSON.stringify(rows)).not.toContain(aSubject.accountNumbers[0])
  })
})

it('twenty questions an hour of one address are enough', async () => {
  vatList.answers(onVatList(aSubject))
  const asker = stranger()
  const ask = () => asker.post('/api/Companies/VerifyCompany', { taxNumber: nip, country: 1 })
  for (let question = 1; question <= 20; question++) expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
  expect((await verify(nip)).status).toBe(200)
})
