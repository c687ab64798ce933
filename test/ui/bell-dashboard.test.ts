import { describe, expect, it } from 'vitest'
import { readDashboardUrl, writeDashboardUrl } from '../../ui/pages/dashboard/dashboardUrl.ts'
import { briefOf, type PriceStep, periodOf, reasonOf, sourceOf, stepsIn } from '../../ui/pages/pricing/trace.ts'

describe("the dashboard's URL", () => {
  it('gives back what was put into it, and leaves the rest alone', () => {
    const text = writeDashboardUrl('?x=1', { day: '2026-11-19', regions: [0, 2] })
    expect(text).toBe('?x=1&day=2026-11-19&regions=0,2')
    expect(readDashboardUrl(text, [0, 1, 2, 3])).toEqual({ day: '2026-11-19', regions: [0, 2] })
    expect(writeDashboardUrl(text, { day: undefined, regions: [] })).toBe('?x=1')
    expect(writeDashboardUrl('', {})).toBe('')
  })

  it.each(['', '?day=2026-02-30&regions=9', '?day=&regions=', '?day=today&regions=x,-1'])(
    'takes %s for the default',
    query => {
      expect(readDashboardUrl(query, [0, 1, 2, 3])).toEqual({ day: undefined, regions: [] })
    }
  )
})

describe('a price explained in words', () => {
  const t = (key: string, args?: object) => (args ? `${key} ${JSON.stringify(args)}` : key)
  const step = (more: Partial<PriceStep> = {}): PriceStep => ({
    source: 'general',
    value: 100,
    dateFrom: null,
    dateTo: null,
    digit: null,
    taken: false,
    reason: 'none',
    ...more
  })
  const special = step({ source: 'place', dateFrom: '2026-11-01', dateTo: '2026-11-30', reason: 'over' })

  it('names whose price was taken, or that there is none', () => {
    expect(briefOf(t, undefined)).toBeUndefined()
    expect(briefOf(t, [special, step()])).toBe('pricing.trace.noPrice')
    expect(briefOf(t, [special, step({ taken: true })])).toBe('pricing.trace.general {"digit":"–"}')
  })

  it('writes days as people do', () => {
    expect(sourceOf(t, step({ source: 'postal', digit: '2' }))).toBe('pricing.trace.postal {"digit":"2"}')
    expect(periodOf(t, special)).toBe('pricing.trace.period {"from":"01.11.2026","to":"30.11.2026"}')
    expect(periodOf(t, step())).toBe('')
    expect(reasonOf(t, special)).toBe('pricing.trace.over {"from":"01.11.2026","to":"30.11.2026"}')
  })

  it('takes what is no list of steps for nothing', () => {
    expect([undefined, null, '', [], 5].map(stepsIn)).toEqual(Array(5).fill(undefined))
    expect(stepsIn([special])).toEqual([special])
  })
})
