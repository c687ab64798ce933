/** Entries and exits: the rule that makes visits from stays. */
import { describe, expect, it } from 'vitest'
import { type LocatedStay, visitsOf } from '../../modules/iot/geofence/rules.ts'

const minute = 60_000
const dwellMs = 10 * minute

describe('visits', () => {
  /** `1:0-5 -:7-9`: in fence 1 from minute 0 to 5, then nowhere. */
  const stays = (text: string): LocatedStay[] =>
    text.split(' ').map(part => {
      const [fence = '', times = ''] = part.split(':')
      const [firstTs = 0, lastTs = 0] = times.split('-').map(at => Number(at) * minute)
      return { firstTs, lastTs, fenceId: fence === '-' ? null : Number(fence) }
    })
  const told = (text: string): string[] =>
    visitsOf(stays(text), dwellMs).events.map(({ fenceId, event, at, dwellSeconds }) =>
      [fenceId, ['', 'in', 'stay', 'out'][event], at / minute, dwellSeconds === null ? '' : dwellSeconds / 60]
        .join(' ')
        .trim()
    )

  it.each([
    ['begin and end with stays', '-:0-5 1:6-30 -:31-40', ['1 in 6', '1 stay 16 10', '1 out 31 25']],
    ['go on over stays in one place', '1:0-3 1:4-6 1:8-12', ['1 in 0', '1 stay 10 10']],
    ['that pass by are no stays', '1:0-2 -:5-9', ['1 in 0', '1 out 5 5']],
    [
      'follow each other without a gap',
      '1:0-20 2:21-40',
      ['1 in 0', '1 stay 10 10', '1 out 21 21', '2 in 21', '2 stay 31 10']
    ],
    ['last until the container is certainly away', '1:0-1 -:600-601', ['1 in 0', '1 stay 10 10', '1 out 600 600']],
    ['come back as visits of their own', '1:0-1 -:2-3 1:4-5', ['1 in 0', '1 out 2 2', '1 in 4']],
    ['are none outside', '-:0-5 -:6-9', []]
  ])('%s', (_, text, events) => {
    expect(told(text)).toEqual(events)
  })

  it('are not reported before they have lasted long enough', () => {
    expect(visitsOf(stays('1:0-5'), dwellMs).waiting).toEqual({ enteredAt: 0 })
    expect(visitsOf(stays('1:0-10'), dwellMs).waiting).toBeUndefined()
    expect(visitsOf(stays('1:0-5 -:6-7'), dwellMs).waiting).toBeUndefined()
  })
})
