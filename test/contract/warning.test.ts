import { describe, expect, it } from 'vitest'
import { subjectOf, type Warning, warningsOf } from '../../src/contract/warning.ts'

const today = '2026-06-01'
const past: Warning = { under: 'today', message: 'past' }
const many: Warning = { over: { field: 'order.quantity' }, message: 'many' }
const none: Warning = { under: 1, message: 'none' }
const code: Warning = { unlike: { by: 'country', of: { 2: '^\\d{5}$' } }, message: 'code' }
const old: Warning = { under: { daysAgo: 30 }, message: 'old' }
const doubted: Warning = { filled: ['doubt'], message: 'doubted' }
const order = (quantity: unknown) => ({ order: { quantity } })

describe('a warning', () => {
  it.each<[what: string, warning: Warning, value: unknown, values: unknown, holds: boolean]>([
    ['of a day before today', past, '2026-05-31', {}, true],
    ['not of today', past, today, {}, false],
    ['not of a later day', past, '2027-01-01', {}, false],
    ['of more than another field has', many, 5, order(1), true],
    ['not of as much', many, 1, order(1), false],
    ['of less than a number', none, 0, {}, true],
    ['not of as much as the number', none, 1, {}, false],
    ['not while the field is blank', past, null, {}, false],
    ['not while the field is half typed', past, '2026-0', {}, false],
    ['not while the other field is blank', many, 5, order(undefined), false],
    ['of a day more than 30 days ago', old, '2026-05-01', {}, true],
    ['not of a day just 30 days ago', old, '2026-05-02', {}, false],
    ['while another value of the form is filled', doubted, 5, { doubt: 'LCH 11: 12 / 10 t' }, true],
    ['not while that value is null', doubted, 5, { doubt: null }, false],
    ['not while that value is missing', doubted, 5, {}, false],
    ['of a text unlike the pattern of its country', code, '0106', { country: 2 }, true],
    ['not of one like it, with blanks around', code, ' 01067 ', { country: 2 }, false],
    ['not of a country without a pattern', code, '22-100', { country: 1 }, false],
    ['not of a blank text', code, ' ', { country: 2 }, false],
    ['not of a day against a number', { under: 7, message: 'odd' }, '2026-05-31', {}, false]
  ])('is given %s', (_what, warning, value, values, holds) => {
    expect(warningsOf([warning], value, values, today)).toEqual(holds ? [warning] : [])
  })

  it('stands beside others', () => {
    expect(warningsOf([none, many, past], 0, order(-1), today)).toEqual([none, many])
  })

  it('has to be ticked again when the value that it names is another', () => {
    const subject = (doubt: string) => subjectOf(doubted, 5, { doubt }, today)
    expect(subject('12 / 10 t')).toBe(subject('12 / 10 t'))
    expect(subject('12 / 10 t')).not.toBe(subject('13 / 10 t'))
  })
})
