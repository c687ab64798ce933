/** When a driver arrives: the chain of a day, run again from the last report. Pure. */
import { describe, expect, it } from 'vitest'
import { endOf, instantAt, minutesIn, minutesOf, timeText } from '../../modules/driver/arrivals/local-time.ts'
import { type Arrival, arrivalsOf, type ChainStop, type Pace } from '../../modules/driver/arrivals/windows.ts'

const day = '2026-06-02'
/** One degree of latitude is 111.2 km; 39 km/h with a detour of 1.3 is 30 km/h as the crow flies. */
const pace: Pace = { speed: 39, stopMinutes: 20 }
const north = (km: number) => ({ latitude: 51 + km / 111.195, longitude: 23 })
const at = (time: string, on = day): Date => instantAt(on, time)

/** Stops at 15 km (half an hour) each from the one before, unless a place says otherwise. */
const stop = (orderId: number, more: Partial<ChainStop> = {}): ChainStop => ({
  orderId,
  placeId: orderId,
  at: north(orderId * 15),
  isEnded: false,
  ...more
})

interface Given {
  readonly stops: readonly ChainStop[]
  readonly now?: Date
  readonly on?: string
  readonly startsAt?: Date
  readonly start?: ReturnType<typeof north> | undefined
}

function run({ stops, on = day, now = at('06:00', on), startsAt = at('07:00', on), ...given }: Given) {
  const start = 'start' in given ? given.start : north(0)
  return arrivalsOf({ start, startsAt, endsAt: endOf(on), stops }, pace, now)
}

const text = (arrival: Arrival | undefined): string => {
  if (arrival?.state !== 'ahead') return arrival?.state ?? 'none'
  const { position, window } = arrival
  return `${position} ${window ? `${timeText('pl', window.from)}–${timeText('pl', window.to)}` : arrival.missing}`
}
const texts = (given: Given): string[] => {
  const arrivals = run(given)
  return given.stops.map(({ orderId }) => text(arrivals.get(orderId)))
}

const done = (arrivedAt: string | undefined, endedAt: string | undefined): Partial<ChainStop> => ({
  isEnded: true,
  ...(arrivedAt ? { arrivedAt: at(arrivedAt) } : {}),
  ...(endedAt ? { endedAt: at(endedAt) } : {})
})

const cases: readonly (readonly [string, Given, readonly string[]])[] = [
  // 7:30, 8:20, 9:10 with 15, 20 and 25 minutes
  [
    'before the day begins it follows the plan, wider for each stop before',
    { stops: [1, 2, 3].map(id => stop(id)) },
    ['1 07:10–07:50', '2 08:00–08:40', '3 08:40–09:40']
  ],
  [
    'a place that is open already changes nothing',
    { stops: [stop(1, { opensAt: at('06:00'), closesAt: at('15:00') }), stop(2)] },
    ['1 07:10–07:50', '2 08:00–08:40']
  ],
  [
    'who waits for a place to open is not silent',
    { stops: [stop(1, { opensAt: at('11:00') })], now: at('10:30') },
    ['1 11:00–11:20']
  ],
  [
    'a driver who is fast makes all of it earlier',
    { stops: [stop(1, done('07:10', '07:15')), stop(2), stop(3)], now: at('07:16') },
    ['ended', '1 07:30–08:00', '2 08:10–09:00']
  ],
  [
    'a driver who is slow makes all of it later',
    { stops: [stop(1, done('08:00', '09:30')), stop(2), stop(3)], now: at('09:31') },
    ['ended', '1 09:40–10:20', '2 10:30–11:10']
  ],
  [
    'who works longer than planned leaves now at the earliest',
    { stops: [stop(1, { arrivedAt: at('07:30') }), stop(2)], now: at('09:00') },
    ['arrived', '1 09:10–09:50']
  ],
  [
    'who is later than the next arrival is late by now at least, and so is all that follows',
    { stops: [stop(1, done('07:30', '07:50')), stop(2), stop(3)], now: at('09:00') },
    ['ended', '1 09:00–09:20', '2 09:30–10:10']
  ],
  [
    'a stop that is visited out of turn begins the chain where it is',
    { stops: [stop(1), stop(2, done('07:50', '08:00')), stop(3)], now: at('08:01') },
    ['1 08:10–08:50', 'ended', '2 09:30–10:10']
  ],
  [
    'a failed stop ends like any other',
    { stops: [stop(1, done(undefined, '07:31')), stop(2)], now: at('07:31') },
    ['ended', '1 07:40–08:20']
  ],
  [
    'what the office has finished without a report is driven by the plan, and over by now',
    { stops: [stop(1, done(undefined, undefined)), stop(2)], now: at('07:40') },
    ['ended', '1 07:50–08:30']
  ],
  [
    'what the office has finished after the arrival is over by now',
    { stops: [stop(1, done('07:30', undefined)), stop(2)], now: at('07:35') },
    ['ended', '1 07:50–08:20']
  ],
  [
    'a report before the day begins begins the chain',
    { stops: [stop(1, done('05:00', '05:20')), stop(2)], now: at('05:21') },
    ['ended', '1 05:30–06:10']
  ],
  [
    'orders of one place are one place in line',
    { stops: [stop(1), stop(2, { placeId: 1, at: north(15) }), stop(3)] },
    ['1 07:10–07:50', '1 07:30–08:10', '2 08:40–09:40']
  ],
  [
    'a place that nobody knows has no time, and makes the others wider',
    { stops: [stop(1), stop(2, { at: undefined }), stop(3)] },
    ['1 07:10–07:50', '2 notLocated', '3 08:10–10:10']
  ],
  ['without a store the first drive is not known', { stops: [stop(1)], start: undefined }, ['1 07:00–08:00']],
  [
    'another route begins at its store',
    { stops: [stop(1), stop(2, { via: north(0) })] },
    ['1 07:10–07:50', '2 09:00–09:40']
  ],
  [
    'a driver who reports nothing for two hours has no times any more',
    { stops: [stop(1), stop(2)], now: at('09:31') },
    ['1 silent', '2 silent']
  ],
  ['until then he is late', { stops: [stop(1), stop(2)], now: at('09:30') }, ['1 09:30–09:50', '2 10:00–10:40']],
  [
    'what would be after midnight has no time',
    { stops: [stop(1), stop(2)], startsAt: at('22:50') },
    ['1 23:00–23:40', '2 pastDay']
  ],
  ['nor has a day that is over', { stops: [stop(1)], now: at('09:00', '2026-06-03') }, ['1 silent']],
  [
    'a day that the clock makes shorter',
    { stops: [stop(1)], on: '2026-03-29', now: at('20:00', '2026-03-28') },
    ['1 07:10–07:50']
  ],
  [
    'a day that the clock makes longer',
    { stops: [stop(1)], on: '2026-10-25', now: at('20:00', '2026-10-24') },
    ['1 07:10–07:50']
  ],
  [
    'a drive over the hour that the clock leaves out',
    { stops: [stop(1)], on: '2026-03-29', now: at('01:00', '2026-03-29'), startsAt: at('01:40', '2026-03-29') },
    ['1 01:50–03:30']
  ],
  ['nothing is planned', { stops: [] }, []]
]

