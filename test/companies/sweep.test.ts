import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweep } from '../../modules/companies/sweep.ts'
import { anOpenDatabase } from '../helper/database.ts'
import { aCompany } from '../helper/factories.ts'

let database: Awaited<ReturnType<typeof anOpenDatabase>>
let db: Knex
beforeAll(async () => {
  database = await anOpenDatabase()
  db = database.db
})
afterAll(() => database.close())

it('deletes answers of registers after a month, but for those of registered companies, positions after a year, counts after a day', async () => {
  const company = await aCompany(db)
  await db('companies.companies').where({ id: company.id }).update({ tax_number: '1070000052', country: 1 })
  const asked = { country: 1, register: 'vatList', is_found: false, answer: '{}' }
  const [old, recent] = ['2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z']
  await db('companies.register_answers').insert([
    { ...asked, tax_number: '1070000046', asked_at: old },
    { ...asked, tax_number: '1070000052', asked_at: old },
    { ...asked, tax_number: '1070000046', asked_at: recent }
  ])
  await db('companies.positions').insert([
    { address: '1|22-100|chełm|lubelska 1', asked_at: '2025-11-01T00:00:00Z' },
    { address: '1|22-100|chełm|lubelska 2', asked_at: '2025-12-01T00:00:00Z' }
  ])
  const registered = ['2026-11-20T11:00:00Z', '2026-11-20T13:00:00Z']
  await db('companies.stranger_registrations').insert(registered.map(at => ({ company_id: company.id, at })))
  await sweep(db, new Date('2026-11-21T12:00:00Z'))
  expect((await db('companies.stranger_registrations')).map(({ at }) => at)).toEqual([new Date('2026-11-20T13:00:00Z')])
  const kept = await db('companies.register_answers').orderBy('asked_at')
  expect(kept.map(({ tax_number, asked_at }) => [tax_number, asked_at.toISOString()])).toEqual([
    ['1070000052', '2026-10-01T00:00:00.000Z'],
    ['1070000046', '2026-11-01T00:00:00.000Z']
  ])
  expect((await db('companies.positions')).map(({ address }) => address)).toEqual(['1|22-100|chełm|lubelska 2'])
})
