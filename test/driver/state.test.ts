/** What was told of a stop follows from the set of its events: no order, no repetition and no division into batches changes it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type EventData,
  type EventType,
  eventTypes,
  failureReasons,
  photoKinds,
  type StopState
} from '../../modules/driver/contract.ts'
import { hashOfEvent, isDrawn, judge } from '../../modules/driver/events/judge.ts'
import { maxAgeMs, maxOffsetMs, occurredAt } from '../../modules/driver/events/time.ts'
import { countingEvents, type ReportedEvent, stateOf } from '../../src/contract/driver-stop.ts'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const start = Date.parse('2026-06-01T08:00:00Z')
const minute = 60_000

const told = <T extends EventType>(n: number, type: T, data: EventData[T], more: object = {}): ReportedEvent =>
  ({ id: uuid(n), accountId: 1, type, at: start + n * minute, data, ...more }) as ReportedEvent

const drawn = 'M1 1 L20 30'

const dataOf: { readonly [T in EventType]: fc.Arbitrary<EventData[T]> } = {
  arrived: fc.constant({}),
  loaded: fc.record({ quantity: fc.integer({ min: 1, max: 20 }), tyres: fc.record({ passenger: fc.nat(50) }) }),
  weighed: fc.record({ kilograms: fc.integer({ min: 1, max: 9_000 }) }),
  signed: fc.record({ name: fc.constantFrom('Anna', 'Jan'), path: fc.constantFrom(drawn, 'M2 2 l3 3') }),
  photo: fc.record({ photoId: fc.nat(3).map(n => uuid(900 + n)), kind: fc.constantFrom(...photoKinds) }),
  card: fc.record({ number: fc.constantFrom('1/2026', '2/2026') }),
  failed: fc.record({ reason: fc.constantFrom(...failureReasons) }),
  unloaded: fc.record({ storeId: fc.integer({ min: 1, max: 3 }) }),
  // of an event that there is, that is later, or that is none
  undone: fc.record({ eventId: fc.nat(14).map(uuid) })
}

/** A day at one stop: up to twelve events of two drivers, some at the same instant, some that wait or were refused. */
const days = fc
  .array(
    fc.constantFrom(...eventTypes).chain(type =>
      fc.record({
        type: fc.constant(type),
        data: dataOf[type] as fc.Arbitrary<object>,
        at: fc.nat(5).map(n => start + n * minute),
        accountId: fc.constantFrom(1, 1, 1, 2),
        fate: fc.constantFrom('counts', 'counts', 'counts', 'waits', 'rejected')
      })
    ),
    { maxLength: 12 }
  )
  .map(list =>
    list.map(
      ({ fate, ...event }, n) =>
        ({ ...event, id: uuid(n), isWaiting: fate === 'waits', isRejected: fate === 'rejected' }) as ReportedEvent
    )
  )

/** The same events, some of them again, in another order. */
const shuffled = (events: readonly ReportedEvent[]): fc.Arbitrary<ReportedEvent[]> =>
  fc
    .array(fc.nat(Math.max(0, events.length - 1)), { maxLength: 8 })
    .map(again => [...events, ...again.flatMap(at => events[at] ?? [])])
    .chain(all => fc.shuffledSubarray(all, { minLength: all.length }))

