/** Which rows a command may be given for, and what it sends for them. */
import { describe, expect, it } from 'vitest'
import type { CommandMetadata } from '../../src/contract/command.ts'
import { availability, fitting, noteOf } from '../../ui/parts/command/commandState.ts'
import { usefulFirst } from '../../ui/parts/command/entries.ts'
import { sendings } from '../../ui/parts/command/sendCommand.ts'

const command = (change: Partial<CommandMetadata>): CommandMetadata => ({
  name: 'orders.accept',
  icon: 'check',
  tone: 'neutral',
  selection: 'some',
  action: { kind: 'call', method: 'PUT', path: '/api/Orders/:id/accept' },
  when: { currentStatus: [0] },
  shown: {},
  confirm: false,
  bulk: 'each',
  effects: [],
  inline: false,
  ...change
})
const fresh = { id: 1, version: 3, currentStatus: 0 }
const done = { id: 2, version: 5, currentStatus: 3 }

describe('a command', () => {
  it('is grey and names the field and row that forbid it', () => {
    expect(availability(command({}), [fresh])).toEqual({ shown: true })
    expect(availability(command({}), [done])).toEqual({
      shown: true,
      refusal: { reason: 'orders.accept.currentStatus', row: done }
    })
  })

  it('is grey, whatever is selected, where the installation cannot do it', () => {
    const off = command({ disabled: 'errors.orders.accountingOff', when: {} })
    for (const rows of [[fresh], [fresh, done]])
      expect(availability(off, rows)).toEqual({ shown: true, refusal: { reason: 'errors.orders.accountingOff' } })
    expect(availability({ ...off, selection: 'one' }, []).shown).toBe(false)
  })

  it('is no success where it changed nothing, or where its work goes on', () => {
    const data = { id: 1, version: 3 }
    expect(noteOf(command({}), { data })).toBeUndefined()
    expect(noteOf(command({}), undefined)).toBeUndefined()
    expect(noteOf(command({}), { data, unchanged: true })).toBe('parts.unchanged')
    expect(noteOf(command({ name: 'orders.sync', queued: true }), { data })).toBe('orders.sync.done')
  })

  it('row by row stays open while one row allows it; all at once does not', () => {
    expect(availability(command({}), [fresh, done]).refusal).toBeUndefined()
    expect(availability(command({ bulk: 'all' }), [fresh, done]).refusal?.row).toBe(done)
  })

  it('hides when the selection does not suit or `shown` forbids', () => {
    expect(availability(command({ selection: 'one' }), [fresh, done]).shown).toBe(false)
    expect(availability(command({ selection: 'none' }), []).shown).toBe(true)
    expect(availability(command({ shown: { currentStatus: [3] } }), [fresh]).shown).toBe(false)
  })

  it('sends each row under its own version and a key of its own', () => {
    const action = { kind: 'call', method: 'PUT', path: '/api/Orders/:id/accept' } as const
    const sent = sendings({ action, bulk: 'each' }, [fresh, done], undefined)
    expect(sent.map(({ path, version, suffix }) => [path, version, suffix])).toEqual([
      ['/api/Orders/1/accept', 3, '-1'],
      ['/api/Orders/2/accept', 5, '-2']
    ])
  })

  it('sends all ids in one body', () => {
    const action = { kind: 'call', method: 'PUT', path: '/api/Companies/activate', ids: 'companiesIds' } as const
    const [one, ...more] = sendings({ action, bulk: 'all' }, [fresh, done], { reason: 'x' })
    expect(one).toMatchObject({ path: '/api/Companies/activate', body: { reason: 'x', companiesIds: [1, 2] } })
    expect(one?.version).toBeUndefined()
    expect(more).toEqual([])
  })

  it('names the row by the field that the call asks for', () => {
    const idFrom = { body: 'email', field: 'name' }
    const action = { kind: 'call', method: 'POST', path: '/api/resending', idFrom } as const
    expect(sendings({ action, bulk: 'each' }, [{ ...fresh, name: 'one' }], undefined)).toMatchObject([
      { path: '/api/resending', body: { email: 'one' } }
    ])
    const byId = { ...action, idFrom: { body: 'userId' } }
    expect(sendings({ action: byId, bulk: 'each' }, [fresh], undefined)).toMatchObject([{ body: { userId: 1 } }])
  })

  it('moves into the menu only when the bar is too narrow', () => {
    expect(fitting([100, 100, 100], 300, 44)).toBe(3)
    expect(fitting([100, 100, 100], 299, 44)).toBe(2)
    expect(fitting([100, 100, 100], 90, 44)).toBe(0)
  })

  it('keeps no room in a bar that is too narrow while it does not suit the selection, and comes last while it is grey', () => {
    const entry = (name: string, more: { away?: true; disabledReason?: string } = {}) => ({
      name,
      disabledReason: undefined,
      ...more
    })
    const all = [entry('finish', { away: true }), entry('print', { disabledReason: 'grey' }), entry('place')]
    expect(usefulFirst(all).map(({ name }) => name)).toEqual(['place', 'print'])
  })
})
