/** Whose statements clients see: their administrators those of the own company, read only; nobody else any. */
import { beforeAll, describe, expect, it } from 'vitest'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aCompany } from '../helper/factories.ts'
import { collectionsIn } from './fixtures/collections.ts'

const path = '/api/Admin/MassStatements'
let test: SharedApp
let own: { id: number; admin: Person; person: Person }
let other: { id: number; admin: Person; person: Person }

beforeAll(async () => {
  test = await aSharedApp({ now: new Date('2026-06-15T10:00:00Z') })
  const { db } = test.services
  const make = await collectionsIn(db)
  const staff = await test.signedInAs('ADMIN')
  const client = async () => {
    const company = await aCompany(db)
    await make.collected({ company, day: '2026-05-04', tonnage: 1 })
    const body = { companyId: company.id, firstDay: '2026-05-01', lastDay: '2026-05-31' }
    const { id } = (await staff.post(path, body)).body.data
    const of = { companyId: company.id, departmentId: company.departmentId as number }
    return { id, admin: await test.signedInAs('CLIENT_ADMIN', of), person: await test.signedInAs('CLIENT', of) }
  }
  own = await client()
  other = await client()
})

const parts = ['', '/rows', '/codes', '/places', '/pdf', '/xlsx', '/history']

describe('an administrator of a client', () => {
  it('lists the statements of the own company alone, without what staff alone see', async () => {
    const { body } = await own.admin.get(path)
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([own.id])
    for (const field of ['isOutdated', 'madeBy', 'registerKilograms']) expect(body.data[0]).not.toHaveProperty(field)
    expect((await own.admin.get(`${path}/${own.id}`)).body.data).not.toHaveProperty('registerKilograms')
  })

  it.each(parts)('reads %s of an own one; of another company there is none', async part => {
    expect((await own.admin.get(`${path}/${own.id}${part}`)).status).toBe(200)
    expect((await own.admin.get(`${path}/${other.id}${part}`)).status).toBe(404)
  })

  it('finds no statement of others by its company or number', async () => {
    const companyId = other.admin.companyId
    expect((await own.admin.get(`${path}?CompanyId=${companyId}`)).body.total).toBe(0)
    const [{ number }] = (await other.admin.get(path)).body.data
    expect(
      (await own.admin.get(`${path}?allFields=${number}`)).body.data.map(({ id }: { id: number }) => id)
    ).not.toContain(other.id)
  })

  it('changes none, and sees no differences from the register', async () => {
    const body = { companyId: own.admin.companyId, firstDay: '2026-05-02', lastDay: '2026-05-31' }
    const answers = [
      await own.admin.post(path, body),
      await own.admin.put(`${path}/${own.id}/withdraw`, { reason: 'x' }),
      await own.admin.put(`${path}/${own.id}/reissue`),
      await own.admin.get(`${path}/${own.id}/differences`),
      await own.admin.get(`/api/Admin/MassStatementPreview?CompanyId=${body.companyId}&From=2026-05-01&To=2026-05-02`)
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })
})

it.each(['', ...parts.map(part => `/id${part}`)])('an ordinary client reads nothing of %s', async part => {
  expect((await own.person.get(`${path}${part.replace('id', String(own.id))}`)).status).toBe(403)
})
