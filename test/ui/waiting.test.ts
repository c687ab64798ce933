/** A command that was pressed while the one before it ended: what becomes of it once the list has come. */
import { describe, expect, it } from 'vitest'
import type { CommandMetadata } from '../../src/contract/command.ts'
import { asNow, waitingFor } from '../../ui/parts/command/waiting.ts'
import type { Row } from '../../ui/parts/list/useRows.ts'

const command: CommandMetadata = {
  name: 'orders.accept',
  icon: 'check',
  tone: 'success',
  selection: 'some',
  action: { kind: 'call', method: 'PUT', path: '/api/Orders/:id/accept' },
  when: { status: [0] },
  shown: { isOwn: [true] },
  confirm: false,
  bulk: 'each',
  effects: [],
  inline: false
}
const row = (id: number, more: Partial<Row> = {}): Row => ({ id, version: 1, status: 0, isOwn: true, ...more })
const list =
  (...rows: readonly Row[]) =>
  (id: number) =>
    rows.find(one => one.id === id)
const pressed = (...rows: readonly Row[]) => waitingFor({ command, rows, menuCode: 4 }, list(...rows))

describe('a command that was pressed before the list had come', () => {
  it('is begun on the rows as they are now', () => {
    const [one, two] = [row(1, { version: 2 }), row(2)]
    expect(asNow(pressed(row(1), row(2)), list(one, two))).toEqual({ command, rows: [one, two], menuCode: 4 })
  })

  it('is not begun where one of its rows has left the list', () => {
    expect(asNow(pressed(row(1), row(2)), list(row(2)))).toBeUndefined()
  })

  it('is begun on a row that the list never had, as it was', () => {
    const elsewhere = waitingFor({ command, rows: [row(7)] }, list(row(1)))
    expect(asNow(elsewhere, list(row(1)))).toEqual({ command, rows: [row(7)] })
    const noList = waitingFor({ command, rows: [row(7)] }, undefined)
    expect(asNow(noList, undefined)).toEqual({ command, rows: [row(7)] })
  })

  it('says why not where the rows forbid it now; one that is not for them any more is not begun', () => {
    expect(asNow(pressed(row(1)), list(row(1, { status: 1 })))).toBe('orders.accept.status')
    expect(asNow(pressed(row(1)), list(row(1, { isOwn: false })))).toBeUndefined()
  })
})
