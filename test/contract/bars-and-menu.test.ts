/** What the specification says of every list's command bar and selection, and of the order of the menu, read in the metadata. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListMetadata } from '../../src/contract/list.ts'
import type { PageEntry, PageMetadata, PagesMetadata } from '../../src/contract/page.ts'
import { type Role, roleNames } from '../../src/contract/roles.ts'
import { aSharedApp, type SharedApp } from '../helper/app.ts'

let test: SharedApp
const pages: (readonly [Role, PageMetadata])[] = []
let groups: PagesMetadata['groups']

beforeAll(async () => {
  test = await aSharedApp()
  for (const role of roleNames) {
    const person = await test.signedInAs(role)
    const menu: PagesMetadata = (await person.get('/api/ui/pages')).body.data
    if (role === 'ADMIN') groups = menu.groups
    for (const { id } of menu.groups.flatMap(group => group.pages))
      pages.push([role, (await person.get(`/api/ui/pages/${id}`)).body.data])
  }
})

const lists = (): (readonly [Role, string, ListMetadata])[] =>
  pages.flatMap(([role, page]) => ('list' in page ? [[role, page.route, page.list] as const] : []))
const polish = (key: string): string => test.services.messages.say('pl', key)

describe('the command bar', () => {
  it('of every list with a panel begins with Zobacz, for one row', () => {
    const withPanel = lists().filter(([, , { panel }]) => panel)
    expect(withPanel.length).toBeGreaterThan(12)
    for (const [role, route, { commands, panel }] of withPanel) {
      const [first] = commands
      expect([role, route, first?.action, first?.selection, polish(`${first?.name}.label`)]).toEqual([
        role,
        route,
        { kind: 'open', what: panel?.name },
        'one',
        'Zobacz'
      ])
    }
  })

  it('adds with no selection, and sees, edits and deletes with one item', () => {
    const single = ['orderTypes', 'vehicles', 'drivers', 'operators', 'cancellationReasons'].map(
      name => `/config/${name}`
    )
    const found = lists().filter(([, route]) => single.includes(route))
    expect(found.map(([, route]) => route).sort()).toEqual(single.sort())
    for (const [, route, { selection, commands }] of found) {
      expect([route, selection]).toEqual([route, 'one'])
      const selections = commands.map(({ action, selection }) => [
        action.kind === 'call' ? action.method : 'see',
        selection
      ])
      expect(selections).toEqual(selections.map(([method]) => [method, method === 'POST' ? 'none' : 'one']))
      expect(selections.map(([method]) => method)).toEqual(expect.arrayContaining(['see', 'POST', 'PUT', 'DELETE']))
    }
  })
})

describe('chips beside the count', () => {
  it('and the views of a list never set the same filters', () => {
    const set = (filters: Readonly<Record<string, string>> = {}): string =>
      JSON.stringify(Object.entries(filters).filter(([, value]) => value !== ''))
    const withChips = lists().filter(([, , { quick }]) => quick.length > 0)
    expect(new Set(withChips.map(([, route]) => route))).toEqual(
      new Set([
        '/clients/active',
        '/clients/inactive',
        '/config/failedMessages',
        '/pickuppoints/inactive',
        '/orders/new',
        '/orders/accepted',
        '/orders/in-progress',
        '/orders/completed',
        '/orders/day',
        '/store/containers',
        '/store/service'
      ])
    )
    for (const [role, route, { quick, views }] of withChips) {
      const said = quick.map(({ filters }) => set(filters))
      const twice = views.filter(({ filters, groupBy }) => !groupBy && said.includes(set(filters)))
      expect([role, route, twice.map(({ name }) => name)]).toEqual([role, route, []])
    }
  })
})

describe('the side menu', () => {
  /** The pages of each group in the order of the specification (its list of menu groups), by the routes it gives them. */
  const specified: Readonly<Record<string, readonly string[]>> = {
    clients: ['/clients/unverified', '/clients/active', '/clients/inactive', '/clients/receptionPlaces'],
    orders: ['new', 'accepted', 'in-progress', 'completed', 'invoiced', 'canceled', 'all'].map(
      name => `/orders/${name}`
    ),
    validators: ['containers', 'receptionPlaces', 'orders'].map(name => `/validators/${name}Validation`),
    prices: ['/priceList/generalPriceList', '/priceList/detailedPriceList'],
    store: ['/store/list', '/internalstore/list', '/store/docs', '/store/containers', '/store/map'],
    reports: ['/report/reportList'],
    settings: [
      'orderTypes',
      'vehicles',
      'drivers',
      'operators',
      'cancellationReasons',
      'validatorTypes',
      'notConfirmedUsers',
      'admins'
    ].map(name => `/config/${name}`)
  }
  const shown = (entries: readonly PageEntry[]) =>
    entries.filter(({ inMenu, route }) => inMenu && route !== '/').map(({ route }) => route.toLowerCase())

  it('has the pages of each group in the specification’s order', () => {
    expect(groups.length).toBeGreaterThan(2)
    for (const { name, pages: entries } of groups) {
      const routes = shown(entries)
      const order = (specified[name] ?? []).map(route => route.toLowerCase())
      // What the specification does not have stands after what it has.
      const own = routes.filter(route => !order.includes(route))
      expect([name, routes]).toEqual([name, [...order.filter(route => routes.includes(route)), ...own]])
    }
  })
})