describe('what was told of a stop', () => {
  it('is the same for any order and any repetition of the events: 10,000 days', () => {
    fc.assert(
      fc.property(
        days.chain(events => fc.tuple(fc.constant(events), shuffled(events))),
        ([events, others]) => {
          expect(stateOf(others)).toEqual(stateOf(events))
        }
      ),
      { numRuns: 10_000 }
    )
  })

  it('has no event that waits, was refused or was taken back', () => {
    fc.assert(
      fc.property(days, events => {
        const counted = new Set(countingEvents(events).map(({ id }) => id))
        for (const event of events) {
          const isUndone = events.some(
            other =>
              other.type === 'undone' &&
              !other.isWaiting &&
              !other.isRejected &&
              other.accountId === event.accountId &&
              (other.data as EventData['undone']).eventId === event.id
          )
          const counts = event.type !== 'undone' && !event.isWaiting && !event.isRejected && !isUndone
          expect(counted.has(event.id)).toBe(counts)
        }
      }),
      { numRuns: 2_000 }
    )
  })

  const cases: readonly (readonly [string, readonly ReportedEvent[], Partial<StopState>])[] = [
    ['nothing', [], { outcome: 'waiting', arrivedAt: null, doneAt: null }],
    ['an arrival', [told(1, 'arrived', {})], { outcome: 'arrived', arrivedAt: '2026-06-01T08:01:00.000Z' }],
    [
      'the last quantity, and the first arrival',
      [
        told(1, 'arrived', {}),
        told(2, 'loaded', { quantity: 2 }),
        told(3, 'loaded', { quantity: 3, tyres: { passenger: 12 } }),
        told(4, 'arrived', {})
      ],
      { outcome: 'done', quantity: 3, tyres: { passenger: 12 }, arrivedAt: '2026-06-01T08:01:00.000Z' }
    ],
    [
      'a failure after a load',
      [told(1, 'loaded', { quantity: 2 }), told(2, 'failed', { reason: 'closed', note: 'brama' })],
      { outcome: 'failed', reason: 'closed', note: 'brama', doneAt: null, failedAt: '2026-06-01T08:02:00.000Z' }
    ],
    [
      'a load after a failure',
      [told(1, 'failed', { reason: 'closed' }), told(2, 'weighed', { kilograms: 900 })],
      { outcome: 'done', reason: null, kilograms: 900, failedAt: null }
    ],
    [
      'a load that was taken back',
      [told(1, 'arrived', {}), told(2, 'loaded', { quantity: 2 }), told(3, 'undone', { eventId: uuid(2) })],
      { outcome: 'arrived', quantity: null, events: [uuid(1)] }
    ],
    [
      'the same, taken back before it came',
      [told(3, 'undone', { eventId: uuid(4) }), told(4, 'loaded', { quantity: 2 })],
      { outcome: 'waiting', quantity: null, events: [] }
    ],
    [
      'a load that another driver wants to take back',
      [told(2, 'loaded', { quantity: 2 }), told(3, 'undone', { eventId: uuid(2) }, { accountId: 2 })],
      { outcome: 'done', quantity: 2 }
    ],
    [
      'what waits for the office',
      [told(1, 'arrived', {}), told(2, 'loaded', { quantity: 2 }, { isWaiting: true })],
      { outcome: 'arrived', quantity: null, conflicts: [uuid(2)] }
    ],
    [
      'signature, card, store and photo',
      [
        told(1, 'signed', { name: 'Anna', path: drawn }),
        told(2, 'card', { number: '7/2026' }),
        told(3, 'unloaded', { storeId: 4 }),
        told(4, 'photo', { photoId: uuid(900), kind: 'before' }),
        told(5, 'photo', { photoId: uuid(900), kind: 'after' })
      ],
      {
        signature: { name: 'Anna', path: drawn },
        kpo: '7/2026',
        unloadedStoreId: 4,
        photos: [{ id: uuid(900), kind: 'after', stored: true }]
      }
    ]
  ]
  it.each(cases)('of %s', (_what, events, expected) => {
    expect(stateOf(events, new Set([uuid(900)]))).toMatchObject(expected)
  })
})

describe('when something happened', () => {
  const received = Date.parse('2026-06-01T12:00:00Z')
  const hour = 60 * minute
  it.each([
    ['a right clock', received - hour, received, received - hour],
    ['a clock that is wrong within the bound', received - hour, received - maxOffsetMs, received - hour],
    ['a clock that is a day fast', received + 23 * hour, received + 24 * hour, received - hour],
    ['a clock of 1970', 5 * hour, 6 * hour, received - hour],
    ['a clock that was set after the tap', 5 * hour, received, received],
    ['a tap after its sending', received + hour, received, received],
    ['a tap a little in the future', received + minute, received + minute, received],
    ['a tap of long ago', received - maxAgeMs, received, received - maxAgeMs]
  ])('by %s', (_what, at, sentAt, expected) => expect(occurredAt(at, sentAt, received)).toBe(expected))

  it('is never after it was received, and never longer ago than is kept on a device', () => {
    const anyInstant = fc.integer({ min: -62_000_000_000_000, max: 250_000_000_000_000 })
    fc.assert(
      fc.property(anyInstant, anyInstant, (at, sentAt) => {
        const happened = occurredAt(at, sentAt, received)
        expect(happened).toBeLessThanOrEqual(received)
        expect(happened).toBeGreaterThanOrEqual(received - maxAgeMs)
      })
    )
  })
})

