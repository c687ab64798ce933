/** Tabs of a panel that are lists of another resource, and what higher modules add to a panel: as the browser gets them. */
import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import type { TabMetadata } from '../../src/contract/list.ts'
import { defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { raw } from '../../src/kernel/database/sql.ts'
import { listMetadata } from '../../src/kernel/metadata/metadata.ts'
import { checkModules, enabledIn, type Module } from '../../src/kernel/module.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { definePanelPoint, type PanelAddition } from '../../src/kernel/pages/panel-point.ts'
import { detailsTab, historyTab, listTab, resourceTab, type Tab } from '../../src/kernel/pages/tabs.ts'
import { withPanelAdditions } from '../../src/kernel/panel-additions.ts'
import { filter } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Id, Version } from '../../src/kernel/schema.ts'
import { menu } from '../../src/modules.ts'

const owners = defineResource({
  type: 'test.owner',
  title: 'owner',
  path: '/api/test/owners',
  access: ['ADMIN'],
  schema: Type.Object({ id: Id, version: Version, name: Type.String() }),
  table: 'test.owners',
  alias: 'owner',
  sort: 'name'
})
const things = defineResource({
  type: 'test.thing',
  title: 'thing',
  path: '/api/test/things',
  access: ['ADMIN', 'CLIENT'],
  schema: Type.Object({
    id: Id,
    version: Version,
    city: Type.String(),
    secret: Type.String(),
    isActive: Type.Boolean()
  }),
  fieldAccess: { secret: ['ADMIN'] },
  table: 'test.things',
  alias: 'thing',
  filters: { OwnerId: filter(Id, () => raw('true')), IsActive: filter(Type.Boolean(), () => raw('true')) },
  search: [],
  sort: 'city'
})
const add = defineCreation(things, {
  name: 'test.addThing',
  call: 'POST /api/test/owners/:id/add-thing',
  access: { ADMIN: { form: defineForm({ schema: Type.Object({ city: Type.String() }) }) } },
  run: async () => ({ id: 1 })
})
const edit = defineCommand(things, { name: 'test.editThing', call: 'PUT /api/test/things/:id', access: { ADMIN: {} } })

const tab = resourceTab('things', things, {
  parent: 'OwnerId',
  fixed: { IsActive: true },
  columns: [{ key: 'city', grow: 2 }, 'secret', 'isActive'],
  commands: [add, edit],
  tint: [
    { name: 'inactive', when: { isActive: [false] }, tone: 'danger' },
    { when: { isActive: [true] }, tone: 'info' }
  ],
  marks: [{ name: 'waiting', icon: 'clock', tone: 'warning', when: { isActive: [false] } }],
  selection: 'many',
  search: true,
  pageSize: 20,
  count: 'name'
})
const point = definePanelPoint('test.ownerPanel', ['details', 'things', 'more', 'history'])
const pageWith = (panel: readonly Tab[]) =>
  definePage(owners, {
    id: 'test.owners',
    route: '/test',
    group: 'settings',
    columns: ['name'],
    panel,
    panelPoint: point
  })
const caller = { accountId: 1, role: 'ADMIN', companyId: null, departmentId: null, language: 'pl' } as never
const client = { accountId: 1, role: 'CLIENT', companyId: 1, departmentId: 1, language: 'pl' } as never

const owning = (panel: readonly Tab[]): Module => ({
  name: 'test',
  resources: [owners, things],
  commands: [add, edit],
  pages: [pageWith(panel)],
  extensionPoints: [point]
})
const adding = (addition: PanelAddition): Module => ({ name: 'higher', extends: [point.fill(addition)] })
const tabsOf = ([module]: readonly Module[], as = caller): readonly TabMetadata[] => {
  const [page] = module?.pages ?? []
  return page?.kind === 'list' ? (listMetadata(page, as).panel?.tabs ?? []) : []
}
const rowsOf = (tabs: readonly TabMetadata[]) => tabs.flatMap(one => (one.kind === 'rows' ? one : []))[0]

