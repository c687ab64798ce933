/** Reconciliation: what differs in the papers of an order, whoever writes them; explained, open again, counted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandMetadata } from '../../src/contract/command.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import { matches } from '../../src/contract/when.ts'
import { initialValues } from '../../ui/parts/form/formValues.ts'
import type { Person, TestApp } from '../helper/app.ts'
import type { ACompany } from '../helper/factories.ts'
import { type Papers, papersOfABusiness, path, type Row } from './fixtures/papers.ts'

let test: TestApp
let admin: Person
let company: ACompany
let anInvoicedOrder: Papers['anInvoicedOrder']
let aProtocol: Papers['aProtocol']
let papers: Papers['papers']
let differ: Papers['differ']
let explain: Papers['explain']

beforeAll(async () => {
  const business = await papersOfABusiness()
  ;({ test, admin, company, anInvoicedOrder, aProtocol, papers, differ, explain } = business)
})
afterAll(() => test.close())

/** Codes of the differences. */
const [noTonnage, noKpo, noDocument, documentDiffers, noInvoice, sharedKpo] = [0, 1, 2, 3, 4, 5]
const [agrees, open, explained] = [0, 1, 2]

const change = (id: number, given: object) => test.services.db('orders.orders').where({ id }).update(given)
const name = (id: number, documentId: number) => admin.put(`/api/Admin/Documents/${documentId}`, { orderId: id })
const total = async (query: string): Promise<number> => (await admin.get(`${path}?limit=1${query}`)).body.total

describe('the papers of an order', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly number[]])[] = [
    ['agree', {}, []],
    ['lack tonnes', { tonnage: null }, [noTonnage]],
    ['lack tonnes, being none', { tonnage: 0 }, [noTonnage]],
    ['lack the KPO', { kpo: null }, [noKpo]],
    ['lack the invoice', { status: 3, invoice_number: null }, [noInvoice]],
    ['of containers lack the document', { order_type_id: 3 }, [noDocument]],
    ['of a vehicle need none', { order_type_id: 1 }, []],
    ['lack everything', { order_type_id: 3, tonnage: null, kpo: null, invoice_number: null }, [0, 1, 2, 4]]
  ]
  it.each(cases)('%s', async (_what, given, differences) => {
    expect(await differ(await anInvoicedOrder(given))).toEqual([differences, differences.length > 0 ? open : agrees])
  })

  it.each([0, 1, 2, 4])('are not asked for in the status %i, and no longer after it is taken back', async status => {
    const id = await anInvoicedOrder({ status, invoice_number: null })
    expect((await admin.get(`${path}/${id}`)).status).toBe(404)
    await change(id, { status: 3 })
    expect(await differ(id)).toEqual([[noInvoice], open])
    await change(id, { status })
    expect((await admin.get(`${path}/${id}`)).status).toBe(404)
  })

  it('have their document once an approved one is linked to the order, and lack it once it is unlinked', async () => {
    const id = await anInvoicedOrder({ order_type_id: 3 })
    const document = await aProtocol(2)
    const link = `/api/Admin/Documents/${document}/order`
    expect(await differ(id)).toEqual([[noDocument], open])
    expect((await admin.put(link, { orderId: id })).status).toBe(200)
    expect(await differ(id)).toEqual([[], agrees])
    expect((await admin.call('DELETE', link)).status).toBe(200)
    expect(await differ(id)).toEqual([[noDocument], open])
  })

  it('that share a KPO are both marked, until one of them gets another', async () => {
    const [first, second] = [await anInvoicedOrder({ kpo: 'KPO/S' }), await anInvoicedOrder({ kpo: 'KPO/S' })]
    expect([await differ(first), await differ(second)]).toEqual([
      [[sharedKpo], open],
      [[sharedKpo], open]
    ])
    await change(second, { kpo: 'KPO/T' })
    expect([await differ(first), await differ(second)]).toEqual([
      [[], agrees],
      [[], agrees]
    ])
    await change(second, { kpo: 'KPO/S' })
    await change(second, { kpo: null })
    expect([await differ(first), await differ(second)]).toEqual([
      [[], agrees],
      [[noKpo], open]
    ])
  })

  it('that get one KPO at the same time see each other: the second waits for the first', async () => {
    const { db } = test.services
    const [first, second] = [await anInvoicedOrder(), await anInvoicedOrder()]
    const one = await db.transaction()
    await one('orders.orders').where({ id: first }).update({ kpo: 'KPO/R' })
    let isDone = false
    const two = change(second, { kpo: 'KPO/R' }).then(() => {
      isDone = true
    })
    const isWaiting = async (): Promise<boolean> => {
      const { rows } = await db.raw(
        "select 1 from pg_locks where locktype = 'advisory' and not granted and classid = 20312"
      )
      return rows.length > 0
    }
    while (!isDone && !(await isWaiting())) await new Promise(resolve => setImmediate(resolve))
    await one.commit()
    await two
    expect([await differ(first), await differ(second)]).toEqual([
      [[sharedKpo], open],
      [[sharedKpo], open]
    ])
  })
})

