/** Numbers, orders and words that the specification fixes, read where a browser reads them: in the metadata and catalogues. */

import { beforeAll, describe, expect, it } from 'vitest'
import type { CommandMetadata } from '../../src/contract/command.ts'
import { checkForm, type FormMetadata } from '../../src/contract/form.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import type { PagesMetadata } from '../../src/contract/page.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { recordChanges } from '../../src/kernel/history/history.ts'
import { pagesMetadata } from '../../src/kernel/metadata/routes.ts'
import type { PartPage } from '../../src/kernel/pages/pages.ts'
import { menu } from '../../src/modules.ts'
import { product } from '../../src/product.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aCompany, anItem, anOrder } from '../helper/factories.ts'
import { officeRoutes, portalRoutes, sentences } from './fixtures/specification.ts'

let test: SharedApp
let staff: Person
let client: Person
let pages: PagesMetadata

beforeAll(async () => {
  test = await aSharedApp()
  ;[staff, client] = await Promise.all([test.signedInAs('ADMIN'), test.signedInAs('CLIENT')])
  pages = (await staff.get('/api/ui/pages')).body.data
})

const listOf = async (id: string, who = staff): Promise<ListMetadata> =>
  (await who.get(`/api/ui/pages/${id}`)).body.data.list
const commandOf = (list: ListMetadata, name: string): CommandMetadata | undefined =>
  list.commands.find(command => command.name === name)
const formOf = (list: ListMetadata, name: string): FormMetadata => commandOf(list, name)?.form as FormMetadata
const fieldOf = (form: FormMetadata, name: string) => form.fields.find(field => field.name === name)
const polish = (key: string, params?: Record<string, unknown>): string => test.services.messages.say('pl', key, params)

const officeLists = ['orders.new', 'orders.accepted', 'orders.canceled', 'orders.all']

describe('the search box of the top bar', () => {
  it.each([
    'companies.unverified',
    'companies.active',
    'companies.inactive',
    'companies.places',
    'iot.places',
    'validators.containers',
    'validators.receptionPlaces',
    'validators.orders',
    'pricing.detailed',
    'warehouse.documents',
    'warehouse.stockLevels',
    'warehouse.internalStores'
  ])('is that of the list %s', async id => {
    expect((await listOf(id)).search).toMatchObject({ debounce: 500 })
  })
})

describe('order lists', () => {
  it.each(officeLists)('%s: 35 rows a page, the next 100 px ahead, newest first', async id => {
    expect(await listOf(id)).toMatchObject({ pageSize: 35, margin: 100, sort: '-createdAt' })
  })

  it('of clients: 200 rows, newest first, of the same call', async () => {
    const list = await listOf('orders.client', client)
    expect(list).toMatchObject({ call: '/api/Admin/Orders', pageSize: 200, sort: '-createdAt' })
    expect((await client.get('/api/Admin/Orders?page=1&limit=200&OrderBy=CreatedAt&Desc=true')).status).toBe(200)
  })

  it('open their panel by double-click, except the list of all', async () => {
    const opens = await Promise.all(
      officeLists.map(async id => {
        const { opens, noDoubleClick = false } = await listOf(id)
        return [id, opens && !noDoubleClick]
      })
    )
    expect(opens).toEqual(officeLists.map(id => [id, id !== 'orders.all']))
  })

  it('wait 500 ms before they search or filter by postal code', async () => {
    const { search, filters } = await listOf('orders.new')
    expect(search?.debounce).toBe(500)
    expect(filters[0]).toMatchObject({ key: 'PostalCode', debounce: 500, mask: '99-999' })
  })

  it.each(['orders.accepted', 'orders.all'])('%s: a missing vehicle is “Brak”', async id => {
    const list = await listOf(id)
    const column = list.columns.find(({ key }) => key === 'vehicle')
    const fields = list.panel?.tabs.flatMap(tab => (tab.kind === 'fields' ? tab.fields : []))
    for (const shown of [column, fields?.find(({ key }) => key === 'vehicle')])
      expect(polish(shown?.blank ?? '')).toBe('Brak')
  })
})

describe('the list of companies', () => {
  it('has 35 rows a page where the call does not say', async () => {
    await Promise.all(Array.from({ length: 36 }, () => aCompany(test.services.db, { place: false })))
    const { data, total } = (await staff.get('/api/Admin/Companies')).body
    expect(data).toHaveLength(35)
    expect(total).toBeGreaterThan(35)
  })
})

