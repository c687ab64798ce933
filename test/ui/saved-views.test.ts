/** A list in a saved view: what it begins with, what is saved of it, and what differs from it. */
import { describe, expect, it } from 'vitest'
import type { ListMetadata } from '../../src/contract/list.ts'
import { savedViewId, savedViewKey, type ViewState } from '../../src/contract/view.ts'
import { sheetColumns } from '../../ui/parts/list/columns/sheetColumns.ts'
import {
  isOtherThan,
  listOfSaved,
  listOfView,
  pageQuery,
  queryOfSaved,
  readListUrl,
  stateOf
} from '../../ui/parts/list/listUrl.ts'

const column = (key: string, sortable = true) => ({ key, sortable })
const columns = ['number', 'day', 'vehicle'].map(key => column(key))
const day = { name: 'day', sort: 'vehicle', groupBy: [column('day', false)] }
const late = { name: 'late', filters: { Overdue: 'true' } }
const plain = {
  sort: '-number',
  columns,
  filters: [{ key: 'Overdue' }, { key: 'Vehicle' }, { key: 'Store', initial: 1 }],
  search: { found: 'found', placeholder: 'search', debounce: 500 },
  fixed: {},
  pageSize: 35,
  views: [day, late]
} as unknown as ListMetadata

const saved = (state: ViewState) => listOfSaved(plain, { id: 12, state })
const baseOf = (name: string | undefined) =>
  listOfView(
    plain,
    plain.views.find(view => view.name === name)
  )

describe('the name of a saved view in the URL', () => {
  it('is its number behind an s, and no name of a built-in view', () => {
    expect(savedViewKey(12)).toBe('s12')
    expect(savedViewId('s12')).toBe(12)
    for (const name of [undefined, '', 'day', 's', 's1x', '12', 's12345678901'])
      expect(savedViewId(name)).toBeUndefined()
  })
})

describe('a list in a saved view', () => {
  it('begins with its search, sort, filters and layout', () => {
    const layout = { hidden: ['day'] }
    const list = saved({ search: 'Kowal', sort: 'day', filters: { Vehicle: '7', Store: '' }, layout })
    expect(list.arranged).toEqual({ view: 's12', layout })
    const url = readListUrl('?view=s12', list)
    expect(pageQuery(list, url, 1)).toMatchObject({ OrderBy: 'day', allFields: 'Kowal', Vehicle: '7', Store: '' })
    expect(isOtherThan(list, url)).toBe(false)
  })

  it('has the headings of the built-in view that it was made of, whose sort it cannot break', () => {
    const list = saved({ base: 'day', sort: 'number', filters: { Vehicle: '7' } })
    expect(list.groupBy).toEqual(day.groupBy)
    expect(readListUrl('?view=s12', list)).toMatchObject({ sort: 'vehicle', filters: { Vehicle: '7' } })
  })

  it.each(['?view=s12&q=a', '?view=s12&q=', '?view=s12&sort=-day', '?view=s12&f.Overdue=true', '?view=s12&f.Vehicle='])(
    'is another by %s',
    query => {
      const list = saved({ search: 'Kowal', sort: 'day', filters: { Vehicle: '7' } })
      expect(isOtherThan(list, readListUrl(query, list))).toBe(true)
    }
  )
})

describe('what is saved of a list', () => {
  it.each<[string | undefined, string, ViewState]>([
    [undefined, '', {}],
    [undefined, '?q=a&sort=day&f.Vehicle=7', { search: 'a', sort: 'day', filters: { Vehicle: '7' } }],
    [undefined, '?f.Store=', { filters: { Store: '' } }],
    ['late', '?view=late', { base: 'late' }],
    ['late', '?view=late&f.Overdue=&f.Store=2', { base: 'late', filters: { Overdue: '', Store: '2' } }],
    ['day', '?view=day&f.Vehicle=7', { base: 'day', filters: { Vehicle: '7' } }]
  ])('of %s at “%s” is %j, and begins the same list', (name, query, state) => {
    const base = baseOf(name)
    const url = readListUrl(query, base)
    expect(stateOf(base, name, url, {})).toEqual(state)
    const again = saved(state)
    const begun = readListUrl('?view=s12', again)
    expect(pageQuery(again, begun, 1)).toEqual({ ...pageQuery(base, url, 1), ...asSent(begun) })
  })

  it('is the layout, too', () => {
    expect(stateOf(plain, undefined, readListUrl('', plain), { density: 'compact' })).toEqual({
      layout: { density: 'compact' }
    })
  })

  it('leaves nothing of itself in the URL, which keeps what is selected', () => {
    const url = readListUrl('?view=late&q=a&sort=day&f.Vehicle=7&row=5,6&at=40&panel=5', baseOf('late'))
    const list = saved(stateOf(baseOf('late'), 'late', url, {}))
    const query = '?view=late&q=a&sort=day&f.Vehicle=7&row=5,6&at=40&panel=5'
    expect(queryOfSaved(query, list, url)).toBe('?view=s12&row=5,6&at=40&panel=5')
  })
})

/** Filters that the view names are sent blank where the page without a view leaves them out. */
const asSent = ({ filters }: { readonly filters: Readonly<Record<string, string>> }) => filters

describe('the columns of a spreadsheet', () => {
  const keys = (list: ListMetadata, shown = list.columns) => sheetColumns(list, plain, shown)

  it('are those that are shown, in their order', () => {
    const [number, , vehicle] = plain.columns
    expect(keys(plain, [vehicle, number] as ListMetadata['columns'])).toEqual(['vehicle', 'number'])
  })

  it('begin with what the headings of a view say, where the page has it as a column', () => {
    expect(keys(baseOf('day'))).toEqual(['day', 'number', 'vehicle'])
    const other = listOfView(plain, { groupBy: [column('other', false)] as never })
    expect(keys(other)).toEqual(['number', 'day', 'vehicle'])
  })

  it('leave the heading of the page itself to the server', () => {
    const page = { ...plain, groupBy: [column('day', false)] } as unknown as ListMetadata
    expect(sheetColumns(page, page, page.columns)).toEqual(['number', 'day', 'vehicle'])
  })
})
