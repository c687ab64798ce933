import { describe, expect, expectTypeOf, it } from 'vitest'
import { fitsSelection } from '../../src/contract/command.ts'
import { codes, memberOf, metadataOf, vocabulary } from '../../src/contract/vocabulary.ts'
import { matches, type Nameable, refusedBy, type When } from '../../src/contract/when.ts'

interface Row {
  status: 0 | 1
  active: boolean
  name: string
  quantity: number
  approvedAt: string | null
}

describe('a rule over a row', () => {
  it.each([
    [{ status: [0] }, { status: 0 }, undefined],
    [{ status: [0] }, { status: 1 }, 'status'],
    [{ status: [0, 1], active: [true] }, { status: 1, active: false }, 'active'],
    [{ approvedAt: [null] }, { approvedAt: null }, undefined],
    [{ approvedAt: [null] }, {}, undefined],
    [{ approvedAt: [null] }, { approvedAt: '2026-01-01' }, 'approvedAt'],
    [{}, {}, undefined]
  ])('%j on %j', (when, row, refused) => {
    expect(refusedBy(when, row)).toBe(refused)
    expect(matches(when, row)).toBe(refused === undefined)
  })

  it('may name only closed sets', () => {
    expectTypeOf<Nameable<Row>>().toEqualTypeOf<'status' | 'active' | 'approvedAt'>()
    expectTypeOf<{ status: [2] }>().not.toExtend<When<Row>>()
    expectTypeOf<{ approvedAt: [string] }>().not.toExtend<When<Row>>()
  })
})

describe('a vocabulary', () => {
  const Colour = vocabulary('test.colour', { red: { code: 0, tone: 'danger' }, blue: { code: 4 } })
  it('is its codes, and its metadata is plain JSON', () => {
    expect([Colour.red, Colour.blue]).toEqual([0, 4])
    expect(codes(Colour, ['blue'])).toEqual([4])
    expect(memberOf(Colour, 4)).toBe('blue')
    expect(memberOf(Colour, 1)).toBeUndefined()
    expect(JSON.parse(JSON.stringify(metadataOf(Colour)))).toEqual(metadataOf(Colour))
  })
  it('refuses two words of one code', () => {
    expect(() => vocabulary('test.twice', { a: { code: 1 }, b: { code: 1 } })).toThrow('share a code')
  })
})

describe('a selection', () => {
  it.each([
    ['none', [true, false, false]],
    ['one', [false, true, false]],
    ['many', [false, false, true]],
    ['some', [false, true, true]]
  ] as const)('%s suits 0, 1, 2 rows: %j', (selection, expected) => {
    expect([0, 1, 2].map(count => fitsSelection(selection, count))).toEqual(expected)
  })
})