describe('a tab of another resource', () => {
  it('is a whole list: columns, search, tint, marks, selection, pages and commands of that resource', () => {
    const rows = rowsOf(tabsOf([owning([tab])]))
    expect(rows).toMatchObject({ name: 'things', title: 'test.ownerPanel.things', count: 'name', parent: 'OwnerId' })
    // the commands belong to the list, for its rows
    expect(rows?.commands).toEqual([])
    expect(rows?.list).toMatchObject({
      name: 'test.ownerPanel.things',
      resourceType: 'test.thing',
      call: '/api/test/things',
      fixed: { IsActive: true },
      search: { found: 'test.thing.found', placeholder: 'test.thing.search', debounce: 500 },
      sort: 'city',
      pageSize: 20,
      selection: 'many',
      tint: [
        { when: { isActive: [false] }, tone: 'danger', label: 'test.thing.mark.inactive' },
        { when: { isActive: [true] }, tone: 'info' }
      ],
      marks: [{ icon: 'clock', label: 'test.thing.mark.waiting' }],
      opens: false,
      empty: 'test.ownerPanel.things.empty'
    })
    expect(rows?.list.columns.map(({ key, header, grow }) => [key, header, grow])).toEqual([
      ['city', 'test.thing.city', 2],
      ['secret', 'test.thing.secret', 1],
      ['isActive', 'test.thing.isActive', 1]
    ])
    expect(rows?.list.commands.map(({ name, selection }) => [name, selection])).toEqual([
      ['test.addThing', 'none'],
      ['test.editThing', 'one']
    ])
  })

  it('loads by another path, one row at a time, and has no search, where that is said or nothing is', () => {
    const plain = resourceTab('things', things, { load: '/api/test/owners/:id/things', columns: ['city'] })
    const rows = rowsOf(tabsOf([owning([plain])]))
    expect(rows?.list).toMatchObject({ call: '/api/test/owners/:id/things', selection: 'one', pageSize: 35, fixed: {} })
    expect(rows?.list.search).toBeUndefined()
    expect(rows?.parent).toBeUndefined()
  })

  it('has neither fields nor commands that are not for the caller', () => {
    const { list } = rowsOf(tabsOf([owning([tab])], client)) ?? {}
    expect(list?.columns.map(({ key }) => key)).toEqual(['city', 'isActive'])
    expect(list?.commands).toEqual([])
  })

  it('cannot show a command that no module names, and says why one cannot be done here', () => {
    const module = owning([tab])
    expect(() => checkModules([module], menu)).not.toThrow()
    expect(() => checkModules([{ ...module, commands: [edit] }], menu)).toThrow('test.owners shows test.addThing')
    const off = resourceTab('things', things, {
      columns: ['city'],
      commands: [{ ...edit, disabledIf: () => 'kernel.state' }]
    })
    const rows = rowsOf(tabsOf(enabledIn([owning([off])], readSettings({ NODE_ENV: 'test' }))))
    expect(rows?.list.commands[0]?.disabled).toBe('errors.kernel.state')
  })
})

describe('a panel that higher modules add to', () => {
  const own = [detailsTab(owners, ['name']), historyTab(owners)]

  it('has their tabs and commands, in the order that its owner states', () => {
    const composed = withPanelAdditions([
      owning([...own, resourceTab('more', things, { columns: ['city'] })]),
      adding({ tabs: [tab], commands: { more: [edit], details: [add] } })
    ])
    const tabs = tabsOf(composed)
    expect(tabs.map(({ name }) => name)).toEqual(['details', 'things', 'more', 'history'])
    expect(tabs[0]?.commands.map(({ name }) => name)).toEqual(['test.addThing'])
    expect(rowsOf(tabs.slice(2))?.list.commands.map(({ name }) => name)).toEqual(['test.editThing'])
  })

  const small = listTab('small', {
    load: '/api/test/things?OwnerId=:id',
    schema: things.schema,
    resourceType: things.type,
    columns: ['city', 'isActive']
  })

  it('has their small lists under the fields of a tab', () => {
    const [details] = tabsOf(withPanelAdditions([owning(own), adding({ below: { details: [small] } })]))
    expect(details?.kind === 'fields' ? details.below : undefined).toMatchObject([
      {
        title: 'test.ownerPanel.small',
        load: '/api/test/things?OwnerId=:id',
        columns: [
          { key: 'city', header: 'test.thing.city' },
          { key: 'isActive', header: 'test.thing.isActive' }
        ]
      }
    ])
  })

  it('is refused with a tab that the order does not name, or commands for a tab that is not there', () => {
    const stray = resourceTab('stray', things, { columns: ['city'] })
    expect(() => withPanelAdditions([owning(own), adding({ tabs: [stray] })])).toThrow(
      'The panel of test.owners has the tab stray, which its order does not name'
    )
    expect(() => withPanelAdditions([owning(own), adding({ commands: { things: [edit] } })])).toThrow(
      'The panel of test.owners has no tab things that something is added to'
    )
    expect(() => withPanelAdditions([owning(own), adding({ below: { things: [small] } })])).toThrow('no tab things')
  })
})
