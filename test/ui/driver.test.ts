/** What the driver's application shows and sends, by pure functions: the state of a stop, batches, addresses, signatures, numbers. */
import { describe, expect, it } from 'vitest'
import type { DayStop } from '../../modules/driver/contract.ts'
import { screenOf } from '../../ui/driver/address.ts'
import type { KeptEvent, Tap } from '../../ui/driver/database.ts'
import { codeIn } from '../../ui/driver/device.ts'
import { batchOf } from '../../ui/driver/outbox.ts'
import { numberIn } from '../../ui/driver/parts.tsx'
import { pathOf } from '../../ui/driver/SignaturePad.tsx'
import { toldOf } from '../../ui/driver/told.ts'

const driverId = 7
const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 28, 8, minute)).toISOString()

const tap = (n: number, type: Tap['type'], data: object, more: Partial<KeptEvent> = {}): KeptEvent => ({
  event: { id: id(n), orderId: 1, type, at: at(n), data } as Tap,
  state: 'kept',
  number: n,
  ...more
})

/** A stop as the server told it: with these events of this driver, and photos of which it has the bytes. */
const stopWith = (events: readonly KeptEvent[], stored: readonly string[] = []): DayStop =>
  ({
    events: events.map(({ event }) => ({ ...event, accountId: driverId, isWaiting: false, isRejected: false })),
    told: { photos: stored.map(photo => ({ id: photo, kind: 'after', stored: true })) }
  }) as unknown as DayStop

describe('the state of a stop on the phone', () => {
  it('adds what the server does not have yet to what it has', () => {
    const had = tap(1, 'arrived', {})
    const state = toldOf(stopWith([had]), [had, tap(2, 'loaded', { quantity: 2.5 })], driverId)
    expect(state).toMatchObject({ outcome: 'done', quantity: 2.5, arrivedAt: at(1), doneAt: at(2) })
    expect(state.events).toEqual([id(1), id(2)])
  })

  it('takes back what the server has by a tap that it does not have yet', () => {
    const had = tap(1, 'failed', { reason: 'closed' })
    const state = toldOf(stopWith([had]), [had, tap(2, 'undone', { eventId: id(1) })], driverId)
    expect(state.outcome).toBe('waiting')
  })

  it('leaves out what the server refused, and what the office has still to decide', () => {
    const refused = tap(1, 'loaded', { quantity: 1 }, { state: 'told', result: 'refused' })
    const waits = tap(2, 'loaded', { quantity: 2 }, { state: 'told', result: 'conflict' })
    const state = toldOf(stopWith([]), [refused, waits], driverId)
    expect(state).toMatchObject({ outcome: 'waiting', quantity: null, conflicts: [id(2)] })
  })

  it('knows of which photos the server has the bytes', () => {
    const photos = [
      tap(1, 'photo', { photoId: id(11), kind: 'after' }),
      tap(2, 'photo', { photoId: id(12), kind: 'after' })
    ]
    const state = toldOf(stopWith(photos, [id(11)]), photos, driverId)
    expect(state.photos.map(({ stored }) => stored)).toEqual([true, false])
  })
})

describe('taps that wait', () => {
  it('go in batches that the server takes: a hundred, or a hundred thousand characters', () => {
    const small = Array.from({ length: 250 }, (_, n) => tap(n, 'arrived', {}))
    expect(batchOf(small)).toEqual(small.slice(0, 100))
    const signed = Array.from({ length: 30 }, (_, n) =>
      tap(n, 'signed', { name: 'A', path: `M1 1L${'9'.repeat(9_990)}` })
    )
    const batch = batchOf(signed)
    expect(batch.length).toBeGreaterThan(1)
    expect(JSON.stringify(batch.map(({ event }) => event)).length).toBeLessThan(110_000)
    expect(batch).toEqual(signed.slice(0, batch.length))
  })

  it('go one at least, however large it is', () => {
    const large = [tap(1, 'signed', { name: 'A', path: 'M'.repeat(200_000) }), tap(2, 'arrived', {})]
    expect(batchOf(large)).toEqual(large.slice(0, 1))
    expect(batchOf([])).toEqual([])
  })
})

describe('addresses', () => {
  it.each([
    ['', { name: 'day', date: undefined }],
    ['#/', { name: 'day', date: undefined }],
    ['#/2026-11-28', { name: 'day', date: '2026-11-28' }],
    ['#/2026-11-28/17', { name: 'stop', date: '2026-11-28', orderId: 17, form: undefined }],
    ['#/2026-11-28/17/loaded', { name: 'stop', date: '2026-11-28', orderId: 17, form: 'loaded' }],
    ['#/2026-11-28/x', { name: 'day', date: '2026-11-28' }]
  ])('%s is a screen', (fragment, screen) => {
    expect(screenOf(fragment)).toEqual(screen)
  })

  it.each([
    ['#Zy8_-a', 'Zy8_-a'],
    ['', undefined],
    ['#/2026-11-28', undefined]
  ])('%s has the code of a link, or none', (fragment, code) => {
    expect(codeIn(fragment)).toBe(code)
  })
})

it('a signature is the path of its strokes', () => {
  expect(
    pathOf([
      [
        [10, 20],
        [12, 24]
      ],
      [[1, 2]]
    ])
  ).toBe('M10 20L12 24M1 2')
})

it.each([
  ['1,5', 1.5],
  [' 12 ', 12],
  ['0.25', 0.25],
  ['', undefined],
  ['-3', undefined],
  ['1,5,2', undefined],
  ['dużo', undefined]
])('“%s” is a number, or none', (typed, number) => {
  expect(numberIn(typed)).toBe(number)
})
