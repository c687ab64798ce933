import { describe, expect, it } from 'vitest'
import { sharedFilters, urlFor } from '../../ui/parts/command/leadOn.ts'

const leadsOn = {
  command: 'orders.notifyDriver',
  to: '/orders/in-progress?view=day',
  call: '/api/Admin/Orders',
  fixed: {},
  shared: { RealizationDate: 'realizationDate' }
}
const filters = { RealizationDate: '2026-11-23' }
const some = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('where a success leads on to', () => {
  it('is decided by the rows as they are after the command', () => {
    expect(sharedFilters(leadsOn, { id: 1, version: 1, realizationDate: '2026-11-23' })).toEqual(filters)
    expect(sharedFilters(leadsOn, undefined)).toEqual({ RealizationDate: '' })
  })

  it('is the other list with these rows chosen and the form open', () => {
    expect(urlFor(leadsOn, filters, [3, 5])).toBe('/orders/in-progress?view=day&row=3%2C5&do=orders.notifyDriver')
    expect(urlFor(leadsOn, filters, some(100))).toContain('do=')
  })

  it('is that list without a selection if there are no rows, or too many for a URL', () => {
    const alone = '/orders/in-progress?view=day&f.RealizationDate=2026-11-23'
    expect([urlFor(leadsOn, filters, []), urlFor(leadsOn, filters, some(101))]).toEqual([alone, alone])
  })
})
