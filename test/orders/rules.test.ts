import { describe, expect, it } from 'vitest'
import { after, boundsOf, type Move, may, moves } from '../../modules/orders/rules.ts'
import { OrderStatus } from '../../modules/orders/schema.ts'
import { matches } from '../../src/contract/when.ts'

const { accepted, canceled, completed, inProgress, invoiced } = OrderStatus
const no = undefined

/** Status × move → status, as the specification tells it. A hole is a refusal. Columns: new … invoiced. */
const life: Record<Move, (number | undefined)[]> = {
  accept: [accepted, no, no, no, no, no],
  realize: [no, inProgress, no, no, no, no],
  restore: [no, no, accepted, no, no, no],
  finish: [no, no, completed, no, no, no],
  cancel: [canceled, canceled, canceled, no, no, no],
  withdraw: [canceled, no, no, no, no, no],
  invoice: [no, no, no, invoiced, no, no]
}

describe('the life of an order', () => {
  it.each(Object.keys(moves) as Move[])('%s', move => {
    const row = life[move].map((_, currentStatus) => (matches(may(move), { currentStatus }) ? after(move) : no))
    expect(row).toEqual(life[move])
  })
  it.each([
    [1, 1, 1],
    [2, 1, 50],
    [3, 1, 2],
    [4, 1, 50]
  ])('type %d takes %d to %d', (type, minimum, maximum) => {
    expect(boundsOf(type)).toEqual({ minimum, maximum })
  })
})