describe('an event by itself', () => {
  const event = (type: string, data: unknown, more: object = {}) => ({
    ...{ id: uuid(1), orderId: 7, type, at: '1970-01-01T00:00:00Z', sentAt: '2026-06-01T10:00:00+02:00', data },
    ...more
  })
  const good: readonly (readonly [EventType, object])[] = [
    ['arrived', {}],
    ['loaded', { quantity: 2.5, tyres: { passenger: 3, other: 0 } }],
    ['weighed', { kilograms: 1 }],
    ['signed', { name: 'Anna', path: 'M0 0 l5.5-3 2,2 C1 1 2 2 3 3' }],
    ['photo', { photoId: uuid(2), kind: 'papers' }],
    ['card', { number: '000012/2026' }],
    ['failed', { reason: 'wrongWaste', note: '' }],
    ['unloaded', { storeId: 1 }],
    ['undone', { eventId: uuid(3) }]
  ]
  it.each(good)('%s is good', (type, data) => {
    expect(judge(event(type, data))).toMatchObject({ kind: 'good' })
    const position = { latitude: 51, longitude: 22, accuracy: 12.5 }
    expect(judge(event(type, data, { position }))).toMatchObject({ kind: 'good' })
  })

  it.each([
    ['an unknown type', event('teleported', {}), 'type'],
    ['no type', { id: uuid(1) }, 'type'],
    ['no data', event('arrived', undefined), 'data'],
    ['a field too many', event('arrived', { mood: 'good' }), 'data.mood'],
    ['a text for a number', event('weighed', { kilograms: '5' }), 'data.kilograms'],
    ['no kilogram', event('weighed', { kilograms: 0 }), 'data.kilograms'],
    ['nothing loaded', event('loaded', { quantity: 0 }), 'data.quantity'],
    ['a reason that there is not', event('failed', { reason: 'lazy' }), 'data.reason'],
    ['a day for an instant', event('arrived', {}, { at: '2026-06-01' }), 'at'],
    ['a place on no map', event('arrived', {}, { position: { latitude: 91, longitude: 0 } }), 'position.latitude'],
    ['half a place', event('arrived', {}, { position: { latitude: 9 } }), 'position.longitude'],
    ['no order', event('arrived', {}, { orderId: 0 }), 'orderId'],
    ['a signature that is too long', event('signed', { name: 'A', path: `M0 0 L${'1 '.repeat(5_001)}` }), 'data.path']
  ])('with %s is refused at the field', (_what, given, field) => {
    expect(judge(given)).toEqual({ kind: 'malformed', field })
  })

  it.each([
    ['M1 1', false],
    ['M1 1 Z', false],
    ['L1 1', false],
    ['M1 1 L', false],
    ['M0 0 <script>', false],
    ['M1 1 L2 2', true],
    ['m1,1 c1 1 2 2 3 3', true]
  ])('a signature %s is drawn: %s', (path, isSo) => {
    expect(isDrawn(path)).toBe(isSo)
    expect(judge(event('signed', { name: 'Anna', path })).kind).toBe(isSo ? 'good' : 'signature')
  })

  it('is the same event at each try, and another one by another driver, or with other data', () => {
    const of = (account: number, given: object) => hashOfEvent(account, given as never).toString('hex')
    const first = event('loaded', { quantity: 2, tyres: { passenger: 1, van: 2 } })
    const again = {
      ...event('loaded', { tyres: { van: 2, passenger: 1 }, quantity: 2 }),
      sentAt: '2026-06-02T00:00:00Z'
    }
    expect(of(1, again)).toBe(of(1, first))
    expect(of(2, first)).not.toBe(of(1, first))
    expect(of(1, event('loaded', { quantity: 3, tyres: { passenger: 1, van: 2 } }))).not.toBe(of(1, first))
  })
})
