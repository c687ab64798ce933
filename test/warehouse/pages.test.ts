/** The pages of documents, stock levels and internal stores, as the specification has them, read in the metadata. */
import { beforeAll, describe, expect, it } from 'vitest'
import { DocumentStatus, DocumentType } from '../../modules/warehouse/documents/schema.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import { codesOf } from '../../src/contract/vocabulary.ts'
import { matches } from '../../src/contract/when.ts'
import { aSharedApp, officeHost, type Person, type SharedApp } from '../helper/app.ts'
import { aCompany, aStore } from '../helper/factories.ts'
import { aBook } from './fixtures/book.ts'

let test: SharedApp
let admin: Person
let docs: ListMetadata
let levels: ListMetadata
let stores: ListMetadata

beforeAll(async () => {
  test = await aSharedApp()
  admin = await test.signedInAs('ADMIN', { host: officeHost })
  const listOf = async (id: string) => (await admin.get(`/api/ui/pages/${id}`)).body.data.list as ListMetadata
  ;[docs, levels, stores] = await Promise.all([
    listOf('warehouse.documents'),
    listOf('warehouse.stockLevels'),
    listOf('warehouse.internalStores')
  ])
})

const polish = (key: string, params?: Record<string, unknown>): string => test.services.messages.say('pl', key, params)
const keysOf = ({ columns }: ListMetadata): string[] => columns.map(({ key }) => key)
const command = (name: string) => docs.commands.find(one => one.name === `warehouse.${name}`)

describe('/store/docs', () => {
  it('has 35 rows a page, one selection, and the columns of the specification, each of which sorts', () => {
    expect(docs).toMatchObject({
      pageSize: 35,
      margin: 100,
      selection: 'one',
      call: '/api/Admin/Documents',
      opens: true
    })
    expect(keysOf(docs)).toEqual([
      'documentStatus',
      'description',
      'ownNumber',
      'documentDate',
      'documentType',
      'companyName',
      'receptionPlaceName',
      'internalStoreName',
      'containersNumber'
    ])
    expect(docs.columns.filter(({ sortable }) => !sortable)).toEqual([])
    expect(docs.columns[1]).toMatchObject({ key: 'description', header: 'warehouse.column.number' })
    expect(docs.columns[2]).toMatchObject({ key: 'ownNumber', under: 'description', quiet: true })
  })

  it('says how many documents a search has found', () => {
    expect(docs.search).toMatchObject({ found: 'warehouse.document.found', debounce: 500 })
    const found = [1, 3, 5].map(count => polish('warehouse.document.found', { count }))
    expect(found).toEqual(['Znaleziono 1 dokument', 'Znaleziono 3 dokumenty', 'Znaleziono 5 dokumentów'])
  })

  it('opens ‘Szczegóły dokumentu’ and ‘Dodaj dokument’, the latter at the side', () => {
    expect(polish(docs.panel?.title ?? '')).toBe('Szczegóły dokumentu')
    expect(polish('warehouse.addDocument.label')).toBe('Dodaj dokument')
    expect(command('addDocument')?.opensIn).toBe('panel')
  })

  it('approves from the buffer, cancels what is approved, and does nothing more to the others', () => {
    const allowed = (name: string) =>
      codesOf(DocumentStatus).filter(documentStatus => matches(command(name)?.when, { documentStatus }))
    expect(allowed('approveDocument')).toEqual([DocumentStatus.buffer])
    expect(allowed('cancelDocument')).toEqual([DocumentStatus.approved])
    expect(allowed('removeDocument')).toEqual([DocumentStatus.buffer])
    expect(allowed('editDocument')).toEqual([DocumentStatus.buffer])
  })

  it('offers the file, whatever the status, where there is one', () => {
    const download = command('fetchDocumentFile')
    expect(download?.action).toEqual({ kind: 'link', path: '/api/Storage/file-url?blobFileName=:blobFileName' })
    for (const documentStatus of codesOf(DocumentStatus))
      expect([true, false].map(fileExists => matches(download?.when, { documentStatus, fileExists }))).toEqual([
        true,
        false
      ])
  })

  it('reloads the list and clears the selection after success and failure', () => {
    for (const name of ['approveDocument', 'cancelDocument'])
      expect(command(name)).toMatchObject({ effects: ['reload'], onFailure: 'reload' })
    expect(command('addDocument')?.onFailure).toBe('reload')
    expect(polish('warehouse.addDocument.failed')).toBe('Błąd')
  })

  it('finds documents by number, description, client, place and store', async () => {
    const { db } = test.services
    const store = await aStore(db, { name: 'Plac Zamość', at: { latitude: 50.7, longitude: 23.2 } })
    const company = await aCompany(db, { name: 'Wulkan Hrubieszów' })
    const book = aBook(test, admin)
    const subject = book.subjectOf(DocumentType.handoverProtocol, company, store.id)
    const id = await book.add({ documentType: DocumentType.handoverProtocol, description: 'Ramowa 17/B', ...subject })
    const { number } = (await admin.get(`/api/Admin/Documents/${id}`)).body.data
    const { street } = await db('companies.reception_places').where({ id: company.placeId }).first('street')
    for (const term of [number, 'ramowa 17', 'hrubieszów', street, 'plac zamość']) {
      const { body } = await admin.get(`/api/Admin/Documents?allFields=${encodeURIComponent(term)}`)
      expect([term, body.data.map((row: { id: number }) => row.id)]).toEqual([term, expect.arrayContaining([id])])
    }
    const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
    const found = async (term: string) => (await client.get(`/api/Admin/Documents?allFields=${term}`)).body.total
    expect([await found('ramowa'), await found('zamość')]).toEqual([1, 0])
  })
})

