import { describe, expect, it } from 'vitest'
import { readDashboardUrl, writeDashboardUrl } from '../../ui/pages/dashboard/dashboardUrl.ts'

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
