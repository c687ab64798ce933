/** The warehouse documents of an order: listed with it, and added from it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { effectOf } from '../../modules/warehouse/documents/rules.ts'
import { DocumentType } from '../../modules/warehouse/documents/schema.ts'
import type { CommandMetadata } from '../../src/contract/command.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import { languages } from '../../src/contract/languages.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import { codesOf } from '../../src/contract/vocabulary.ts'
import { matches } from '../../src/contract/when.ts'
import { filledCall } from '../../ui/parts/form/filledCall.ts'
import { initialValues } from '../../ui/parts/form/formValues.ts'
import { anOrderFixture, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture
let completed: ListMetadata

beforeAll(async () => {
  fixture = await anOrderFixture()
  completed = (await fixture.staff.get('/api/ui/pages/orders.completed')).body.data.list
})

const commandOf = (name: string, commands = completed.commands): CommandMetadata => {
  const found = commands.find(command => command.name === name)
  if (!found) throw new Error(`There is no ${name}`)
  return found
}
const formOf = async (name: string): Promise<FormMetadata> =>
  (await fixture.staff.get(`/api/ui/forms/${name}`)).body.data

describe('a document of an order', () => {
  it('begins with order, client, place, store, day and number of containers, and is then listed with the order', async () => {
    const { data: store } = await fixture.staff
      .get('/api/Admin/Stores/internal')
      .then(({ body }) => ({ data: body.data[0] ?? body[0] }))
    const id = await fixture.order(3, { internal_store_id: store.storeId ?? store.id, receiving_date: '2026-05-29' })
    const details = await fixture.details(id)
    const form = commandOf('orders.addDocument').form as FormMetadata
    const began = initialValues(form, { ...details, quantityTaken: 2 })
    expect(began).toMatchObject({
      documentType: DocumentType.acceptanceReport,
      documentDate: '2026-05-29',
      orderId: id,
      CompanyId: details.companyId,
      receptionPlaceId: details.receptionPlaceId,
      internalStoreId: details.internalStoreId,
      containersNumber: 2
    })
    // before anything was taken, what was ordered
    expect(initialValues(form, { ...details, quantityTaken: null, quantity: 1 }).containersNumber).toBe(1)
    const { departmentId: _, ...body } = began
    expect((await fixture.staff.post('/api/Admin/Documents', body)).status).toBe(201)
    const { body: listed } = await fixture.staff.get(`/api/Admin/Documents?OrderId=${id}`)
    expect(listed).toMatchObject({ total: 1, data: [{ orderId: id, containersNumber: 2 }] })
  })

  it('is offered for containers alone: in the bar, in the panel, and after a finish', async () => {
    const { shown } = commandOf('orders.addDocument')
    const [container, vehicle] = [
      { type: 3, currentStatus: 3 },
      { type: 1, currentStatus: 3 }
    ]
    expect([matches(shown, container), matches(shown, vehicle)]).toEqual([true, false])
    const papers = completed.panel?.tabs.find(({ name }) => name === 'documents')
    if (papers?.kind !== 'rows') throw new Error('The tab of documents is no list')
    expect(papers.list.commands.map(({ name }) => name)).toEqual([
      'orders.addDocumentHere',
      'warehouse.approveDocument',
      'warehouse.fetchDocumentFile'
    ])
    const { list } = (await fixture.staff.get('/api/ui/pages/orders.inProgress')).body.data
    const { leadsOn } = commandOf('orders.finish', list.commands)
    expect(leadsOn).toMatchObject({
      command: 'orders.addDocument',
      shared: { OrderId: 'id' },
      call: '/api/Admin/Orders'
    })
    expect([matches(leadsOn?.when, container), matches(leadsOn?.when, vehicle)]).toEqual([true, false])
  })
})

describe('the form of a document', () => {
  it('offers orders that were driven, of the chosen client, by number, client and day', async () => {
    const form = await formOf('warehouse.addDocument')
    const options = form.fields.find(({ name }) => name === 'orderId')?.options
    if (!options) throw new Error('The order is no choice')
    const [fresh, done] = [await fixture.order(0), await fixture.order(3, { realization_date: '2026-05-29' })]
    const offered = async (values: object) => {
      const { body } = await fixture.staff.get(
        `${filledCall(options.call, { ...values })?.replace('limit=20', 'limit=1000')}`
      )
      return body.data as { id: number; companyId: number }[]
    }
    const all = (await offered({})).map(({ id }) => id)
    expect([all.includes(fresh), all.includes(done)]).toEqual([false, true])
    const { companyId } = await fixture.details(done)
    const own = await offered({ CompanyId: companyId })
    expect(new Set(own.map(row => row.companyId))).toEqual(new Set([companyId]))
    const row = own.find(({ id }) => id === done)
    const said = Object.entries({ ...row }).flatMap(([key, value]) => (options.label.includes(key) ? [value] : []))
    expect(said).toEqual(expect.arrayContaining([expect.stringMatching(/^Z\//), '2026-05-29']))
    expect(said).toHaveLength(3)
  })

  it('fills in what the chosen order knows', async () => {
    const { derive } = await formOf('warehouse.addDocument')
    const details = await fixture.details(await fixture.order(3))
    const fetched = derive.flatMap(rule => (rule.kind === 'fetched' ? [rule] : []))
    expect(fetched.map(({ to }) => to)).toEqual([
      'CompanyId',
      'departmentId',
      'receptionPlaceId',
      'internalStoreId',
      'containersNumber'
    ])
    for (const { call, pick } of fetched) {
      expect(filledCall(call, { orderId: 7 })).toBe('/api/Admin/Orders/7/details')
      expect(Object.keys(details)).toContain(pick.replace('data.', ''))
    }
  })

  it('says in which direction the containers of each type go', async () => {
    const form = await formOf('warehouse.addDocument')
    const number = form.fields.find(({ name }) => name === 'containersNumber')
    const rules = [number?.labelWhen ?? []].flat()
    const moving = codesOf(DocumentType).filter(code => effectOf(code).kind === 'move')
    expect(rules.flatMap(({ when }) => when.documentType)).toEqual(moving)
    const { messages } = fixture.test.services
    const said = (documentType: number) => rules.find(({ when }) => matches(when, { documentType }))?.label ?? ''
    expect([1, 2].map(type => messages.say('pl', said(type)))).toEqual([
      'Liczba kontenerów z punktu do magazynu',
      'Liczba kontenerów z magazynu do punktu'
    ])
    for (const language of languages)
      expect(new Set(moving.map(type => messages.say(language, said(type)))).size).toBe(moving.length)
  })
})
