import { describe, expect, it } from 'vitest'
import { addDays, dayOf } from '../../src/contract/days.ts'
import { addMonths, dayAfterKey, parseDay, weeksOf, within } from '../../ui/parts/form/days.ts'

const today = '2026-11-21'

describe('a typed day', () => {
  it.each([
    ['20.11.2026', '2026-11-20'],
    ['20/11/2026', '2026-11-20'],
    ['20-11-26', '2026-11-20'],
    ['20. 11. 2026', '2026-11-20'],
    ['1 2 2027', '2027-02-01'],
    ['2026-11-05', '2026-11-05'],
    ['20112026', '2026-11-20'],
    ['201126', '2026-11-20'],
    ['2011', '2026-11-20'],
    ['5.12', '2026-12-05'],
    ['7', '2026-11-07'],
    ['29.02.2028', '2028-02-29'],
    ['  ', undefined],
    ['29.02.2027', '29.02.2027'],
    ['11.20.2026', '11.20.2026'],
    ['20.11.2026.1', '20.11.2026.1'],
    ['jutro', 'jutro']
  ])('reads %j as %j', (text, day) => expect(parseDay(text, today)).toBe(day))

  it('is not completed while it is being typed', () => {
    expect(['2', '20.11', '20.11.2', '20.11.202'].map(text => parseDay(text, today, true))).toEqual([
      '2',
      '20.11',
      '20.11.2',
      '20.11.202'
    ])
    expect(parseDay('20.11.2026', today, true)).toBe('2026-11-20')
  })
})

describe('the calendar', () => {
  it('knows the business day in every time zone', () => {
    expect(dayOf(new Date('2026-11-20T23:30:00Z'))).toBe('2026-11-21')
    expect(dayOf(new Date('2026-07-01T21:59:59Z'))).toBe('2026-07-01')
  })

  it('shows whole weeks from Monday, and as many as the month needs', () => {
    const weeks = weeksOf('2026-11-21')
    expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([6, '2026-10-26', '2026-12-06'])
    expect(weeksOf('2027-02-10')).toHaveLength(4)
    expect(weeks.every(week => week.length === 7)).toBe(true)
  })

  it('moves by keys over months, years and the change to summer time', () => {
    const from =
      (day: string) =>
      (key: string, shift = false) =>
        dayAfterKey(key, shift, day)
    expect(from('2026-10-25')('ArrowRight')).toBe('2026-10-26')
    expect(from('2026-11-01')('ArrowUp')).toBe('2026-10-25')
    expect(from('2026-11-21')('Home')).toBe('2026-11-16')
    expect(from('2026-11-21')('End')).toBe('2026-11-22')
    expect(from('2026-12-31')('PageDown')).toBe('2027-01-31')
    expect(from('2028-02-29')('PageUp', true)).toBe('2027-02-28')
    expect(from('2026-11-21')('a')).toBeUndefined()
    expect(addMonths('2026-10-31', 1)).toBe('2026-11-30')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })

  it('disables days outside its bounds, and includes both bounds', () => {
    const bounds = { from: '2026-11-21', to: '2026-11-23' }
    expect(['2026-11-20', '2026-11-21', '2026-11-23', '2026-11-24'].map(day => within(day, bounds))).toEqual([
      false,
      true,
      true,
      false
    ])
    expect(within('1999-01-01', {})).toBe(true)
  })
})