describe('history', () => {
  it('names nobody where nobody is known: the browser says an unknown user', async () => {
    const { db } = test.services
    const [company, item] = [await aCompany(db), await anItem(db)]
    const { id } = await anOrder(db, { company, itemId: item.id })
    const change = { resourceType: 'orders.order', subjectId: id, version: 1, code: 'orders.place', params: {} }
    await recordChanges(db, null, test.clock.now, [{ ...change, before: {}, after: {} }])
    const { body } = await staff.get(`/api/Admin/Orders/${id}/history`)
    expect(body.data).toMatchObject([{ statusDescription: 'Złożono zamówienie', user: null }])
  })
})

describe('pages', () => {
  const routesOf = async (who: Person): Promise<string[]> =>
    ((await who.get('/api/ui/pages')).body.data as PagesMetadata).groups.flatMap(group =>
      group.pages.map(page => page.route)
    )

  it('are at the routes of the specification', async () => {
    const routes = await routesOf(staff)
    expect(officeRoutes.filter(route => routes.filter(known => known === route).length !== 1)).toEqual([])
    expect(await routesOf(client)).toEqual([...portalRoutes, '/client/calendars'])
    expect(await routesOf(await test.signedInAs('CLIENT_ADMIN'))).toEqual([
      ...portalRoutes,
      '/client/users',
      '/client/statements',
      '/client/calendars'
    ])
  })
})

describe('the side menu', () => {
  const everyGroup = menu.map(
    ({ name: group }): PartPage => ({
      kind: 'part',
      id: `x.${group}`,
      route: `/${group}`,
      part: 'x',
      group,
      access: ['ADMIN']
    })
  )
  const admin = { role: 'ADMIN' } as Caller

  it('has its groups in the specification’s order, Store and Settings collapsed', () => {
    // Given backwards: the order is the menu's own.
    const { groups } = pagesMetadata(
      { modules: [{ name: 'x', pages: everyGroup.toReversed() }], menu, counters: [], home: product.home },
      admin
    )
    const office = groups.filter(({ name }) => name !== 'portal')
    expect(office.map(({ title, collapsed }) => [polish(title), collapsed])).toEqual([
      ['Klienci', false],
      ['Zamówienia', false],
      ['Walidatory', false],
      ['Cennik', false],
      ['Magazyn', true],
      ['Raporty', false],
      ['Ustawienia', true]
    ])
  })

  it('says so of the pages there are', () => {
    const known = pages.groups.map(({ name }) => menu.findIndex(group => group.name === name))
    expect(known).toEqual([...known].sort((a, b) => a - b))
    expect(pages.groups.filter(({ collapsed }) => collapsed).map(({ name }) => name)).toEqual(['store', 'settings'])
  })

  it('leads breadcrumbs of Section/Subsection, at most four; home stands in no section', () => {
    for (const { name, pages: entries } of pages.groups)
      for (const { id, route, breadcrumb } of entries)
        expect(breadcrumb).toEqual([...(route === '/' ? [] : [`menu.${name}`]), `${id}.title`])
  })
})

