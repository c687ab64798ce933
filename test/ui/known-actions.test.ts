import { afterEach, expect, it, vi } from 'vitest'

vi.mock('../../ui/crashes.ts', () => ({ reportFault: vi.fn() }))
const { reportFault } = await import('../../ui/crashes.ts')
const { withKnownActions } = await import('../../ui/knownActions.ts')
afterEach(() => vi.clearAllMocks())

const command = (name: string, kind: string, more: object = {}) => ({ name, action: { kind }, ...more })

it('leaves out commands whose action this build does not know, wherever they stand', () => {
  const page = {
    id: 'orders.new',
    list: { commands: [command('a', 'call', { next: command('b', 'teleport') }), command('c', 'teleport')] },
    panel: { tabs: [{ name: 'details', commands: [command('d', 'open')] }] }
  }
  expect(withKnownActions(page)).toEqual({
    id: 'orders.new',
    list: { commands: [command('a', 'call')] },
    panel: { tabs: [{ name: 'details', commands: [command('d', 'open')] }] }
  })
  expect(reportFault).toHaveBeenCalledWith('the action teleport is not known to this build')
})

it('leaves other metadata as it is', () => {
  const page = { name: 'x', action: null, columns: [{ name: 'kind', action: 'call' }], none: null }
  expect(withKnownActions(page)).toEqual(page)
  expect(reportFault).not.toHaveBeenCalled()
})
