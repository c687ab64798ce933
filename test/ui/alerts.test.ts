import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alerts, currentAlerts, startDismissTimer } from '../../ui/alerts.ts'
import { setConnectionLost } from '../../ui/connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  alerts.clear()
  vi.useRealTimers()
})

const shown = (): string[] => currentAlerts().map(({ text }) => text)

describe('the alert bar', () => {
  it('removes a success after 3000 ms', () => {
    startDismissTimer({ id: alerts.success('zapisano'), tone: 'success' })
    vi.advanceTimersByTime(2999)
    expect(shown()).toEqual(['zapisano'])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual([])
  })

  it('keeps a success while its timer is stopped, and starts again from zero', () => {
    const id = alerts.success('zapisano')
    const stop = startDismissTimer({ id, tone: 'success' })
    vi.advanceTimersByTime(2000)
    stop?.()
    vi.advanceTimersByTime(10_000)
    expect(shown()).toEqual(['zapisano'])
    startDismissTimer({ id, tone: 'success' })
    vi.advanceTimersByTime(3000)
    expect(shown()).toEqual([])
  })

  it('keeps a success that offers an undo for ten seconds', () => {
    const action = { label: 'Cofnij', run: () => {} }
    startDismissTimer({ id: alerts.success('przyjęto', { action }), tone: 'success', action })
    vi.advanceTimersByTime(9999)
    expect(shown()).toEqual(['przyjęto'])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual([])
  })

  it('removes a note like a success, and keeps an information', () => {
    startDismissTimer({ id: alerts.note('czeka w kolejce'), tone: 'info', passing: true })
    expect(currentAlerts()).toMatchObject([{ tone: 'info', passing: true }])
    vi.advanceTimersByTime(3000)
    expect(shown()).toEqual([])
    expect(startDismissTimer({ id: alerts.info('adres'), tone: 'info' })).toBeUndefined()
  })

  it('keeps an error until it is dismissed', () => {
    const id = alerts.error('nie udało się')
    expect(startDismissTimer({ id, tone: 'danger' })).toBeUndefined()
    vi.advanceTimersByTime(864_000_000)
    expect(shown()).toEqual(['nie udało się'])
    alerts.dismiss(id)
    expect(shown()).toEqual([])
  })

  it('shows the same text once, and four alerts at most', () => {
    for (const text of ['a', 'b', 'a', 'c', 'd', 'e']) alerts.error(text)
    expect(shown()).toEqual(['a', 'c', 'd', 'e'])
  })
})

describe('an error', () => {
  it('goes when the person goes on to another page after ten seconds, and not before it could be read', () => {
    alerts.error('nie zapisano')
    vi.advanceTimersByTime(9999)
    alerts.leavePage()
    expect(shown()).toEqual(['nie zapisano'])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual(['nie zapisano'])
    alerts.leavePage()
    expect(shown()).toEqual([])
  })

  it('of a command goes when that command succeeds, and not when another does', () => {
    alerts.error('nie zapisano', { of: 'orders.edit' })
    alerts.success('przyjęto', { of: 'orders.accept' })
    expect(shown()).toEqual(['nie zapisano', 'przyjęto'])
    alerts.success('zapisano', { of: 'orders.edit' })
    expect(shown()).toEqual(['przyjęto', 'zapisano'])
  })

  it('that offers something stays', () => {
    alerts.error('nie wysłano', { of: 'orders.edit', unreached: true, action: { label: 'Ponów', run: () => {} } })
    vi.advanceTimersByTime(60_000)
    alerts.leavePage()
    setConnectionLost(true)
    setConnectionLost(false)
    alerts.success('zapisano', { of: 'orders.edit' })
    expect(shown()).toEqual(['nie wysłano', 'zapisano'])
  })
})

describe('a lost connection', () => {
  it('is asked for every five seconds, and its errors go with the first answer', async () => {
    const asked = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(new Response())
    vi.stubGlobal('fetch', asked)
    setConnectionLost(true)
    alerts.error('brak odpowiedzi', { unreached: true })
    alerts.error('nie zapisano')
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(shown()).toEqual(['brak odpowiedzi', 'nie zapisano'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(shown()).toEqual(['nie zapisano'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveBeenCalledTimes(2)
    vi.unstubAllGlobals()
  })
})
