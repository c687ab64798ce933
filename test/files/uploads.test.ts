/** Uploads, records and downloads: the whole way, in both stores. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { startAzurite } from '../helper/azurite.ts'
import { type ACompany, aCompany } from '../helper/factories.ts'
import { aDocx, aPdf, aPng } from '../helper/files.ts'
import { aDocument, aKey, aRecord, send } from './fixtures/uploading.ts'

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
