import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alerts, alertsNow, startLeaving } from '../../ui/alerts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  alerts.clear()
  vi.useRealTimers()
})

const shown = (): string[] => alertsNow().map(({ text }) => text)

describe('the alert bar', () => {
  it('lets a success leave after 3000 ms', () => {
    startLeaving({ id: alerts.success('zapisano'), tone: 'success' })
    vi.advanceTimersByTime(2999)
    expect(shown()).toEqual(['zapisano'])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual([])
  })

  it('keeps a success whose clock is stopped, and counts anew', () => {
    const id = alerts.success('zapisano')
    const stop = startLeaving({ id, tone: 'success' })
    vi.advanceTimersByTime(2000)
    stop?.()
    vi.advanceTimersByTime(10_000)
    expect(shown()).toEqual(['zapisano'])
    startLeaving({ id, tone: 'success' })
    vi.advanceTimersByTime(3000)
    expect(shown()).toEqual([])
  })

  it('keeps a success that offers a way back for ten seconds', () => {
    const action = { label: 'Cofnij', run: () => {} }
    startLeaving({ id: alerts.success('przyjęto', { action }), tone: 'success', action })
    vi.advanceTimersByTime(9999)
    expect(shown()).toEqual(['przyjęto'])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual([])
  })

  it('keeps an error until it is dismissed', () => {
    const id = alerts.error('nie udało się')
    expect(startLeaving({ id, tone: 'danger' })).toBeUndefined()
    vi.advanceTimersByTime(864_000_000)
    expect(shown()).toEqual(['nie udało się'])
    alerts.dismiss(id)
    expect(shown()).toEqual([])
  })

  it('says the same thing once, and four things at most', () => {
    for (const text of ['a', 'b', 'a', 'c', 'd', 'e']) alerts.error(text)
    expect(shown()).toEqual(['a', 'c', 'd', 'e'])
  })
})
