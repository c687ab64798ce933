/** Keys, uploads, records and links: the whole way in both stores, and who may not go it. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApp, officeHost, type Person, portalHost, type TestApp } from '../helper/app.ts'
import { startAzurite } from '../helper/azurite.ts'
import { type ACompany, aCompany, aDepartment, aPlace } from '../helper/factories.ts'
import { aDocx, aPdf, aPng } from '../helper/files.ts'
import { aDocument, aKey, aRecord, askKey, pathOf, send } from './fixtures/uploading.ts'

const azurite = await startAzurite()
afterAll(() => azurite?.close())

const stores: readonly (readonly [string, Record<string, string>])[] = [
  ['a folder', {}],
  ...(azurite ? [['Azure', { STORAGE_URL: `azure:${azurite.connection}` }] as const] : [])
]

describe.each(stores)('with files in %s', (_where, settings) => {
  let test: TestApp
  let company: ACompany
  let admin: Person
  let client: Person

  beforeAll(async () => {
    test = await anApp({ ...settings, UPLOAD_MAX_MB: '1' })
    await test.begin()
    company = await aCompany(test.services.db)
    admin = await test.signedInAs('ADMIN', { host: officeHost })
    client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id })
  })
  afterAll(() => test.close())

  const isStored = async (blobName: string): Promise<boolean> =>
    (await test.services.storage.facts(blobName)) !== undefined
  const isAnnounced = async (blobName: string): Promise<boolean> =>
    (await test.services.db('files.uploads').where({ blob_name: blobName })).length > 0
  const record = (person: Person, body: object) => person.post('/api/Admin/Documents', body)

  it('a file is announced, sent, recorded, listed and fetched once, under the name it had', async () => {
    const content = aPdf('Umowa ramowa')
    const key = await aKey(admin, 'Umowa (żółta) 1.PDF', `documents/${company.id}`)
    expect(key.blobName).toMatch(/^documents\/\d{4}-\d{2}\/[0-9a-f-]{36}\.pdf$/)
    expect(await send(test, key, content)).toMatchObject({ status: 201 })
    const { status, body } = await record(
      admin,
      aRecord(key, company.id, { fileUrl: 'x', originalFileName: 'other.pdf' })
    )
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      fileExists: true,
      originalFileName: 'Umowa (żółta) 1.PDF',
      blobFileName: key.blobName,
      fileUrl: `/api/Storage/file-url?blobFileName=${key.blobName}`
    })
    const [kept] = await test.services.db('files.files').where({ blob_name: key.blobName })
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect(kept).toMatchObject({
      size: content.length,
      sha256,
      content_type: 'application/pdf',
      created_by: admin.accountId
    })
    expect(await isAnnounced(key.blobName)).toBe(false)

    const asked = await client.get(body.data.fileUrl)
    const { pathname, origin } = new URL(asked.body.data.url)
    expect(origin).toBe('http://localhost:3000')
    const fetched = await test.app.inject({ method: 'GET', url: pathname })
    expect(fetched.statusCode).toBe(200)
    expect(fetched.rawPayload.equals(content)).toBe(true)
    expect(fetched.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'content-disposition': `attachment; filename="Umowa (zota) 1.PDF"; filename*=UTF-8''Umowa%20%28%C5%BC%C3%B3%C5%82ta%29%201.PDF`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store'
    })
    expect((await test.app.inject({ method: 'GET', url: pathname })).statusCode).toBe(404)
  })

  it('a key serves once: what was sent stays', async () => {
    const key = await aKey(admin)
    expect((await send(test, key, aPdf('first'))).status).toBe(201)
    expect((await send(test, key, aPdf('second'))).status).toBe(403)
    expect((await record(admin, aRecord(key, null, { documentType: 6 }))).status).toBe(201)
    expect((await send(test, key, aPdf('third'))).status).toBe(403)
    expect(await test.services.storage.facts(key.blobName)).toMatchObject({ size: aPdf('first').length })
  })

  it('a key is for one blob: another one’s address is refused', async () => {
    const [key, other] = [await aKey(admin), await aKey(client)]
    expect((await send(test, { ...key, blobName: other.blobName }, aPdf())).status).toBe(403)
    expect(await isStored(other.blobName)).toBe(false)
    expect((await send(test, key, aPdf())).status).toBe(201)
  })

  it.each([
    ['HTML', 'umowa.pdf', Buffer.from('<script>alert(1)</script>')],
    ['a picture called a document', 'umowa.docx', aPng()],
    ['nothing', 'umowa.pdf', Buffer.alloc(0)],
    [
      'an archive that unpacks to gigabytes',
      'umowa.docx',
      aDocx({ name: 'x', content: Buffer.from('x'), unpacked: 0xffff_fff0 })
    ]
  ])('%s under another name is 415, and nothing of it stays', async (_what, fileName, content) => {
    const key = await aKey(admin, fileName)
    const sent = await send(test, key, content)
    // Azure takes what it is given; the server looks at it when it is to be recorded.
    const answer = sent.status === 201 ? await record(admin, aRecord(key, null, { documentType: 6 })) : sent
    expect(answer).toMatchObject({ status: 415, body: { code: 'files.content' } })
    expect([await isStored(key.blobName), await isAnnounced(key.blobName)]).toEqual([false, false])
  })

  it('a file over the limit is 413, and nothing of it stays', async () => {
    const key = await aKey(admin)
    expect(key.maxBytes).toBe(1_048_576)
    const sent = await send(test, key, Buffer.concat([aPdf(), Buffer.alloc(1_048_576)]))
    const answer = sent.status === 201 ? await record(admin, aRecord(key, null, { documentType: 6 })) : sent
    expect(answer).toMatchObject({ status: 413, body: { code: 'files.size', detail: expect.stringContaining('1 MB') } })
    expect([await isStored(key.blobName), await isAnnounced(key.blobName)]).toEqual([false, false])
  })

  it('only the account that sent a file records it, for the company it was announced for, once', async () => {
    const other = await aCompany(test.services.db)
    const stranger = await test.signedInAs('CLIENT_ADMIN', { companyId: other.id })
    const refused = { status: 422, body: { code: 'files.notUploaded', Errors: [{ PropertyName: 'blobFileName' }] } }
    const key = await aKey(admin, 'umowa.pdf', `documents/${company.id}`)
    expect(await record(admin, aRecord(key, company.id))).toMatchObject(refused)
    await send(test, key, aPdf())
    expect(await record(client, aRecord(key, company.id, { clientDocumentType: 1 }))).toMatchObject(refused)
    expect(await record(stranger, aRecord(key, other.id, { clientDocumentType: 1 }))).toMatchObject(refused)
    expect(await record(admin, aRecord(key, other.id))).toMatchObject(refused)
    expect((await record(admin, aRecord(key, company.id))).status).toBe(201)
    expect(await record(admin, aRecord(key, company.id))).toMatchObject(refused)
    expect(await test.services.db('warehouse.documents').where({ company_id: other.id })).toEqual([])
  })

  it('a removed document loses its file and the links to it', async () => {
    const { id, blobFileName } = await aDocument(test, admin, company.id, aPdf())
    const { body } = await admin.get(`/api/Storage/file-url?blobFileName=${blobFileName}`)
    expect((await admin.call('DELETE', `/api/Admin/Documents?documentId=${id}`)).status).toBe(200)
    expect((await admin.get(`/api/Storage/file-url?blobFileName=${blobFileName}`)).status).toBe(404)
    expect((await test.app.inject({ method: 'GET', url: new URL(body.data.url).pathname })).statusCode).toBe(404)
    await expect.poll(() => isStored(blobFileName), { timeout: 15_000 }).toBe(false)
  })

  it('a file that was lost from the store is a 404, not half an answer', async () => {
    const { blobFileName } = await aDocument(test, admin, company.id, aPdf())
    await test.services.storage.remove(blobFileName)
    const { body } = await admin.get(`/api/Storage/file-url?blobFileName=${blobFileName}`)
    expect((await test.app.inject({ method: 'GET', url: new URL(body.data.url).pathname })).statusCode).toBe(404)
  })
})

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

  it('is 256 bits of chance, of which the database keeps a hash, and is never cached', async () => {
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
  ])('that nobody was given is refused: %j', async (sasKey, status) => {
    const key = await aKey(admin)
    const url = pathOf({ ...key, sasKey })
    expect((await test.app.inject({ method: 'PUT', url, payload: aPdf() })).statusCode).toBe(status)
    expect(await test.services.storage.facts(key.blobName)).toBeUndefined()
  })

  it('says by itself which file it is', async () => {
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

  it('is good once, also when it is followed many times at once', async () => {
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
