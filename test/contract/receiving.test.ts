/** When a place lets drivers in: in words of each language, and on which days. */
import { expect, it } from 'vitest'
import type { Language } from '../../src/contract/languages.ts'
import { isReceivingDay, type ReceivingHours, receivingText, weekdayOf } from '../../src/contract/receiving.ts'

const hours = (
  receivingDays: readonly number[],
  from: string | null = null,
  to: string | null = null
): ReceivingHours => ({
  receivingFrom: from,
  receivingTo: to,
  receivingDays
})

const texts: readonly (readonly [Language, ReceivingHours, string | undefined])[] = [
  ['pl', hours([1, 2, 3, 4, 5], '07:00', '15:00'), 'pon.–pt. 7:00–15:00'],
  ['pl', hours([5, 1, 2, 3], '10:30', '12:00'), 'pon.–śr., pt. 10:30–12:00'],
  ['pl', hours([1, 2]), 'pon., wt.'],
  ['pl', hours([], '07:00', '15:00'), '7:00–15:00'],
  ['pl', hours([1, 2, 3, 4, 5, 6, 7], '07:00', '15:00'), '7:00–15:00'],
  ['pl', hours([]), undefined],
  ['en', hours([1, 2, 3], '07:00', '15:00'), 'Mon–Wed 7:00–15:00'],
  ['de', hours([6, 7]), 'Sa, So']
]
it.each(texts)('in words (%s): %j', (language, given, expected) => {
  expect(receivingText(language, given)).toBe(expected)
})

it.each([
  ['2026-11-30', 1],
  ['2026-12-06', 7],
  ['2026-03-29', 7]
])('%s is day %i of the week', (day, weekday) => {
  expect(weekdayOf(day)).toBe(weekday)
  expect(isReceivingDay(hours([weekday]), day)).toBe(true)
  expect(isReceivingDay(hours([(weekday % 7) + 1]), day)).toBe(false)
  expect(isReceivingDay(hours([]), day)).toBe(true)
})