describe('the window of each stop', () => {
  it.each(cases)('%s', (_, given, expected) => expect(texts(given)).toEqual(expected))

  it('the driver waits until a place lets him in, and comes later to those after it', () => {
    expect(texts({ stops: [stop(1, { opensAt: at('09:00') }), stop(2)] })).toEqual(['1 09:00–09:20', '2 09:30–10:10'])
  })

  it('grows to two hours on both sides and no further', () => {
    const many = Array.from({ length: 30 }, (_, at) => stop(at + 1, { at: north(15) }))
    const arrivals = run({ stops: many, now: at('04:00'), startsAt: at('05:00') })
    const widths = [...arrivals.values()].map(arrival =>
      arrival.state === 'ahead' && arrival.window
        ? (arrival.window.to.getTime() - arrival.window.from.getTime()) / 60_000
        : 0
    )
    expect(Math.max(...widths)).toBeLessThanOrEqual(250)
    for (const [at, width] of widths.entries()) expect(width).toBeGreaterThanOrEqual(at < 21 ? 30 + at * 10 : 240)
  })

  it('never begins before now, and has the arrival in it', () => {
    for (let minutes = 0; minutes < 150; minutes += 7) {
      const now = new Date(at('06:50').getTime() + minutes * 60_000)
      for (const arrival of run({ stops: [stop(1), stop(2), stop(3)], now }).values()) {
        if (arrival.state !== 'ahead' || !arrival.window) throw new Error('a window is missing')
        const { window, expectedAt } = arrival
        expect(window.from.getTime()).toBeGreaterThan(now.getTime() - 600_000)
        expect(window.from.getTime()).toBeLessThanOrEqual(expectedAt.getTime())
        expect(window.to.getTime()).toBeGreaterThan(expectedAt.getTime())
        expect(window.to.getTime() % 600_000).toBe(0)
      }
    }
  })
})

describe('the clock of the business', () => {
  it.each([
    ['2026-01-15', '07:00', '2026-01-15T06:00:00.000Z'],
    ['2026-07-15', '07:00', '2026-07-15T05:00:00.000Z'],
    ['2026-03-29', '00:30', '2026-03-28T23:30:00.000Z'],
    ['2026-03-29', '07:00', '2026-03-29T05:00:00.000Z'],
    ['2026-10-25', '00:30', '2026-10-24T22:30:00.000Z'],
    ['2026-10-25', '07:00', '2026-10-25T06:00:00.000Z']
  ])('%s %s is %s', (on, time, iso) => {
    expect(instantAt(on, time).toISOString()).toBe(iso)
    expect(minutesOf(new Date(iso))).toBe(minutesIn(time))
  })

  it('a time that the clock leaves out is the hour before it', () =>
    expect(timeText('pl', instantAt('2026-03-29', '02:30'))).toBe('01:30'))

  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-12-31', 24]
  ])('%s has %d hours', (on, hours) =>
    expect(endOf(on).getTime() - instantAt(on, '00:00').getTime()).toBe(hours * 3_600_000)
  )
})

it.each([
  ['lies within the hours', { opensAt: at('07:00'), closesAt: at('15:00') }, false],
  ['ends as the place closes', { closesAt: at('07:50') }, false],
  ['ends later than the place closes', { closesAt: at('07:40') }, true],
  ['is on a day on which the place lets nobody in', { isClosedDay: true }, true]
])('a window that %s', (_what, hours, isOutside) => {
  expect(run({ stops: [stop(1, hours)] }).get(1)).toMatchObject({ isOutside })
})