describe('the document of an order', () => {
  const documents = () => test.services.db('warehouse.documents')

  it('is the one that names it, must be approved, and count what was collected', async () => {
    const id = await anInvoicedOrder({ order_type_id: 3, quantity_taken: 2 })
    const document = await aProtocol(2, 0)
    expect((await name(id, document)).status).toBe(200)
    expect(await differ(id)).toEqual([[documentDiffers], open])
    await documents().where({ id: document }).update({ document_status: 1 })
    expect(await papers(id)).toMatchObject({
      documentId: document,
      documentContainers: 2,
      differences: [],
      state: agrees
    })
    await documents().where({ id: document }).update({ containers_number: 3 })
    expect(await differ(id)).toEqual([[documentDiffers], open])
    await change(id, { quantity_taken: 3 })
    expect(await differ(id)).toEqual([[], agrees])
  })

  it('no longer counts once it is canceled, its correction never, and one that is removed is missing', async () => {
    const id = await anInvoicedOrder({ order_type_id: 3, quantity_taken: 2 })
    const document = await aProtocol(2, 0)
    await name(id, document)
    await documents().where({ id: document }).update({ document_status: 1 })
    expect((await admin.put('/api/Admin/Documents/cancel', { id: document })).status).toBe(200)
    expect(await differ(id)).toEqual([[noDocument], open])
    const buffered = await aProtocol(2, 0)
    await name(id, buffered)
    expect(await differ(id)).toEqual([[documentDiffers], open])
    expect((await admin.call('DELETE', `/api/Admin/Documents?documentId=${buffered}`)).status).toBe(200)
    expect(await differ(id)).toEqual([[noDocument], open])
  })

  it('follows the order that it names: the former order then lacks it', async () => {
    const [first, second] = [await anInvoicedOrder({ order_type_id: 3 }), await anInvoicedOrder({ order_type_id: 3 })]
    const document = await aProtocol(2, 0)
    await name(first, document)
    await name(second, document)
    await documents().where({ id: document }).update({ document_status: 1 })
    expect([await differ(first), await differ(second)]).toEqual([
      [[noDocument], open],
      [[], agrees]
    ])
  })
})

