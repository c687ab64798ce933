/** How a load is shared among orders: a pure table, and what holds for any numbers. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OrderType } from '../../modules/catalogue/schema.ts'
import { type OrderedPart, sharesOf } from '../../modules/weights/tickets/shares.ts'

const { tonnage, vehicle, container } = OrderType
const part = (orderId: number, quantity: number, mass: number | null = null, orderTypeId: number = tonnage) =>
  ({ orderId, quantity, mass, orderTypeId }) satisfies OrderedPart

const massesOf = (net: number, parts: readonly OrderedPart[]) => {
  const outcome = sharesOf(net, parts)
  return outcome.kind === 'shared' ? [outcome.shares.map(({ mass }) => mass), outcome.rest] : outcome
}

describe('a load', () => {
  it.each<[string, number, OrderedPart[], unknown]>([
    ['of one order is all its own', 5_000, [part(1, 4)], [[5_000], 0]],
    ['is shared by ordered tonnes', 6_001, [part(1, 4), part(2, 2)], [[4_001, 2_000], 0]],
    [
      'is shared by the number of vehicles',
      3_000,
      [part(1, 1, null, vehicle), part(2, 2, null, vehicle)],
      [[1_000, 2_000], 0]
    ],
    [
      'has named masses as they are, and shares what is left',
      5_000,
      [part(1, 4, 1_000), part(2, 1), part(3, 3)],
      [[1_000, 1_000, 3_000], 0]
    ],
    ['has a rest where all masses are named', 5_000, [part(1, 4, 1_000), part(2, 1, 3_500)], [[1_000, 3_500], 500]],
    ['gives odd kilograms to the first of equals', 10, [part(1, 1), part(2, 1), part(3, 1)], [[4, 3, 3], 0]],
    [
      'has one order without a mass beside others of any kind',
      900,
      [part(1, 2, 400), part(2, 1, null, container)],
      [[400, 500], 0]
    ],
    [
      'is less than the named masses',
      5_000,
      [part(1, 4, 3_000), part(2, 4, 2_001)],
      { kind: 'moreThanLoad', named: 5_001 }
    ],
    ['leaves nothing for an order without a mass', 5_000, [part(1, 4, 5_000), part(2, 4)], { kind: 'nothingLeft' }],
    ['has orders that cannot be compared', 5_000, [part(1, 4), part(2, 1, null, container)], { kind: 'massesMissing' }],
    ['has orders of no tonnes', 5_000, [part(1, 4), part(2, 0)], { kind: 'massesMissing' }]
  ])('%s', (_, net, parts, expected) => {
    expect(massesOf(net, parts)).toEqual(expected)
  })

  it('is shared to the kilogram, each order having some, and the larger order never less', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3_000, max: 60_000 }),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 50 }),
        (net, quantities) => {
          const outcome = sharesOf(
            net,
            quantities.map((quantity, at) => part(at + 1, quantity))
          )
          if (outcome.kind !== 'shared') throw new Error(outcome.kind)
          const masses = outcome.shares.map(({ mass }) => mass)
          expect(masses.reduce((sum, mass) => sum + mass, 0)).toBe(net)
          expect(Math.min(...masses)).toBeGreaterThan(0)
          for (const [a, one] of quantities.entries())
            for (const [b, other] of quantities.entries())
              if (one > other) expect(masses[a]).toBeGreaterThanOrEqual(masses[b] ?? 0)
        }
      )
    )
  })
})
