/** What a success says of the rows that it is about, and where it leads. */
import { describe, expect, it } from 'vitest'
import type { PagesMetadata } from '../../src/contract/page.ts'
import { subjectOf, whereNow } from '../../ui/parts/command/whereNow.ts'

const pagesOf = (...routes: string[]) =>
  ({ groups: [{ pages: routes.map(route => ({ id: route, route })) }] }) as unknown as PagesMetadata
const rows = (...ids: number[]) => ids.map(id => ({ id, number: `Z/${id}` }))

describe('where rows are after a command', () => {
  const office = pagesOf('/orders/new', '/orders/accepted')
  it.each([
    ['one row, in its panel', ['/orders/accepted'], [7], office, '/orders/new', '/orders/accepted?row=7&panel=7'],
    ['several, selected', ['/orders/accepted'], [7, 8], office, '/orders/new', '/orders/accepted?row=7%2C8'],
    ['the page of the role', ['/orders/new', '/client'], [7], pagesOf('/client'), '/', '/client?row=7&panel=7'],
    ['nowhere else than here', ['/orders/new'], [7], office, '/Orders/New/', undefined],
    [
      'a view of the page that one is on',
      ['/orders/new?view=day'],
      [7, 8],
      office,
      '/orders/new',
      '/orders/new?view=day&row=7%2C8'
    ],
    ['the view that one is on already', ['/orders/new?view=day'], [7], office, '/orders/new?view=day&row=3', undefined],
    ['no page of the role', ['/orders/new'], [7], pagesOf('/client'), '/client', undefined],
    ['no rows', ['/orders/accepted'], [], office, '/orders/new', undefined],
    ['nowhere', undefined, [7], office, '/orders/new', undefined],
    ['before the pages are known', ['/orders/new'], [7], undefined, '/', undefined]
  ] as const)('%s', (_, leadsTo, ids, pages, path, to) => expect(whereNow(leadsTo, rows(...ids), pages, path)).toBe(to))

  it('the day that the row has now, and nothing while that is the day that is shown', () => {
    const plan = ['/orders/accepted?f.Day={day}']
    const planned = [{ id: 7, day: '2026-11-24' }]
    const at = (path: string) => whereNow(plan, planned, office, path)
    expect(at('/orders/new')).toBe('/orders/accepted?f.Day=2026-11-24&row=7&panel=7')
    expect(at('/orders/accepted?f.Day=2026-11-23')).toBe('/orders/accepted?f.Day=2026-11-24&row=7&panel=7')
    expect(at('/orders/accepted?f.Day=2026-11-24')).toBeUndefined()
    expect(whereNow(plan, rows(7), office, '/orders/new')).toBe('/orders/accepted?row=7&panel=7')
  })

  it('a new row is shown on the page that one is on, too, where it may stand out of sight', () => {
    expect(whereNow(['/orders/new'], rows(7), office, '/orders/new', true)).toBe('/orders/new?row=7&panel=7')
  })

  it('an address of very many marks the first hundred', () => {
    const many = rows(...Array.from({ length: 300 }, (_, at) => at + 1))
    const to = whereNow(['/orders/accepted'], many, office, '/orders/new') ?? ''
    expect(new URLSearchParams(to.split('?')[1]).get('row')?.split(',')).toHaveLength(100)
  })
})

describe('the subject of a success', () => {
  const labelOf = ({ number }: { id: number } & Record<string, unknown>) => String(number)
  it('is the one row, unless the sentence names it', () => {
    expect(subjectOf('Przyjęto zamówienie', rows(1), labelOf)).toBe('Z/1')
    expect(subjectOf('Złożono zamówienie Z/1', rows(1), labelOf)).toBeUndefined()
    expect(subjectOf('Przyjęto 2 zamówienia', rows(1, 2), labelOf)).toBeUndefined()
    expect(subjectOf('Pobrano raport', [], labelOf)).toBeUndefined()
    expect(subjectOf('Zapisano', [{ id: 5 }], ({ id }) => String(id))).toBeUndefined()
  })
})
