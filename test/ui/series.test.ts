/** A command that goes row by row: through the rows that were chosen together, or on from one through the list. */
import { describe, expect, it } from 'vitest'
import type { CommandMetadata } from '../../src/contract/command.ts'
import type { Row } from '../../src/contract/row.ts'
import type { Run } from '../../ui/parts/command/commandState.ts'
import { begun, leftOf, nextRun } from '../../ui/parts/command/series.ts'

const command: CommandMetadata = {
  name: 'orders.finish',
  icon: 'flag',
  tone: 'success',
  selection: 'some',
  action: { kind: 'call', method: 'PUT', path: '/api/Orders/:id/set-realized' },
  when: { status: [2] },
  shown: {},
  confirm: false,
  bulk: 'each',
  effects: ['remove'],
  inline: false,
  series: true
}
const row = (id: number, status = 2): Row => ({ id, status })
const [first, second, third] = [row(1), row(2), row(3)]
const done = row(4, 3)
const run = (rows: readonly Row[], more: Partial<Run> = {}): Run => ({ command, rows, ...more })
const at = ({ rows, series }: Run) => ({ row: rows[0]?.id, at: series?.at, of: series?.rows.map(({ id }) => id) })
/** What the list has now: these rows, in this order. */
const list = (...rows: readonly Row[]) => ({
  rowNow: (id: number) => rows.find(one => one.id === id),
  rowAfter: (id: number, suits: (row: Row) => boolean) =>
    rows.slice(rows.findIndex(one => one.id === id) + 1).find(suits)
})

describe('rows that were chosen together', () => {
  it('are processed in their order, without those that the command does not suit', () => {
    const begins = begun(run([first, done, second, third]))
    expect(at(begins)).toEqual({ row: 1, at: 0, of: [1, 2, 3] })
    const next = nextRun(begins, list(second, third))
    expect(next && at(next)).toEqual({ row: 2, at: 1, of: [1, 2, 3] })
    expect(next?.continued).toBe(true)
    expect(next && leftOf(next)).toEqual([2, 3])
    const last = next && nextRun(next, list(third))
    expect(last && at(last)).toEqual({ row: 3, at: 2, of: [1, 2, 3] })
    expect(last && nextRun(last, list())).toBeUndefined()
  })

  it('are left out where somebody else has done them meanwhile', () => {
    const begins = begun(run([first, second, third]))
    const next = nextRun(begins, list(row(2, 3), third))
    expect(next && at(next)).toEqual({ row: 3, at: 2, of: [1, 2, 3] })
  })

  it('are read from the present list, and as they were where it has not loaded them', () => {
    const newer = { ...second, version: 7 }
    expect(nextRun(begun(run([first, second])), list(newer))?.rows).toEqual([newer])
    expect(nextRun(begun(run([first, second])), {})?.rows).toEqual([second])
  })

  it('are one row where the command suits only one, and all at once where it is no series', () => {
    expect(at(begun(run([done, second])))).toEqual({ row: 2, at: undefined, of: undefined })
    const { series: _, ...whole } = command
    const together = run([first, second], { command: whole })
    expect(begun(together)).toBe(together)
    expect(nextRun(together, list(first, second))).toBeUndefined()
  })
})

describe('one row', () => {
  it('is followed by the next of the list that the command is for', () => {
    const next = nextRun(begun(run([first])), list(first, done, third))
    expect(next && at(next)).toEqual({ row: 3, at: undefined, of: undefined })
    expect(next && leftOf(next)).toEqual([3])
  })

  it.each([
    ['the last of the list', list(second, first)],
    ['one before rows that it is not for', list(first, done)],
    ['one outside a list', {}]
  ])('is followed by none: %s', (_what, host) => {
    expect(nextRun(run([first]), host)).toBeUndefined()
  })
})
