import { expect, it } from 'vitest'
import { counted } from '../../src/counted.ts'

it('a count has its noun in the singular for one alone', () => {
  expect([0, 1, 2].map(count => counted(count, 'table'))).toEqual(['0 tables', '1 table', '2 tables'])
  expect([1, 2].map(count => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries'])
})
