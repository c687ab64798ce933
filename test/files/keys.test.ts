/** Keys of uploads: who is given one, what it opens, and for how long. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApp, type Person, portalHost, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany } from '../helper/factories.ts'
import { aPdf } from '../helper/files.ts'
import { aKey, askKey, pathOf, send } from './fixtures/uploading.ts'

describe('a key', () => {
  let test: TestApp
  let company: ACompany
  let admin: Person
  beforeAll(async () => {
    test = await anApp({ UPLOAD_MAX_MB: '1' })
    company = await aCompany(test.services.db, { multiDepartment: true })
    admin = await test.signedInAs('ADMIN')
  })
  afterAll(() => test.close())

  it('is given to staff for any company and none, and to a client admin for its own', async () => {
    const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id })
    const other = await aCompany(test.services.db)
    const own = `documents/${company.id}`
    const statuses = async (person: Person, folders: readonly string[]) =>
      Promise.all(folders.map(async folder => (await askKey(person, 'a.pdf', folder)).status))
    expect(await statuses(admin, ['documents', own, `documents/${other.id}`, 'documents/999999'])).toEqual([
      200, 200, 200, 404
    ])
    expect(await statuses(client, ['documents', own, `documents/${other.id}`, 'documents/999999'])).toEqual([
      200, 200, 404, 404
    ])
    const [kept] = await test.services.db('files.uploads').where({ account_id: client.accountId }).orderBy('created_at')
    expect(kept.subject_id).toBe(company.id)
    for (const role of ['CLIENT', 'SERVICE_TECHNICAN', 'DRIVER'] as const)
      expect(await statuses(await test.signedInAs(role), ['documents'])).toEqual([403])
  })

  it.each([
    '../documents',
    '/documents',
    'documents/..',
    'documents/1/../2',
    'documents/',
    'documents/0',
    'documents/1;',
    'documents\\1',
    'documents\u0000',
    'DOCUMENTS',
    'photos',
    'pictures/1',
    '.unfinished',
    '__proto__'
  ])('is not given for the folder %j', async folder => {
    expect(await askKey(admin, 'a.pdf', folder)).toMatchObject({ status: 400, body: { code: 'files.folder' } })
  })

  it.each([
    '../a.pdf',
    '/etc/passwd.pdf',
    'C:\\a.pdf',
    'a\u0000.pdf',
    'a\r\nX: y.pdf',
    'gpj.\u202Efdp.pdf',
    `${'x'.repeat(300)}.pdf`
  ])('is not given for the name %j', async fileName => {
    expect(await askKey(admin, fileName)).toMatchObject({ status: 400, body: { code: 'files.fileName' } })
  })

  it.each(['a.exe', 'a.html', 'a.svg', 'a.pdf.js', 'a', 'a.docm'])(
    'is not given for the type of %s',
    async fileName => {
      const answer = await askKey(admin, fileName)
      expect(answer).toMatchObject({
        status: 415,
        body: { code: 'files.type', detail: expect.stringContaining('pdf, jpg') }
      })
    }
  )

  it('names the server as the caller reaches it', async () => {
    const at = async (host: string) =>
      (await admin.get('/api/Storage/access-token?fileName=a.pdf&folder=documents', { host })).body.data.blobUri
    expect(await at(portalHost)).toBe('http://localhost:3000/api/Storage/blobs')
    expect(await at('127.0.0.1:4711')).toBe('http://127.0.0.1:4711/api/Storage/blobs')
  })

  it('is 256 random bits, is stored as a hash, and is never cached', async () => {
    const { body, headers } = await askKey(admin, 'a.pdf')
    const token = new URLSearchParams(body.data.sasKey).get('sig') ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const [kept] = await test.services.db('files.uploads').where({ blob_name: body.data.blobName })
    expect(JSON.stringify(kept)).not.toContain(token)
    expect(headers['cache-control']).toBe('no-store')
  })

  it('is refused to an account that leaves a hundred uploads lying about', async () => {
    const busy = await test.signedInAs('ADMIN')
    for (let n = 0; n < 100; n++) await aKey(busy)
    const answer = await askKey(busy, 'a.pdf')
    expect(answer.status).toBe(429)
    // Room comes when the oldest is removed, a day after it was announced.
    const seconds = Number(answer.headers['retry-after'])
    expect(seconds).toBeGreaterThan(23 * 3600)
    expect(seconds).toBeLessThanOrEqual(24 * 3600)
    expect((await askKey(admin, 'a.pdf')).status).toBe(200)
  })

  const refusedKey = { status: 403, body: { code: 'files.uploadKey' } }

  it('ends after a quarter of an hour', async () => {
    const key = await aKey(admin)
    const { now } = test.clock
    test.clock.now = new Date(now.getTime() + 15 * 60_000)
    expect(await send(test, key, aPdf())).toMatchObject(refusedKey)
    test.clock.now = now
    expect(await send(test, key, aPdf())).toMatchObject({ status: 201 })
  })

  it('used twice at once takes one file', async () => {
    const key = await aKey(admin)
    const sent = await Promise.all(Array.from({ length: 8 }, (_, n) => send(test, key, aPdf(`${n}`))))
    expect(sent.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(403)])
  })

  it.each([
    ['signed out', (person: Person) => person.post('/api/Authorization/sign-out')],
    [
      'was deactivated',
      ({ accountId }: Person) =>
        test.services.db('users.accounts').where({ id: accountId }).update({ deactivated_at: new Date() })
    ],
    [
      'has another role now',
      ({ accountId }: Person) => test.services.db('users.accounts').where({ id: accountId }).update({ role: 4 })
    ],
    [
      'has another company now',
      async ({ accountId }: Person) =>
        test.services
          .db('users.accounts')
          .where({ id: accountId })
          .update({ company_id: (await aCompany(test.services.db)).id })
    ]
  ])('ends when its account %s', async (_what, change) => {
    const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id })
    const key = await aKey(client)
    await change(client)
    expect(await send(test, key, aPdf())).toMatchObject(refusedKey)
    expect(await test.services.storage.facts(key.blobName)).toBeUndefined()
  })

  it.each([
    ['', 400],
    ['sig=', 400],
    [`sig=${'A'.repeat(101)}`, 400],
    ['sig=x', 403],
    [`sig=${'A'.repeat(43)}`, 403],
    ["sig=' or 1=1 --", 403],
    ['sig=x&sig=y', 400]
  ])('that was never issued is refused: %j', async (sasKey, status) => {
    const key = await aKey(admin)
    const url = pathOf({ ...key, sasKey })
    expect((await test.app.inject({ method: 'PUT', url, payload: aPdf() })).statusCode).toBe(status)
    expect(await test.services.storage.facts(key.blobName)).toBeUndefined()
  })

  it('names its own file', async () => {
    const key = await aKey(admin)
    const { statusCode } = await test.app.inject({
      method: 'PUT',
      url: `/api/Storage/blobs?${key.sasKey}`,
      payload: aPdf()
    })
    expect(statusCode).toBe(201)
    expect(await test.services.storage.facts(key.blobName)).toBeDefined()
  })

  it.each([
    ['text/html', 415],
    ['image/png', 415],
    ['application/json', 415],
    ['application/pdf; charset=x', 201],
    ['APPLICATION/PDF', 201],
    ['application/octet-stream', 201]
  ])('of a PDF sent as %s answers %i', async (type, status) => {
    expect(await send(test, await aKey(admin), aPdf(), { 'content-type': type })).toMatchObject({ status })
  })

  it('takes no other kind of blob than a block', async () => {
    expect(await send(test, await aKey(admin), aPdf(), { 'x-ms-blob-type': 'PageBlob' })).toMatchObject({ status: 400 })
  })

  it.each(['/..%2f..%2fetc%2fpasswd', '/../../../etc/passwd', '/files/%00', '/files/documents/../../x.pdf'])(
    'opens no other path: %s',
    async path => {
      const key = await aKey(admin)
      const { statusCode } = await test.app.inject({
        method: 'PUT',
        url: `/api/Storage/blobs${path}?${key.sasKey}`,
        payload: aPdf()
      })
      expect([400, 403, 404]).toContain(statusCode)
      expect(await send(test, key, aPdf())).toMatchObject({ status: 201 })
    }
  )
})
