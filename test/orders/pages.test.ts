/** The order pages as the specification lists them: columns, bars, panels by page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OrderStatus } from '../../modules/orders/schema.ts'
import type { CommandMetadata } from '../../src/contract/command.ts'
import { checkForm, type FormMetadata } from '../../src/contract/form.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import type { PageMetadata } from '../../src/contract/page.ts'
import { matches } from '../../src/contract/when.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { anOrderFixture, type OrderFixture } from './fixtures/order.ts'
import { actions, bars, columns, hiddenColumns, pages } from './fixtures/pages.ts'

let test: TestApp
let fixture: OrderFixture

beforeAll(async () => {
  test = await anApp()
  fixture = await anOrderFixture(test)
})
afterAll(() => test.close())

const pageOf = async (id: string, who = fixture.staff): Promise<PageMetadata & { list: ListMetadata }> =>
  (await who.get(`/api/ui/pages/${id}`)).body.data
const listOf = async (id: string, who = fixture.staff) => (await pageOf(id, who)).list
const names = (commands: readonly CommandMetadata[] = []) => commands.map(({ name }) => name.replace('orders.', ''))
const polish = (key: string, params?: Record<string, unknown>) => fixture.test.services.messages.say('pl', key, params)

describe('the pages of orders', () => {
  it.each(pages)('%s stands at %s, searched and filtered, 35 rows, newest first', async (id, route, status) => {
    const { list, route: found } = await pageOf(id)
    expect(found).toBe(route)
    expect(list).toMatchObject({
      call: '/api/Admin/Orders',
      fixed: status === undefined ? {} : { OrderStatus: status },
      sort: '-createdAt',
      pageSize: 35,
      margin: 100,
      search: { found: 'orders.order.found' },
      opens: true
    })
    expect(list.filters[0]).toMatchObject({ key: 'PostalCode', mask: '99-999', placeholder: '09-410' })
  })

  it.each(pages)('%s has its own columns', async id => {
    const all = (await listOf(id)).columns
    const found = all.map(({ key }) => key)
    const second = { 'orders.all': ['currentStatus'], 'orders.new': [], 'orders.accepted': [], 'orders.canceled': [] }
    const first = ['number', ...(second[id as keyof typeof second] ?? ['createdAt'])]
    expect(found).toEqual([...first, 'company', 'receptionPlace', ...(columns[id] as string[])])
    expect(all.filter(column => column.beginsHidden).map(({ key }) => key)).toEqual(hiddenColumns[id] ?? [])
  })

  it.each(pages)('%s: bar and panel offer what its status allows', async id => {
    const { commands, panel } = await listOf(id)
    expect(names(commands)).toEqual(['seeOrder', ...(bars[id] ?? [])])
    const ofWaste = ['waste.fetchSheet', 'waste.sendSheet']
    expect(names(panel?.tabs.find(({ name }) => name === 'details')?.commands)).toEqual([
      ...(actions[id] as string[]),
      ...ofWaste
    ])
  })

  it.each(pages.filter(([id]) => id !== 'orders.all'))(
    'of all orders shows for an order of %s what that page has for it',
    async (id, _route, currentStatus) => {
      const [all, own] = [await listOf('orders.all'), await listOf(id)]
      const shown = (commands: readonly CommandMetadata[] = []) =>
        names(commands.filter(one => one.selection !== 'none' && matches(one.shown, { currentStatus, type: 3 })))
      const inPanel = ({ panel }: ListMetadata) => panel?.tabs.find(({ name }) => name === 'details')?.commands
      expect(shown(all.commands).sort()).toEqual(shown(own.commands).sort())
      expect(shown(inPanel(all)).sort()).toEqual(shown(inPanel(own)).sort())
    }
  )

  it('have a panel of five tabs, comments first, and for containers one of documents', async () => {
    const { panel } = await listOf('orders.completed')
    const titles = (type: number) =>
      panel?.tabs.filter(({ shown }) => matches(shown, { type })).map(({ title }) => polish(title))
    const five = ['Komentarze', 'Szczegóły zamówienia', 'Historia', 'Dodatkowe informacje', 'Wysłane wiadomości']
    expect([1, 2, 3].map(titles)).toEqual([five, five, [...five, 'Dokumenty zamówienia']])
    expect(names(panel?.tabs[0]?.commands)).toEqual(['settleComments', 'addComment'])
  })

  it('of a day: its vehicles under headings as in the view of the orders in progress, and beside them what is to be planned', async () => {
    const { list, route, goKey } = await pageOf('orders.day')
    const inProgress = await listOf('orders.inProgress')
    const [view] = inProgress.views
    expect([route, goKey]).toEqual(['/orders/day', 't'])
    expect(list).toMatchObject({ fixed: inProgress.fixed, views: [], day: { filter: 'RealizationDate' } })
    expect(list.filters.map(({ key }) => key)).toEqual(expect.arrayContaining(['RealizationDate', 'Urgent']))
    expect([list.sort, list.groupBy, list.groups]).toEqual([view?.sort, view?.groupBy, view?.groups])
    const columns = inProgress.columns
      .map(({ key }) => key)
      .filter(key => !['vehicle', 'realizationDate', 'stopState'].includes(key))
      .flatMap(key => (key === 'number' ? [key, 'stopState'] : key === 'notified' ? [key, 'wishedPart'] : key))
    expect(list.columns.map(({ key, sortable }) => [key, sortable])).toEqual(columns.map(key => [key, false]))
    const beside = list.day?.beside
    expect(beside?.part).toBe('orders.besideDay')
    expect(list.day?.board).toBe('orders.board')
    expect(list.pageSize).toBe(200)
    expect(beside?.list).toMatchObject({ fixed: { OrderStatus: 1 }, selection: 'many', sort: 'acceptedDate' })
    expect(beside?.list.columns.map(({ key }) => key)).toEqual(expect.arrayContaining(['wishedDate', 'wishedPart']))
    for (const { marks } of [list, { marks: beside?.list.marks }])
      expect(marks?.map(({ icon }) => icon)).toEqual(expect.arrayContaining(['bolt', 'ban']))
    expect(names(beside?.list.commands)).toEqual(['realize'])
  })

  it('for a client: its list edits and cancels, and its panel names no driver, route or message', async () => {
    const { commands, panel } = await listOf('orders.client', fixture.client)
    expect(names(commands)).toEqual(['seeOrder', 'place', 'edit', 'cancel', 'placeAgain'])
    expect(panel?.tabs.map(({ name }) => name)).toEqual(['details', 'history', 'comments', 'driver'])
    const shown = panel?.tabs.flatMap(tab => (tab.kind === 'timeline' || tab.kind === 'fields' ? tab.fields : []))
    const keys = shown?.map(({ key }) => key) ?? []
    for (const field of ['driver', 'route', 'sequenceInRoute', 'notificationSent']) expect(keys).not.toContain(field)
  })

  it('for a client: its list says when the vehicle comes or came, and is filtered by status', async () => {
    const { columns, filters, panel } = await listOf('orders.client', fixture.client)
    expect(columns.slice(0, 3).map(({ key }) => key)).toEqual(['number', 'currentStatus', 'collectionDate'])
    expect(columns[2]?.schema).toMatchObject({ type: 'string', format: 'weekday' })
    expect(panel?.head?.lines[1]?.map(({ key, schema, labelled }) => [key, schema.format, labelled])).toEqual([
      ['realizationDate', 'weekday', true],
      ['receivingDate', 'weekday', true]
    ])
    expect(filters).toMatchObject([{ key: 'OrderStatus', schema: { items: { vocabulary: 'orders.status' } } }])
  })

  it('for a client: the details begin with the steps and have the invoice number, but not what its status cannot have', async () => {
    const { panel } = await listOf('orders.client', fixture.client)
    const details = panel?.tabs[0]
    if (details?.kind !== 'fields') throw new Error('The first tab has no fields')
    expect(details.steps?.map(({ label }) => label.split('.').at(-1))).toEqual([
      'placed',
      'accepted',
      'planned',
      'collected',
      'invoiced',
      'canceled'
    ])
    const shownAt = (currentStatus: number) =>
      details.fields.filter(({ shown }) => matches(shown, { id: 1, currentStatus })).map(({ key }) => key)
    expect(shownAt(OrderStatus.invoiced)).toContain('invoiceNumber')
    for (const field of ['invoiceNumber', 'reasonForCancellation', 'tonnage', 'kpo', 'receivingDate'])
      expect(shownAt(OrderStatus.new)).not.toContain(field)
    expect(shownAt(OrderStatus.canceled)).toContain('reasonForCancellation')
  })

  it('for a client: the details have the planned day until the order is collected, then that day, each with its weekday', async () => {
    const { panel } = await listOf('orders.client', fixture.client)
    const details = panel?.tabs[0]
    if (details?.kind !== 'fields') throw new Error('The first tab has no fields')
    const daysAt = (currentStatus: number) =>
      details.fields
        .filter(({ key, shown }) => key?.match(/^(realization|receiving)Date$/) && matches(shown, { currentStatus }))
        .map(({ key, schema }) => [key, schema?.format])
    const { accepted, inProgress, completed, invoiced } = OrderStatus
    for (const status of [accepted, inProgress]) expect(daysAt(status)).toEqual([['realizationDate', 'weekday']])
    for (const status of [completed, invoiced]) expect(daysAt(status)).toEqual([['receivingDate', 'weekday']])
  })

  it('have a label for every field of history', async () => {
    const { panel } = await listOf('orders.new')
    const timeline = panel?.tabs.find(tab => tab.kind === 'timeline')
    const labels = new Map(timeline?.kind === 'timeline' ? timeline.fields.map(({ key, label }) => [key, label]) : [])
    for (const field of ['kpo', 'tonnage', 'internalStoreName', 'realizationDate', 'grossValue'])
      expect(polish(labels.get(field) ?? '')).not.toContain('orders.')
  })
})

describe('the forms', () => {
  const formOf = async (page: string, name: string, who = fixture.staff): Promise<FormMetadata> =>
    (await listOf(page, who)).commands.find(command => command.name === name)?.form as FormMetadata

  it.each([
    ['orders.new', 'orders.place'],
    ['orders.new', 'orders.edit'],
    ['orders.completed', 'orders.correct']
  ])('%s: %s opens “Brakuje danych”', async (page, name) => {
    const { missingData, load } = await formOf(page, name)
    expect(polish(missingData ?? '')).toBe('Uzupełnij wszystkie wymagane pola.')
    expect(load).toBe(name === 'orders.place' ? undefined : '/api/Admin/Orders/:id/details')
  })

  it.each([
    ['orders.inProgress', 'orders.finish'],
    ['orders.new', 'orders.cancel'],
    ['orders.inProgress', 'orders.replan'],
    ['orders.accepted', 'orders.realize']
  ])('%s: %s says what is missing in its summary alone', async (page, name) => {
    expect(await formOf(page, name)).not.toHaveProperty('missingData')
  })

  it('of a finish asks for driver, tonnage, KPO, operator, quantities and store, and shows the amount and its price', async () => {
    const form = await formOf('orders.inProgress', 'orders.finish')
    expect(form.fields.filter(({ control }) => control !== 'hidden').map(({ label }) => polish(label))).toEqual([
      'Pojazd i kierowca',
      'Tonaż',
      'Numer KPO',
      'Operator',
      'Ilość do faktury',
      'Odebrana ilość',
      'Do zapłaty',
      'Skąd ta cena?',
      'Magazyn wewnętrzny',
      'Data odbioru'
    ])
    expect(checkForm(form, {}).map(({ path }) => path)).toEqual([
      'vehicleId',
      'tonnage',
      'kpo',
      'recycleOperatorId',
      'quantity',
      'quantityTaken',
      'internalStoreId'
    ])
  })

  it('of an edit by staff ask how the order is driven only while it is', async () => {
    const form = await formOf('orders.new', 'orders.edit')
    const asked = form.fields
      .filter(({ when, transient }) => when && !transient)
      .map(({ name, when }) => [name, when?.currentStatus])
    expect(asked).toContainEqual(['kpo', [2]])
    expect(asked).toHaveLength(7)
  })
})

describe('word for word', () => {
  it.each([
    ['orders.edit.done', 'Pomyślnie edytowano zamówienie'],
    ['orders.finish.done', 'Pomyślnie zakończono zamówienie'],
    ['orders.correct.done', 'Pomyślnie poprawiono zamówienie'],
    ['orders.cancel.done', 'Pomyślnie anulowano zamówienie'],
    ['orders.finish.label', 'Zakończ']
  ])('%s is “%s”', (key, sentence) => expect(polish(key, { count: 1 })).toBe(sentence))
})

describe('the list', () => {
  it('filters what is overdue by the rule of the red rows, and counts it', async () => {
    const { order } = fixture
    await order(2, { realization_date: '2020-01-01' })
    await order(2, { realization_date: '2099-01-01' })
    await order(1, { realization_date: '2020-01-01' })
    const rows = async (query: string) => (await fixture.staff.get(`/api/Admin/Orders?limit=1000${query}`)).body
    const late = await rows('&Overdue=true')
    expect(late.total).toBe(1)
    const all = (await rows('')).data.filter((row: { overdue: boolean }) => row.overdue)
    expect(late.data.map((row: { id: number }) => row.id)).toEqual(all.map((row: { id: number }) => row.id))
    expect((await rows('&Overdue=false')).total).toBe((await rows('')).total - 1)
    expect((await rows('&OrderStatus=2&Overdue=true')).total).toBe(1)
    expect((await fixture.staff.get('/api/Admin/Orders?Overdue=perhaps')).status).toBe(400)
  })

  it('words the accounting status, in Polish for staff', async () => {
    const id = await fixture.order(3, { optima_status: 3 })
    const rows = (await fixture.staff.get('/api/Admin/Orders?limit=1000')).body.data
    const row = rows.find((row: { id: number }) => row.id === id)
    expect(row).toMatchObject({ optimaStatus: 3, optimaStatusName: 'Błąd synchronizacji' })
    expect((await fixture.details(id)).optimaStatusName).toBe('Błąd synchronizacji')
  })
})
