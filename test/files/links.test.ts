/** Links of downloads: who is given one, and that each serves once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, aDepartment, aPlace } from '../helper/factories.ts'
import { aPdf } from '../helper/files.ts'
import { aDocument, aKey, send } from './fixtures/uploading.ts'

describe('a link', () => {
  let test: TestApp
  let company: ACompany
  let admin: Person
  beforeAll(async () => {
    test = await anApp()
    company = await aCompany(test.services.db, { multiDepartment: true })
    admin = await test.signedInAs('ADMIN')
  })
  afterAll(() => test.close())

  const askLink = (person: Person, blobFileName: string) =>
    person.get(`/api/Storage/file-url?blobFileName=${encodeURIComponent(blobFileName)}`)
  const follow = async (url: string, method: 'GET' | 'HEAD' = 'GET') =>
    (await test.app.inject({ method, url: new URL(url).pathname })).statusCode

  it('is given to whoever may see the document, and to nobody else', async () => {
    const far = await aDepartment(test.services.db, company.id)
    const place = await aPlace(test.services.db, { companyId: company.id, departmentId: far.id })
    const { blobFileName } = await aDocument(test, admin, company.id, aPdf(), {
      documentType: 2,
      receptionPlaceId: place.id
    })
    const of = (departmentId: number) => ({ companyId: company.id, departmentId })
    const persons = {
      'client admin': await test.signedInAs('CLIENT_ADMIN', of(company.departmentId)),
      'its department': await test.signedInAs('CLIENT', of(far.id)),
      'another department': await test.signedInAs('CLIENT', of(company.departmentId)),
      'another company': await test.signedInAs('CLIENT_ADMIN'),
      technician: await test.signedInAs('SERVICE_TECHNICAN'),
      driver: await test.signedInAs('DRIVER'),
      nobody: test.nobody()
    }
    const statuses = Object.entries(persons).map(async ([who, person]) => [
      who,
      (await askLink(person, blobFileName)).status
    ])
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
      'client admin': 200,
      'its department': 200,
      'another department': 404,
      'another company': 404,
      technician: 404,
      driver: 403,
      nobody: 401
    })
  })

  it('to an internal document is not given to the company that it names', async () => {
    const { blobFileName } = await aDocument(test, admin, company.id, aPdf())
    const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id })
    expect((await askLink(client, blobFileName)).status).toBe(200)
    await test.services.db('warehouse.documents').where({ company_id: company.id }).update({ document_type: 6 })
    expect((await askLink(client, blobFileName)).status).toBe(404)
  })

  it.each(['../../etc/passwd', '/etc/passwd', 'documents/../x', 'a\u0000b', '%', "' or 1=1"])(
    'is not given for %j',
    async name => {
      expect([400, 404]).toContain((await askLink(admin, name)).status)
    }
  )

  it('is not given for a file that is sent and not recorded', async () => {
    const key = await aKey(admin)
    await send(test, key, aPdf())
    expect((await askLink(admin, key.blobName)).status).toBe(404)
  })

  it('works once, also when it is followed many times at the same moment', async () => {
    const { blobFileName } = await aDocument(test, admin, company.id, aPdf())
    const { url } = (await askLink(admin, blobFileName)).body.data
    expect(await follow(url, 'HEAD')).toBe(404)
    const statuses = await Promise.all(Array.from({ length: 8 }, () => follow(url)))
    expect(statuses.sort()).toEqual([200, ...Array(7).fill(404)])
  })

  it('ends after five minutes', async () => {
    const { blobFileName } = await aDocument(test, admin, company.id, aPdf())
    const { url } = (await askLink(admin, blobFileName)).body.data
    const { now } = test.clock
    test.clock.now = new Date(now.getTime() + 5 * 60_000)
    expect(await follow(url)).toBe(404)
    test.clock.now = now
  })

  it.each([
    ['signs out', (person: Person) => person.post('/api/Authorization/sign-out')],
    [
      'is deactivated',
      ({ accountId }: Person) =>
        test.services.db('users.accounts').where({ id: accountId }).update({ deactivated_at: new Date() })
    ],
    [
      'changes company',
      async ({ accountId }: Person) =>
        test.services
          .db('users.accounts')
          .where({ id: accountId })
          .update({ company_id: (await aCompany(test.services.db)).id })
    ]
  ])('ends when its person %s', async (_what, change) => {
    const { blobFileName } = await aDocument(test, admin, company.id, aPdf())
    const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id })
    await test.services.db('warehouse.documents').where({ company_id: company.id }).update({ document_type: 0 })
    const { url } = (await askLink(client, blobFileName)).body.data
    await change(client)
    expect(await follow(url)).toBe(404)
  })

  it('is kept as a hash', async () => {
    const { blobFileName } = await aDocument(test, admin, company.id, aPdf())
    const { url } = (await askLink(admin, blobFileName)).body.data
    const rows = JSON.stringify(await test.services.db('files.links'))
    expect(rows).not.toContain(new URL(url).pathname.split('/').pop())
  })
})
