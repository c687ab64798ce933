/** Which message about an arrival is due: the rule alone. */
import { expect, it } from 'vitest'
import { daysToTell, messageDue, type Notice } from '../../modules/driver/arrivals/due.ts'
import type { Arrival } from '../../modules/driver/arrivals/windows.ts'
import { at } from './fixtures/arrivals.ts'
import { day } from './fixtures/driving.ts'

const evening = '2026-06-01'

const told = (more: Partial<Notice> = {}): Notice => ({
  toldAt: at('10:00'),
  eveningAt: at('18:00', evening),
  correctedAt: null,
  nextAt: null,
  ...more
})
const ahead = (time: string, position = 2): Arrival => ({
  state: 'ahead',
  position,
  isOutside: false,
  expectedAt: at(time),
  window: { from: at(time), to: at(time) }
})
const lost: Arrival = { state: 'ahead', position: 2, window: undefined, missing: 'silent', isOutside: false }
const today = { isToday: true, hasReported: true, isDriving: true }

it.each([
  ['the evening before', ahead('10:00'), told({ eveningAt: null }), { ...today, isToday: false }, 'evening'],
  ['it once', ahead('10:00'), told(), { ...today, isToday: false }, undefined],
  ['no order that is no longer ahead', { state: 'arrived' }, told(), today, undefined],
  ['no order that is not in the plan', undefined, told(), today, undefined],
  ['a move of 21 minutes', ahead('10:21'), told(), today, 'corrected'],
  ['a move to an earlier time', ahead('09:39'), told(), today, 'corrected'],
  ['no move of 20 minutes', ahead('10:20'), told(), today, undefined],
  ['one new time at most', ahead('11:30'), told({ correctedAt: at('09:00') }), today, undefined],
  ['no new time before any report', ahead('11:30'), told(), { ...today, hasReported: false }, undefined],
  ['no new time where none was told', ahead('11:30'), told({ toldAt: null }), today, undefined],
  ['no new time where none is known', lost, told(), today, undefined],
  ['no new time of what was not told the evening before', ahead('11:30'), told({ eveningAt: null }), today, undefined],
  ['the next in line, also without the evening', ahead('11:30', 1), told({ eveningAt: null }), today, 'next'],
  [
    'nobody as the next one while the driver is at a stop',
    ahead('10:10', 1),
    told(),
    { ...today, isDriving: false },
    undefined
  ],
  ['it once', ahead('11:30', 1), told({ nextAt: at('09:00') }), today, undefined]
] as const)('tells of %s', (_, arrival, notice, context, expected) =>
  expect(messageDue(arrival, notice, context)).toBe(expected)
)

it.each([
  ['05:59', []],
  ['06:00', [day]],
  ['17:59', [day]],
  ['18:00', [day, '2026-06-03']],
  ['21:59', [day, '2026-06-03']],
  ['22:00', []],
  ['23:59', []]
])('at %s it looks at %j', (time, days) => expect(daysToTell({ now: at(time), evening: '18:00' })).toEqual(days))
