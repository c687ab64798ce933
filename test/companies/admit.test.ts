/** Letting a client in as one act, and those who were verified and not let in: they are counted until they are. */
import { beforeAll, describe, expect, it } from 'vitest'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aCompany, anAccount, aPlace } from '../helper/factories.ts'

let test: SharedApp
let staff: Person

beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN')
})

const admit = (ids: number[], more: object = {}) =>
  staff.put('/api/Admin/Companies/admit', { companiesIds: ids, orderTypeId: 2, ...more })
const row = (table: string, id: number) => test.services.db(table).where({ id }).first()
/** What the history of a thing has. */
const codesOf = (type: string, id: number): Promise<string[]> =>
  test.services.db('kernel.changes').where({ resource_type: type, subject_id: id }).orderBy('id').pluck('code')

/** A company that nobody has verified, with a place and a person that wait. */
async function aNewcomer() {
  const { db } = test.services
  const company = await aCompany(db, { place: false, verified: false, active: false })
  const { id: companyId, departmentId } = company
  const place = await aPlace(db, { companyId, departmentId, isActive: false })
  const person = await anAccount(db, { role: 'CLIENT', companyId, departmentId, confirmedAt: null })
  return { id: companyId, placeId: place.id, personId: person.id }
}

describe('admitting a client', () => {
  it('verifies and activates the company and its waiting places, each with its history', async () => {
    const { id, placeId, personId } = await aNewcomer()
    expect((await admit([id], { secondWay: true })).status).toBe(200)
    expect(await row('companies.companies', id)).toMatchObject({ verified: true, active: true, second_way: true })
    expect(await row('companies.reception_places', placeId)).toMatchObject({ is_active: true, is_default: true })
    expect(await row('users.accounts', personId)).toMatchObject({ confirmed_at: null })
    expect(await codesOf('companies.company', id)).toContain('companies.admit')
    expect(await codesOf('companies.place', placeId)).toEqual(['companies.activatePlace'])
  })

  it('lets the people in who ask, if staff say so', async () => {
    const { id, personId } = await aNewcomer()
    await admit([id], { includePeople: true })
    expect(await row('users.accounts', personId)).toMatchObject({ confirmed_at: expect.any(Date) })
  })

  it('is refused for an active company, and for one that was deactivated; none of the call is admitted then', async () => {
    const { db } = test.services
    const { id } = await aNewcomer()
    const active = await aCompany(db)
    const debtor = await aCompany(db, { active: false })
    await db('companies.companies').where({ id: debtor.id }).update({ deactivation_reason: 'Zaległości' })
    expect((await admit([active.id])).status).toBe(409)
    expect((await admit([id, debtor.id])).status).toBe(409)
    expect(await row('companies.companies', id)).toMatchObject({ verified: false })
  })

  it('wants the screens to ask whether the contact was confirmed in a second way', async () => {
    const { id } = await aNewcomer()
    expect((await admit([id], { asked: true })).status).toBe(400)
  })
})

it('counts verified clients that are not active yet, apart from those that were deactivated', async () => {
  const { db } = test.services
  const count = async (): Promise<number> => {
    const { body } = await staff.get('/api/Notifications')
    return body.data.find((one: { notificationType: number }) => one.notificationType === 8).count
  }
  const before = await count()
  const { id } = await aCompany(db, { active: false })
  const debtor = await aCompany(db, { active: false })
  await db('companies.companies').where({ id: debtor.id }).update({ deactivation_reason: 'Zaległości' })
  expect(await count()).toBe(before + 1)
  await admit([id])
  expect(await count()).toBe(before)
})
