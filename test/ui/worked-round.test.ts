/** The way to a stop of a service round by the map application of the device, and how far a round has come. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { alerts } from '../../ui/alerts.ts'
import { nextOf, progressOf } from '../../ui/pages/round/worked.ts'
import { type Stop, wayLink } from '../../ui/pages/service/round.ts'
import { whereNow } from '../../ui/pages/service/start.ts'

const stop = { latitude: 52.1, longitude: 21.02 } as Stop

describe('the way to a stop', () => {
  it.each([
    ['Mozilla/5.0 (Linux; Android 15; Pixel 8)', 'geo:52.1,21.02?q=52.1%2C21.02(K-1%20%2F%202)'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'https://maps.apple.com/?daddr=52.1,21.02&dirflg=d'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'https://www.openstreetmap.org/directions?to=52.1%2C21.02']
  ])('opens on %s', (device, link) => {
    expect(wayLink(stop, 'K-1 / 2', device)).toBe(link)
  })

  it('is unknown without a position', () => {
    expect(wayLink({ ...stop, latitude: null }, 'K-1', 'Android')).toBeUndefined()
  })
})

describe('the progress of a round', () => {
  it('counts what is done and what was not possible, and goes on with the first that is open', () => {
    const stops = [{ state: 1 }, { state: 2 }, { state: 0, id: 3 }, { state: 0, id: 4 }]
    expect(progressOf(stops)).toEqual({ decided: 2, count: 4 })
    expect(nextOf(stops)).toMatchObject({ id: 3 })
    expect(nextOf(stops.slice(0, 2))).toBeUndefined()
  })
})

describe('the position that a round begins at', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  type Ask = (found: (at: { coords: object }) => void, failed: () => void) => void
  const device = (getCurrentPosition: Ask) => vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })

  it('is told to about a hundred metres, and no closer', async () => {
    device(found => found({ coords: { latitude: 52.229_676, longitude: 21.012_229, accuracy: 4 } }))
    expect(await whereNow(key => key)).toEqual({ latitude: 52.23, longitude: 21.012 })
  })

  it('is unknown where the person or the device does not tell it, and says so', async () => {
    const say = vi.spyOn(alerts, 'info').mockReturnValue(0)
    device((_found, failed) => failed())
    expect(await whereNow(key => key)).toBeUndefined()
    vi.stubGlobal('navigator', {})
    expect(await whereNow(key => key)).toBeUndefined()
    expect(say.mock.calls).toEqual([['service.start.unknown'], ['service.start.unknown']])
  })
})
