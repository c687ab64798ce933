/** A list's views: what a list begins with is the view's, and the URL holds what differs from it. */
import { describe, expect, it } from 'vitest'
import type { ListMetadata } from '../../src/contract/list.ts'
import { dayToOpen, keptIn } from '../../ui/parts/list/day/keptDay.ts'
import {
  cleared,
  isNarrowed,
  listOfView,
  pageQuery,
  readListUrl,
  type ViewSettings,
  viewIn,
  withoutDay,
  writeListUrl
} from '../../ui/parts/list/listUrl.ts'

const day = { key: 'day', sortable: true }
const plain = {
  sort: '-createdAt',
  columns: [{ key: 'createdAt', sortable: true }, day],
  filters: [{ key: 'Overdue' }, { key: 'PostalCode' }, { key: 'Store', initial: 1 }],
  search: { found: 'found', placeholder: 'search', debounce: 500 },
  fixed: {},
  pageSize: 35,
  views: []
} as unknown as ListMetadata
const late: ViewSettings = { sort: 'day', filters: { Overdue: 'true' }, search: 'Kowal' }
const list = listOfView(plain, late)

describe('the day of a page', () => {
  const ofDay = {
    ...plain,
    day: { filter: 'Day' },
    filters: [...plain.filters, { key: 'Day' }]
  } as unknown as ListMetadata

  it('is replaced, and not cleared with the other filters', () => {
    const url = '?f.Overdue=true&f.Day=2026-11-24'
    expect(writeListUrl(url, ofDay, cleared(withoutDay(ofDay)))).toBe('?f.Day=2026-11-24')
    expect(writeListUrl(url, ofDay, { filters: { Day: '2026-11-25' } })).toBe('?f.Day=2026-11-25')
    expect(isNarrowed(withoutDay(ofDay), readListUrl('?f.Day=2026-11-24', ofDay))).toBe(false)
  })

  it.each([
    ['none was looked at', null, '2026-11-23'],
    ['another was looked at today', '2026-11-20 2026-11-23', '2026-11-20'],
    ['a day that is still to come was looked at before', '2026-11-24 2026-11-20', '2026-11-24'],
    ['a day was looked at before it passed', '2026-11-20 2026-11-20', '2026-11-23'],
    ['what is stored is no day', 'x', '2026-11-23']
  ])('is, where the address names none and %s, the right one', (_, stored, day) => {
    expect(dayToOpen(keptIn(stored), '2026-11-23')).toBe(day)
  })
})

describe('a list in a view', () => {
  it('without a view is the page itself', () => {
    expect(listOfView(plain, undefined)).toBe(plain)
    expect(viewIn('?q=a')).toBeUndefined()
  })

  it('begins with its sort, search and filters, which are no part of the URL', () => {
    const url = readListUrl('?view=7', list)
    expect(url).toMatchObject({ view: '7', sort: 'day', search: 'Kowal' })
    expect(url.filters).toEqual({ Overdue: 'true', PostalCode: '', Store: '1' })
    expect(pageQuery(list, url, 1)).toMatchObject({ OrderBy: 'day', Desc: false, allFields: 'Kowal', Overdue: 'true' })
    expect(writeListUrl('?view=7', list, { sort: 'day', search: 'Kowal', filters: url.filters })).toBe('?view=7')
  })

  it('writes what differs from it, an emptied search and filter too', () => {
    const changed = writeListUrl('?view=7', list, {
      search: '',
      sort: '-createdAt',
      filters: { Overdue: '', PostalCode: '22', Store: '1' }
    })
    expect(changed).toBe('?view=7&q=&sort=-createdAt&f.Overdue=&f.PostalCode=22')
    expect(readListUrl(changed, list)).toMatchObject({ search: '', sort: '-createdAt' })
    expect(readListUrl(changed, list).filters).toMatchObject({ Overdue: '', PostalCode: '22' })
  })

  it('counts the view’s own filters as narrowing; clearing all shows the page without a view', () => {
    expect(isNarrowed(plain, readListUrl('?view=7', list))).toBe(true)
    const all = writeListUrl('?view=7&f.Store=2', list, cleared(plain))
    expect(all).toBe('?view=7&q=&f.Overdue=')
    expect(isNarrowed(plain, readListUrl(all, list))).toBe(false)
  })

  it('begins anew when another is chosen: nothing of the view before stays, other keys do', () => {
    expect(writeListUrl('?view=7&q=a&sort=day&f.Overdue=&row=5&at=40&other=1', list, { view: 'late' })).toBe(
      '?view=late&other=1'
    )
    expect(writeListUrl('?view=7&q=a', list, { view: undefined })).toBe('')
  })

  it('under headings no header sorts, whatever the URL says', () => {
    const grouped = listOfView(plain, { sort: 'day', groupBy: [day as never] })
    expect(grouped.groupBy).toEqual([day])
    expect(readListUrl('?view=day&sort=-createdAt', grouped).sort).toBe('day')
  })

  it('leaves out a filter that no longer exists', () => {
    const old = listOfView(plain, { filters: { Gone: '3', Overdue: 'false' } })
    expect(readListUrl('?view=9', old).filters).toEqual({ Overdue: 'false', PostalCode: '', Store: '1' })
  })
})
