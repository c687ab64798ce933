import { describe, expect, it } from 'vitest'
import { choosePrice, grossOf, valuesOf } from '../../modules/pricing/rules.ts'

describe('which price holds', () => {
  it.each([
    [{ place: 1, company: 2 }, 3, 4, { source: 'place', netPrice: 1 }],
    [{ place: null, company: 2 }, 3, 4, { source: 'company', netPrice: 2 }],
    [{ place: null, company: null }, 3, 4, { source: 'postal', netPrice: 3 }],
    [{ place: null, company: null }, null, 4, { source: 'general', netPrice: 4 }],
    [{ place: 0, company: 2 }, 3, 4, { source: 'place', netPrice: 0 }],
    [{ place: null, company: null }, null, null, undefined]
  ])('special %j, postal %j, general %j', (special, postal, general, expected) => {
    expect(choosePrice({ special, postal, general })).toEqual(expected)
  })
})

describe('what follows from a price', () => {
  it.each([
    [100, 8, 108],
    [0.01, 8, 0.01],
    [0.06, 8, 0.06],
    [0.07, 8, 0.08],
    [12.5, 8, 13.5],
    [0.5, 23, 0.62],
    [9_999_999.99, 8, 10_799_999.99],
    [10, 0, 10],
    [3.33, 5.5, 3.51]
  ])('net %s at %s percent is gross %s, rounded half up', (net, rate, gross) => {
    expect(grossOf(net, rate)).toBe(gross)
  })

  it.each([
    [19.99, 3, 8, false, { grossPrice: 21.59, netValue: 59.97, grossValue: 64.77, vatValue: 4.8 }],
    [250, 12, 8, true, { grossPrice: 270, netValue: 250, grossValue: 270, vatValue: 20 }],
    [0.1, 3, 8, false, { grossPrice: 0.11, netValue: 0.3, grossValue: 0.32, vatValue: 0.02 }]
  ])('%s × %s at %s percent, per tonne: %s', (net, quantity, rate, perTonne, expected) => {
    expect(valuesOf(net, quantity, rate, perTonne)).toEqual(expected)
  })
})