describe('a missing document', () => {
  it('is added from the row of an order for containers, and begins with what the order knows', async () => {
    const { list } = (await admin.get('/api/ui/pages/validators.reconciliation')).body.data as { list: ListMetadata }
    const command = list.commands.find(({ name: called }) => called === 'validators.addOrderDocument')
    const id = await anInvoicedOrder({ order_type_id: 3, quantity_taken: 2, receiving_date: '2026-05-29' })
    const listed = (await admin.get(`${path}?State=${open}&Difference=${noDocument}&limit=1000`)).body.data
    const row = listed.find((one: Row) => one.id === id)
    expect([matches(command?.shown, row), matches(command?.when, row)]).toEqual([true, true])
    expect(matches(command?.shown, { ...row, type: 1 })).toBe(false)
    expect(matches(command?.when, { ...row, document: 'PO/2026/7' })).toBe(false)
    const form = (command as CommandMetadata).form as FormMetadata
    const details = (await admin.get((form.load ?? '').replace(':id', String(id)))).body.data
    const { departmentId: _, ...began } = initialValues(form, details)
    expect(began).toMatchObject({ orderId: id, CompanyId: company.id, documentDate: '2026-05-29', containersNumber: 2 })
    expect((await admin.post('/api/Admin/Documents', began)).status).toBe(201)
    // a document in the buffer is not the order's yet, but it is no longer missing
    expect(await differ(id)).toEqual([[documentDiffers], open])
  })

  it('is looked for in the order’s own tab of documents, where one can be added', async () => {
    const { list } = (await admin.get('/api/ui/pages/validators.reconciliation')).body.data as { list: ListMetadata }
    const command = list.commands.find(({ name: called }) => called === 'validators.seeDocuments')
    const to = '/orders/all?row=:id&panel=:id&tab=documents'
    expect(command?.action).toEqual({ kind: 'navigate', to })
    expect([3, 2, 1].map(type => matches(command?.shown, { type }))).toEqual([true, false, false])
    const all = (await admin.get('/api/ui/pages')).body.data.groups
      .flatMap(({ pages }: Row) => pages)
      .find(({ route }: Row) => route === '/orders/all')
    const { list: ofAll } = (await admin.get(`/api/ui/pages/${all.id}`)).body.data as Row
    const tab = ofAll.panel.tabs.find(({ name: called }: Row) => called === 'documents')
    expect([3, 2, 1].map(type => matches(tab.shown, { type }))).toEqual([true, false, false])
    expect(JSON.stringify(tab)).toContain('"orders.addDocumentHere"')
  })
})

describe('explaining', () => {
  it('settles many orders by one comment, all of them or none, and is in their history', async () => {
    const ids = [await anInvoicedOrder({ kpo: null }), await anInvoicedOrder({ tonnage: null })]
    const fine = await anInvoicedOrder()
    expect((await explain([...ids, fine])).status).toBe(409)
    expect(await differ(ids[0] as number)).toEqual([[noKpo], open])
    const { status, body } = await explain(ids, '  Waga była w naprawie\n')
    expect([status, body.data.map(({ state }: Row) => state)]).toEqual([200, [explained, explained]])
    expect(await papers(ids[0] as number)).toMatchObject({ comment: 'Waga była w naprawie', state: explained })
    const { body: history } = await admin.get(`${path}/${ids[1]}/history`)
    expect(history.data[0].statusDescription).toBe('Wyjaśniono różnice')
    expect((await explain(ids)).status).toBe(409)
  })

  it.each([undefined, '', '  ', null])('wants a comment: %j', async comment => {
    const id = await anInvoicedOrder({ kpo: null })
    expect(await admin.put(`${path}/explain`, { orderIds: [id], comment })).toMatchObject({
      status: 400,
      body: { Errors: [{ PropertyName: 'comment' }] }
    })
  })

  it('covers the present differences: a new one opens the order again', async () => {
    const id = await anInvoicedOrder({ kpo: null, tonnage: null })
    await explain([id])
    await change(id, { tonnage: 3 })
    expect(await differ(id)).toEqual([[noKpo], explained])
    await change(id, { invoice_number: null })
    expect(await differ(id)).toEqual([[noKpo, noInvoice], open])
  })

  it('can be taken back', async () => {
    const id = await anInvoicedOrder({ kpo: null })
    expect((await admin.put(`${path}/${id}/reopen`)).status).toBe(409)
    await explain([id])
    expect((await admin.put(`${path}/${id}/reopen`)).status).toBe(200)
    expect(await papers(id)).toMatchObject({ state: open, comment: null, explainedDate: null })
  })
})

