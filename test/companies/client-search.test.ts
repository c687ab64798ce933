/** A client who calls is found by what staff hear or see: a name, a number, a street, the phone and the address of any place. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, aPlace } from '../helper/factories.ts'

let test: TestApp
let staff: Person
let id: number

const ask = async (text: string) =>
  (await staff.get(`/api/Admin/Companies?page=1&limit=20&allFields=${encodeURIComponent(text)}`)).body
const found = async (text: string): Promise<number[]> => (await ask(text)).data.map((row: { id: number }) => row.id)

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  const { db } = test.services
  staff = await test.signedInAs('ADMIN')
  const company = await aCompany(db, { name: 'Wulkanizacja Nowak' })
  id = company.id
  await db('companies.companies')
    .where({ id })
    .update({ tax_number: '9189248511', city: 'Biłgoraj', street: 'Żwirowa 72' })
  const second = await aPlace(db, { companyId: id, departmentId: company.departmentId })
  const place = { phone: '608170571', city: 'Tarnogród', street: 'Łąkowa 8', postal_code: '23-420' }
  await db('companies.reception_places').where({ id: second.id }).update(place)
  await aCompany(db, { name: 'Inna' })
})
afterAll(() => test.close())

describe('a client', () => {
  it.each([
    ['its name', 'nowak'],
    ['its number, with dashes', '918-924-85-11'],
    ['its street without marks', 'zwirowa'],
    ['the phone of a place', '608170571'],
    ['the phone as it is written', '608 170 571'],
    ['the phone as a telephone shows it', '+48 608 170 571'],
    ['the phone with the code and nothing between', '+48608170571'],
    ['the phone with the code as it is dialled', '0048608170571'],
    ['the address of a place', 'tarnogrod lakowa'],
    ['its name and the town of a place', 'nowak tarnogrod']
  ])('is found by %s', async (_, text) => {
    expect(await found(text)).toEqual([id])
  })

  it('is not found by two words of which only one is its own', async () => {
    expect(await found('nowak 608170572')).toEqual([])
  })

  it('is not found by a phone whose groups are in several of its numbers', async () => {
    expect(await found('608 171 918')).toEqual([])
    expect(await found('608 170 918')).toEqual([])
  })
})

describe('more clients than can be named', () => {
  const many = 10_200
  beforeAll(async () => {
    const patient = openDatabase({ url: test.url, poolSize: 1, statementTimeoutMs: 0 })
    await patient.raw('set session_replication_role = replica')
    await patient.raw(`with made as (
        insert into companies.companies (name, tax_number)
          select 'Hurt ' || n, (7000000000 + n)::text from generate_series(1, ${many}) n returning id)
      insert into companies.reception_places (company_id, department_id, city, street, postal_code, phone)
        select id, 1, 'Łódź', 'Hurtowa', '90-001', '7' || at || lpad((id % 10000000)::text, 7, '0') from made, generate_series(1, 2) at`)
    await patient.raw('analyze')
    await patient.destroy()
  })

  it('are listed once each, however many of their places match', async () => {
    const { data, total } = await ask('hurtowa')
    expect(new Set(data.map((row: { id: number }) => row.id)).size).toBe(20)
    expect(total).toBe(10_000)
  })
})
