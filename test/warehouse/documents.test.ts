/** Documents in the buffer: a company's files and the warehouse's own, by the two numberings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TabMetadata } from '../../src/contract/list.ts'
import { aKey, send } from '../files/fixtures/uploading.ts'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { aDocument } from '../helper/document-factories.ts'
import { type ACompany, aCompany, aDepartment, aStore } from '../helper/factories.ts'
import { aPdf } from '../helper/files.ts'

let test: TestApp
let company: ACompany
let other: ACompany
let admin: Person
let client: Person

beforeAll(async () => {
  test = await anApp()
  await test.begin()
  company = await aCompany(test.services.db, { multiDepartment: true, name: 'Gumex' })
  other = await aCompany(test.services.db)
  admin = await test.signedInAs('ADMIN', { host: officeHost })
  client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
})
afterAll(() => test.close())

const path = '/api/Admin/Documents'
const add = (person: Person, body: object) => person.post(path, { documentDate: '2026-05-04', ...body })
const aFile = async (person: Person, companyId: number | null): Promise<string> => {
  const key = await aKey(person, 'umowa.pdf', companyId === null ? 'documents' : `documents/${companyId}`)
  await send(test, key, aPdf())
  return key.blobName
}

describe('a document', () => {
  it('enters the buffer with the fields of the call, and begins its history', async () => {
    const store = await aStore(test.services.db, { name: 'Plac Chełm', at: { latitude: 51.1, longitude: 23.4 } })
    const { status, body } = await add(admin, {
      documentType: 2,
      CompanyId: company.id,
      receptionPlaceId: company.placeId,
      internalStoreId: store.id,
      containersNumber: 7,
      description: 'PP/2026/17'
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      documentStatus: 0,
      documentType: 2,
      documentTypeName: 'Protokół przekazania (PP)',
      clientDocumentType: 3,
      documentDate: '2026-05-04',
      description: 'PP/2026/17',
      containersNumber: 7,
      companyId: company.id,
      companyName: 'Gumex',
      departmentId: company.departmentId,
      receptionPlaceName: expect.stringContaining('Chełm'),
      internalStoreName: 'Plac Chełm',
      fileExists: false,
      blobFileName: null,
      fileUrl: null,
      enteredByClient: false
    })
    const { body: history } = await admin.get(`${path}/${body.data.id}/history`)
    expect(history.data[0]).toMatchObject({ statusDescription: 'Dodano dokument' })
  })

  it.each([
    [1, 0],
    [2, 1],
    [3, 2]
  ])('of the client type %i is of the type %i, whichever is said', async (clientDocumentType, documentType) => {
    const types = { clientDocumentType, documentType }
    for (const said of [{ clientDocumentType }, { documentType }, types]) {
      const { body } = await add(admin, { ...said, CompanyId: company.id })
      expect(body.data).toMatchObject(types)
    }
  })

  it.each([3, 4, 5, 6, 7, 8, 9])('of the type %i has no client type, and needs no company', async documentType => {
    const { status, body } = await add(admin, { documentType })
    expect([status, body.data?.clientDocumentType, body.data?.companyId]).toEqual([201, null, null])
  })

  it('treats a blank file name as no file', async () => {
    const file = { originalFileName: '', blobFileName: '', fileUrl: '', description: ' ' }
    const { status, body } = await add(admin, { documentType: 6, ...file })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ fileExists: false, blobFileName: null, description: body.data.number })
    const { body: refused } = await add(client, { clientDocumentType: 1, ...file })
    expect(refused.Errors).toEqual([expect.objectContaining({ PropertyName: 'blobFileName' })])
  })

  it('shows the typed number before its own', async () => {
    const made = async (description?: string) =>
      (await add(admin, { documentType: 6, documentDate: '2019-03-01', ...(description ? { description } : {}) })).body
        .data
    const [typed, later, bare, barer] = [await made('FV 9/07/19'), await made('Zeszyt 4'), await made(), await made()]
    expect(typed).toMatchObject({ description: 'FV 9/07/19', ownNumber: typed.number })
    expect(bare).toMatchObject({ description: bare.number, ownNumber: null })
    const { db } = test.services
    await db('warehouse.documents').where({ id: bare.id }).update({ number: 'FV/2019/9' })
    await db('warehouse.documents').where({ id: barer.id }).update({ number: 'FV/2019/10' })
    const sorted = async (field: string, desc: boolean) =>
      (await admin.get(`${path}?OrderBy=${field}&Desc=${desc}&limit=1000`)).body.data
        .map(({ id }: { id: number }) => id)
        .filter((id: number) => [typed, later, bare, barer].some(one => one.id === id))
    const byTyped = [typed, bare, barer, later].map(({ id }) => id)
    expect(await sorted('description', false)).toEqual(byTyped)
    expect(await sorted('description', true)).toEqual(byTyped.toReversed())
    const byOwn = [bare, barer, typed, later].map(({ id }) => id)
    expect(await sorted('ownNumber', false)).toEqual(byOwn)
    for (const words of ['9/07/19', typed.number]) {
      const { data } = (await admin.get(`${path}?allFields=${encodeURIComponent(words)}`)).body
      expect(data).toContainEqual(
        expect.objectContaining({ id: typed.id, description: 'FV 9/07/19', ownNumber: typed.number })
      )
    }
  })

  const refusals: readonly (readonly [string, () => object, string, string])[] = [
    ['without a type', () => ({ CompanyId: company.id }), 'documentType', 'warehouse.typeMissing'],
    [
      'of two types',
      () => ({ documentType: 0, clientDocumentType: 2, CompanyId: company.id }),
      'documentType',
      'warehouse.typesDiffer'
    ],
    ['about nobody', () => ({ documentType: 0 }), 'CompanyId', 'kernel.invalid'],
    ['about nobody, as a company’s file', () => ({ clientDocumentType: 1 }), 'CompanyId', 'warehouse.companyMissing'],
    [
      'about a company that is not there',
      () => ({ documentType: 0, CompanyId: 999_999 }),
      'CompanyId',
      'warehouse.noCompany'
    ],
    [
      'at another company’s place',
      () => ({ documentType: 0, CompanyId: company.id, receptionPlaceId: other.placeId }),
      'receptionPlaceId',
      'warehouse.noPlace'
    ],
    [
      'of a company’s files with three containers',
      () => ({ clientDocumentType: 1, CompanyId: company.id, containersNumber: 3 }),
      'containersNumber',
      'kernel.invalid'
    ],
    ['with half a container', () => ({ documentType: 6, containersNumber: 0.5 }), 'containersNumber', 'kernel.invalid'],
    ['with fewer than none', () => ({ documentType: 6, containersNumber: -1 }), 'containersNumber', 'kernel.invalid'],
    ['of a type that there is not', () => ({ documentType: 10 }), 'documentType', 'kernel.invalid'],
    ['on no day', () => ({ documentType: 6, documentDate: '2026-02-30' }), 'documentDate', 'kernel.invalid'],
    ['with its status chosen', () => ({ documentType: 6, documentStatus: 1 }), 'documentStatus', 'kernel.invalid']
  ]
  it.each(refusals)('%s is refused at the field', async (_what, body, field, code) => {
    const { status, body: answer } = await add(admin, body())
    expect([400, 422]).toContain(status)
    expect(answer).toMatchObject({ code, Errors: [{ PropertyName: field }] })
  })

  it('in a store that is not there is refused', async () => {
    expect(await add(admin, { documentType: 6, internalStoreId: 999_999 })).toMatchObject({
      status: 422,
      body: { code: 'warehouse.noStore' }
    })
  })

  it('sent twice under one key is one document', async () => {
    const body = {
      documentType: 0,
      CompanyId: company.id,
      blobFileName: await aFile(admin, company.id),
      documentDate: '2026-05-04'
    }
    const key = { 'idempotency-key': 'one-document' }
    const answers = [await admin.post(path, body, key), await admin.post(path, body, key)]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  })
})

describe('a client', () => {
  it('sends a contract of its own company, with a file, at most two containers', async () => {
    const sent = async (more: object) =>
      add(client, { clientDocumentType: 1, blobFileName: await aFile(client, company.id), ...more })
    const { status, body } = await sent({ containersNumber: 2 })
    expect([status, body.data]).toMatchObject([201, { companyId: company.id, enteredByClient: true, fileExists: true }])
    expect(body.data).not.toHaveProperty('internalStoreName')
    const field = async (more: object) => (await sent(more)).body.Errors?.[0]?.PropertyName
    expect(await field({ containersNumber: 3 })).toBe('containersNumber')
    expect(await field({ blobFileName: null })).toBe('blobFileName')
    expect(await field({ CompanyId: other.id })).toBe('CompanyId')
    expect(await field({ internalStoreId: 1 })).toBe('internalStoreId')
    expect(await field({ receptionPlaceId: other.placeId })).toBe('receptionPlaceId')
    expect(await field({ clientDocumentType: 1, documentType: 6 })).toBe('documentType')
    expect(await field({ clientDocumentType: 4 })).toBe('clientDocumentType')
  })

  it('sees contracts and protocols of its own company, an ordinary one those of its department', async () => {
    const { db } = test.services
    const far = await aDepartment(db, company.id)
    const by = { createdBy: admin.accountId }
    const ours = await aDocument(db, { ...by, companyId: company.id, departmentId: company.departmentId })
    const theirs = await aDocument(db, { ...by, companyId: company.id, departmentId: far.id })
    const invoice = await aDocument(db, { ...by, companyId: company.id, type: 6 })
    const strange = await aDocument(db, { ...by, companyId: other.id })
    const all = [ours, theirs, invoice, strange].map(({ id }) => id)
    const seen = async (person: Person) => {
      const { body } = await person.get(`${path}?Limit=1000`)
      return all.filter(id => body.data.some((row: { id: number }) => row.id === id))
    }
    expect(await seen(admin)).toEqual(all)
    expect(await seen(client)).toEqual([ours.id, theirs.id])
    const ordinary = await test.signedInAs('CLIENT', { companyId: company.id, departmentId: company.departmentId })
    expect(await seen(ordinary)).toEqual([ours.id])
  })
})

describe('the files of a company', () => {
  it('are listed as the specification asks for them, the newest day first', async () => {
    const fresh = await aCompany(test.services.db)
    for (const documentDate of ['2026-01-02', '2026-03-04', '2025-12-31'])
      await add(admin, { documentType: 0, CompanyId: fresh.id, documentDate })
    const { body } = await admin.get(`${path}?CompanyId=${fresh.id}&Page=1&Limit=1000&Desc=true`)
    expect(body.total).toBe(3)
    expect(body.data.map((row: { documentDate: string }) => row.documentDate)).toEqual([
      '2026-03-04',
      '2026-01-02',
      '2025-12-31'
    ])
  })
})

describe('removing a document', () => {
  const remove = (person: Person, id: number) => person.call('DELETE', `${path}?documentId=${id}`)
  const make = (given: object) =>
    aDocument(test.services.db, { companyId: company.id, createdBy: admin.accountId, ...given })

  it('is possible from the buffer, for the staff', async () => {
    const { id } = await make({})
    expect((await remove(admin, id)).status).toBe(200)
    expect((await admin.get(`${path}/${id}`)).status).toBe(404)
  })

  it.each([1, 2, 3])('is refused in the status %i, with the sentence of the grey button', async status => {
    const { id } = await make({ status })
    expect(await remove(admin, id)).toMatchObject({
      status: 409,
      body: { detail: 'Usunąć można tylko dokument, który jest w buforze.', current: { documentStatus: status } }
    })
  })

  it('is possible for a client whose company has sent the document', async () => {
    const [own, staffs] = [await make({ byClient: true }), await make({})]
    expect((await remove(client, own.id)).status).toBe(200)
    expect((await remove(client, staffs.id)).status).toBe(409)
    const strange = await make({ companyId: other.id, byClient: true })
    expect((await remove(client, strange.id)).status).toBe(404)
  })

  it.each(['', '?documentId=', '?documentId=x', '?documentId=0', '?documentId=1&documentId=2'])(
    'of no document is 400: %j',
    async query => {
      expect((await admin.call('DELETE', `${path}${query}`)).status).toBe(400)
    }
  )
})

describe('the tab of a company’s files', () => {
  it('stands in the panel of every list of clients, behind the departments, with the numbering and the date of files', async () => {
    for (const page of ['companies.unverified', 'companies.active', 'companies.inactive']) {
      const { body } = await admin.get(`/api/ui/pages/${page}`)
      const tabs = body.data.list.panel.tabs as TabMetadata[]
      const names = tabs.map(({ name }) => name)
      expect(names.slice(names.indexOf('departments'))).toEqual(['departments', 'files', 'history'])
      const files = tabs[names.indexOf('files')]
      if (files?.kind !== 'rows') throw new Error('The files are no list')
      const { parent, list } = files
      expect(parent).toBe('CompanyId')
      expect(list).toMatchObject({ call: path, pageSize: 1000, sort: '-documentDate' })
      expect(list.columns.map(({ key, schema }) => [key, schema.format])).toEqual([
        ['originalFileName', undefined],
        ['clientDocumentType', undefined],
        ['documentDate', 'monthDayYear'],
        ['containersNumber', undefined],
        ['description', undefined]
      ])
      expect(list.commands.map(({ action }) => action)).toEqual([
        { kind: 'call', method: 'POST', path, creates: true },
        { kind: 'link', path: '/api/Storage/file-url?blobFileName=:blobFileName' },
        { kind: 'call', method: 'DELETE', path, idFrom: { query: 'documentId' } }
      ])
    }
  })
})