describe('the order form', () => {
  it('begins with quantity 1, and of staff with payment by transfer', async () => {
    const ofStaff = formOf(await listOf('orders.new'), 'orders.place')
    const ofClient = formOf(await listOf('orders.client', client), 'orders.place')
    expect(ofStaff.initial).toEqual({ quantity: 1, vatRate: 8, paymentType: 1 })
    expect(ofClient.initial).toEqual({ quantity: 1, vatRate: 8, companyId: client.companyId })
    expect(pages.vocabularies['companies.paymentType']?.members.map(({ code, name }) => [code, name])).toEqual([
      [0, 'cash'],
      [1, 'transfer']
    ])
  })

  it.each([
    [1, 1, 1],
    [2, 1, 50],
    [3, 1, 2],
    [null, 1, 50]
  ])('of order type %j takes %d to %d', async (orderTypeId, least, most) => {
    const form = formOf(await listOf('orders.new'), 'orders.place')
    const faults = (quantity: number) =>
      checkForm(form, { quantity, orderTypeId }).filter(({ path }) => path === 'quantity')
    for (const quantity of [least, most]) expect(faults(quantity)).toEqual([])
    expect(faults(least - 1).at(-1)).toMatchObject({ code: 'minimum', params: { min: least } })
    expect(faults(most + 1).at(-1)).toMatchObject({ code: 'maximum', params: { max: most } })
  })

  it('shows the gross price and takes none; a client’s net price too', async () => {
    const ofStaff = formOf(await listOf('orders.new'), 'orders.place')
    const ofClient = formOf(await listOf('orders.client', client), 'orders.place')
    for (const form of [ofStaff, ofClient])
      expect(fieldOf(form, 'amount')).toMatchObject({ control: 'part:pricing.amount', readOnly: true, transient: {} })
    expect(fieldOf(ofStaff, 'netPrice')?.readOnly).toBeUndefined()
    expect(fieldOf(ofClient, 'netPrice')).toMatchObject({ readOnly: true, transient: {} })
  })

  it('finds the company by twenty of its first page', async () => {
    const options = fieldOf(formOf(await listOf('orders.new'), 'orders.place'), 'companyId')?.options
    const { searchParams } = new URL(options?.call ?? '', 'http://localhost')
    expect(Object.fromEntries(searchParams)).toMatchObject({ page: '1', limit: '20' })
    expect(options?.search).toMatchObject({ key: 'allFields', one: 'CompanyId' })
  })

  it('says what is missing', async () => {
    const form = formOf(await listOf('orders.new'), 'orders.place')
    expect(polish(form.missingData ?? '')).toBe('Uzupełnij wszystkie wymagane pola.')
    const said = checkForm(form, { quantity: 1 }).map(({ path, message }) => [path, polish(message)])
    expect(Object.fromEntries(said)).toMatchObject({
      companyId: 'Wybierz klienta',
      departmentId: 'Wybierz oddział',
      receptionPlace: 'Wybierz punkt odbioru',
      orderTypeItemId: 'Wybierz pozycję'
    })
    expect(polish(fieldOf(form, 'receptionPlace')?.options?.enabledWhen?.mark ?? '')).toBe('(Nieaktywny)')
  })

  it('of a cancel sends “canceled by user” for a client, and asks staff', async () => {
    const ofClient = formOf(await listOf('orders.client', client), 'orders.cancel')
    expect(ofClient.initial).toEqual({ reasonForCancel: 'canceled by user' })
    expect(fieldOf(ofClient, 'reasonForCancel')?.control).toBe('hidden')
    const ofStaff = formOf(await listOf('orders.new'), 'orders.cancel')
    expect(ofStaff.initial).toEqual({})
    expect(fieldOf(ofStaff, 'reasonForCancel')?.options?.call).toBe('/api/Dictionaries/1/values')
  })
})

describe('word for word', () => {
  it.each(sentences)('%s is “%s”', (key, sentence) => expect(polish(key, { count: 1 })).toBe(sentence))

  it('401 begins with “Nieautoryzowany”', async () => {
    const { status, body } = await test
      .nobody()
      .get('/api/Admin/Orders', { authorization: 'Bearer none', 'accept-language': 'pl' })
    expect(status).toBe(401)
    expect(body.detail).toMatch(/^Nieautoryzowany/)
  })

  it.each([
    [0, 'zamówień', 'kontenerów', 'dokumentów', 'punktów odbioru'],
    [1, 'zamówienie', 'kontener', 'dokument', 'punkt odbioru'],
    [3, 'zamówienia', 'kontenery', 'dokumenty', 'punkty odbioru'],
    [5, 'zamówień', 'kontenerów', 'dokumentów', 'punktów odbioru'],
    [12, 'zamówień', 'kontenerów', 'dokumentów', 'punktów odbioru'],
    [22, 'zamówienia', 'kontenery', 'dokumenty', 'punkty odbioru'],
    [25, 'zamówień', 'kontenerów', 'dokumentów', 'punktów odbioru']
  ])('a search that finds %d says Znaleziono', async (count, orders, containers, documents, places) => {
    const found = async (id: string) => polish((await listOf(id)).search?.found ?? '', { count })
    expect(await found('orders.new')).toBe(`Znaleziono ${count} ${orders}`)
    expect(await found('iot.containers')).toBe(`Znaleziono ${count} ${containers}`)
    expect(await found('warehouse.documents')).toBe(`Znaleziono ${count} ${documents}`)
    expect(await found('iot.places')).toBe(`Znaleziono ${count} ${places}`)
  })
})