describe('the list', () => {
  it('counts open, explained and all as they are, and each difference', async () => {
    const { db } = test.services
    const counted = async (state?: number): Promise<number> =>
      Number(
        (
          await db('validators.reconciliations')
            .where(state === undefined ? {} : { state })
            .count('* as n')
        )[0]?.n
      )
    const ids = [await anInvoicedOrder({ kpo: null }), await anInvoicedOrder({ kpo: null }), await anInvoicedOrder()]
    await explain([ids[0] as number])
    await db('orders.orders').where({ id: ids[2] }).update({ status: 2 })
    for (const state of [agrees, open, explained]) expect(await total(`&State=${state}`)).toBe(await counted(state))
    expect(await total('')).toBe(await counted())
    const { body } = await admin.get(`${path}?State=${open}&Difference=${noKpo}&limit=1000`)
    expect(body.total).toBe(body.data.length)
    expect(body.data.map(({ id }: Row) => id)).toContain(ids[1])
    for (const row of body.data) expect(row.differences).toContain(noKpo)
  })

  it('lets an invoice come for MISSING_INVOICE_DAYS before it counts as missing; other differences count at once', async () => {
    const days = (count: number) => new Date(Date.now() - count * 86_400_000)
    const waiting = { invoice_number: null, status: 3 }
    const recent = await anInvoicedOrder({ ...waiting, finished_at: days(19) })
    const late = await anInvoicedOrder({ ...waiting, finished_at: days(21) })
    const faulty = await anInvoicedOrder({ ...waiting, kpo: null, finished_at: days(1) })
    const agreed = await anInvoicedOrder({ finished_at: days(30) })
    const listed = async (due: boolean) => {
      const { body } = await admin.get(`${path}?State=${open}&Due=${due}&limit=1000`)
      const found = body.data.map(({ id }: Row) => id)
      return [recent, late, faulty, agreed].filter(id => found.includes(id))
    }
    expect([await listed(true), await listed(false)]).toEqual([[late, faulty], [recent]])
  })

  it('is found by order, KPO, invoice and client', async () => {
    const id = await anInvoicedOrder({ kpo: 'KPO/szukane', invoice_number: 'FV/szukana', tonnage: null })
    for (const term of ['szukane', 'FV/szukana']) {
      const { body } = await admin.get(`${path}?State=${open}&allFields=${encodeURIComponent(term)}`)
      expect(body.data.map((row: Row) => row.id)).toEqual([id])
    }
  })

  it('sorts by every column both ways, the same rows in all', async () => {
    const { body } = await admin.get('/api/ui/pages/validators.reconciliation')
    const keys = body.data.list.columns.map(({ key }: Row) => key)
    const all = await total('')
    for (const key of keys)
      for (const query of ['', `&State=${open}`])
        for (const desc of [false, true]) {
          const { body: answer } = await admin.get(`${path}?limit=1000&OrderBy=${key}&Desc=${desc}${query}`)
          expect([key, query, new Set(answer.data.map(({ id }: Row) => id)).size]).toEqual([
            key,
            query,
            query ? await total(query) : all
          ])
        }
    const tonnes = (await admin.get(`${path}?limit=1000&OrderBy=tonnage&Desc=true`)).body.data
      .map(({ tonnage }: Row) => tonnage)
      .filter((tonnage: number | null) => tonnage !== null)
    expect(tonnes).toEqual(tonnes.toSorted((a: number, b: number) => b - a))
  })

  it('begins with what is open, among the validators of the menu', async () => {
    const { body } = await admin.get('/api/ui/pages/validators.reconciliation')
    const { filters, call } = body.data.list
    expect([call, filters.map(({ key, initial }: Row) => [key, initial])]).toEqual([
      path,
      [
        ['State', open],
        ['Due', 'true'],
        ['Difference', undefined]
      ]
    ])
    const { body: menu } = await admin.get('/api/ui/pages')
    const group = menu.data.groups.find(({ pages }: Row) =>
      pages.some(({ id }: Row) => id === 'validators.reconciliation')
    )
    expect(group.pages.map(({ id }: Row) => id)).toEqual([
      'validators.containers',
      'validators.receptionPlaces',
      'validators.orders',
      'validators.reconciliation'
    ])
  })
})

describe('rows that were written without the triggers', () => {
  it('are made again as the triggers would have made them', async () => {
    const { db } = test.services
    const read = () =>
      db('validators.reconciliations')
        .select('id', 'differences', 'state', 'kpo', 'tonnage', 'document_id')
        .orderBy('id')
    const before = await read()
    await db('validators.reconciliations').update({ explained: 0 })
    const open = await read()
    await db('validators.reconciliations').delete()
    await db.raw('select validators.reconcile_all()')
    expect(await read()).toEqual(open)
    expect(before.length).toBe(open.length)
  })
})