describe('the form of a document', () => {
  const form = (): FormMetadata => command('addDocument')?.form as FormMetadata
  const shownFor = (documentType: number): string[] =>
    form()
      .fields.filter(({ when }) => matches(when, { documentType }))
      .map(({ name }) => name)
  const always = ['documentType', 'documentDate', 'description', 'orderId', 'blobFileName']
  const ofCompany = ['CompanyId', 'departmentId', 'receptionPlaceId']
  const ofStore = ['internalStoreId', 'containersNumber']
  const { contract, acceptanceReport, destructionProtocol, handoverProtocol, transferOut } = DocumentType

  it('cannot be sent before a type is chosen', () => {
    expect(form().sendOnce).toBe('documentType')
    expect(form().fields.slice(0, 2)).toMatchObject([
      { name: 'documentType' },
      { name: 'documentDate', initial: 'today' }
    ])
  })

  it.each(codesOf(DocumentType))('asks for what the type %i has', type => {
    const isAboutCompany = [contract, acceptanceReport, handoverProtocol].includes(type as 0)
    const isHandedOut = [handoverProtocol, destructionProtocol, transferOut].includes(type as 2)
    const ofReservation = isHandedOut ? ['reservationId'] : []
    const stored = type === contract ? [] : ofStore
    const wanted = [...always, ...(isAboutCompany ? ofCompany : []), ...stored, ...ofReservation]
    expect(shownFor(type).toSorted()).toEqual(wanted.toSorted())
  })

  it('asks for the department only where there are several', () => {
    const department = form().fields.find(({ name }) => name === 'departmentId')
    expect(department?.options).toMatchObject({ autoSelectSingle: true, onlySeveral: true })
    expect(department?.transient).toBeDefined()
  })
})

it('asks for a reservation only where the store has one with something left', () => {
  for (const name of ['addDocument', 'editDocument']) {
    const form = command(name)?.form as FormMetadata
    expect(form.fields.find(({ name: field }) => field === 'reservationId')?.options).toMatchObject({ onlyIfAny: true })
  }
})

describe('the stores', () => {
  it('count containers by documents, and lead to the movements that the number is made of', async () => {
    const amount = stores.columns.find(({ key }) => key === 'containersAmount')
    expect(polish(amount?.header ?? '')).toBe('Kontenery według dokumentów')
    const to = new URL(amount?.leads ?? '', 'http://localhost')
    expect(to.pathname).toBe('/store/list')
    expect(Object.fromEntries(to.searchParams)).toMatchObject({ panel: ':levelId', tab: 'movements' })
    expect(levels.panel?.tabs.map(({ name }) => name)).toContain('movements')
    const { data } = (await admin.get(`${stores.call}?limit=1`)).body
    const { levelId, containersAmount } = data[0]
    const { data: level } = (await admin.get(`/api/Admin/Stores/stock-levels/${levelId}`)).body
    expect(level).toMatchObject({ internalStoreId: data[0].id, containersAmount })
  })

  it('/store/list has 30 rows a page of the columns of the specification, external ones first', () => {
    expect(levels).toMatchObject({ pageSize: 30, margin: 100, call: '/api/Admin/Stores/stock-levels' })
    expect(keysOf(levels)).toEqual(['storeName', 'receptionPlaceName', 'containersAmount', 'storeType'])
    expect(levels.filters).toMatchObject([{ key: 'StoreTypeEnum', initial: 1 }])
  })

  it('/internalstore/list has 30 rows a page, name and count, no selection and no commands', () => {
    expect(stores).toMatchObject({
      pageSize: 30,
      selection: 'none',
      commands: [],
      call: '/api/Admin/Stores',
      opens: false
    })
    expect(keysOf(stores)).toEqual(['storeName', 'containersAmount'])
    expect(stores.columns.every(({ sortable }) => sortable)).toBe(true)
  })

  it('answer by their type: 0 internal, 1 external', async () => {
    const { db } = test.services
    const store = await aStore(db, { name: 'Plac Lubin', at: { latitude: 51.4, longitude: 16.2 } })
    const company = await aCompany(db, { name: 'Lubin Opony' })
    const book = aBook(test, admin)
    for (const [type, count] of [
      [DocumentType.externalReception, 5],
      [DocumentType.handoverProtocol, 2]
    ] as const)
      await book.approve(
        await book.add({ documentType: type, containersNumber: count, ...book.subjectOf(type, company, store.id) })
      )
    const rows = async (url: string) => (await admin.get(`${url}&limit=1000`)).body.data as Record<string, unknown>[]
    expect(await rows('/api/Admin/Stores?StoreTypeEnum=0')).toContainEqual(
      expect.objectContaining({ id: store.id, storeName: 'Plac Lubin', containersAmount: 3 })
    )
    expect(await rows('/api/Admin/Stores?StoreTypeEnum=1')).toEqual([])
    const external = await rows('/api/Admin/Stores/stock-levels?StoreTypeEnum=1')
    expect(external).toContainEqual(
      expect.objectContaining({
        storeName: 'Lubin Opony',
        storeType: 1,
        containersAmount: 2,
        receptionPlaceId: company.placeId
      })
    )
    expect(external.every(({ storeType }) => storeType === 1)).toBe(true)
    const internal = await rows('/api/Admin/Stores/stock-levels?StoreTypeEnum=0')
    expect(internal).toContainEqual(
      expect.objectContaining({ storeName: 'Plac Lubin', storeType: 0, containersAmount: 3, receptionPlaceName: null })
    )
    expect(await rows('/api/Admin/Stores/stock-levels?allFields=lubin opony')).toHaveLength(1)
  })
})
