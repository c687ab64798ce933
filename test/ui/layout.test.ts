/** How a person's arrangement of a list is read, and what becomes of the list's columns by it. */
import { describe, expect, it } from 'vitest'
import { layoutFrom } from '../../src/contract/layout.ts'
import type { ColumnMetadata } from '../../src/contract/list.ts'
import {
  orderedColumns,
  shownColumns,
  withColumnMoved,
  withColumnPut,
  withColumnShown,
  withColumnWidth
} from '../../ui/parts/list/columns/layout.ts'

Object.assign(globalThis, { location: { hostname: 'admin.localhost' } })

const column = (key: string) => ({ key, schema: { type: 'string' } }) as unknown as ColumnMetadata
const columns = ['number', 'client', 'place', 'value'].map(column)
const keys = (found: readonly ColumnMetadata[]): string => found.map(({ key }) => key).join(' ')

describe('a layout', () => {
  it.each([
    [undefined, {}],
    ['text', {}],
    [{ order: 'number', hidden: [1, '', 'value', 'value'] }, { hidden: ['value'] }],
    [
      { widths: { client: 12, place: 300.4, value: 'wide', number: 99_999 } },
      { widths: { client: 48, place: 300, number: 900 } }
    ],
    [{ density: 'compact', order: [], other: 1 }, { density: 'compact' }],
    [{ density: 'huge' }, {}]
  ])('of %j is %j', (value, wanted) => expect(layoutFrom(value)).toEqual(wanted))

  it.each([
    [{}, 'number client place value'],
    [{ order: ['value', 'number'] }, 'value number client place'],
    [{ order: ['gone', 'place'] }, 'number client place value'],
    [{ hidden: ['client', 'gone'] }, 'number place value'],
    [{ hidden: ['number', 'client', 'place', 'value'] }, 'number']
  ])('%j shows %s', (layout, wanted) => expect(keys(shownColumns(columns, layout))).toBe(wanted))

  const later = { ...column('later'), beginsHidden: true } as const
  it('shows a column that begins hidden once it is chosen', () => {
    const all = [...columns, later]
    expect(keys(shownColumns(all, {}))).toBe('number client place value')
    const chosen = withColumnShown({ hidden: ['place'] }, later, true)
    expect(chosen).toEqual({ hidden: ['place'], shown: ['later'] })
    expect(layoutFrom(chosen)).toEqual(chosen)
    expect(keys(shownColumns(all, chosen))).toBe('number client value later')
    expect(withColumnShown(chosen, later, false)).toEqual({ hidden: ['place'], shown: [] })
  })

  it('puts a column that was added later behind its predecessor on the page', () => {
    expect(keys(orderedColumns(columns, { order: ['place', 'client', 'number'] }))).toBe('place value client number')
  })

  it('is changed by showing, moving and widening a column', () => {
    expect(withColumnShown({ hidden: ['place'] }, column('place'), true)).toEqual({ hidden: [] })
    expect(withColumnShown({ hidden: ['place'] }, column('value'), false)).toEqual({ hidden: ['place', 'value'] })
    expect(withColumnWidth({ widths: { place: 90 } }, 'client', 10_000)).toEqual({ widths: { place: 90, client: 900 } })
    expect(withColumnWidth({ widths: { place: 90 } }, 'place', undefined)).toEqual({ widths: {} })
  })

  const paired = columns.map(one => (one.key === 'place' ? { ...one, under: 'client' } : one))
  it.each([
    ['value', -1, 'number value client place'],
    ['client', -1, 'client place number value'],
    ['number', 1, 'client place number value'],
    ['place', -1, 'number place client value'],
    ['number', -1, 'number client place value'],
    ['value', 1, 'number client place value']
  ] as const)('has %s moved by %d, with what stands under it: %s', (key, by, wanted) =>
    expect(keys(orderedColumns(paired, withColumnMoved(paired, {}, key, by)))).toBe(wanted)
  )

  it.each([
    ['value', 'number', 'value number client place'],
    ['number', 'value', 'client place value number'],
    ['number', 'place', 'client place number value'],
    ['client', 'number', 'client place number value'],
    ['place', 'value', 'number client value place']
  ])('has %s put where %s is: %s', (key, target, wanted) =>
    expect(keys(orderedColumns(paired, withColumnPut(paired, {}, key, target)))).toBe(wanted)
  )
})
