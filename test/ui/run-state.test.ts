/** The run of a command as a pure function: what each event makes of each state, and what becomes of a command that was pressed early. */
import { describe, expect, it } from 'vitest'
import type { CommandMetadata } from '../../src/contract/command.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import type { Row } from '../../src/contract/row.ts'
import type { Run } from '../../ui/parts/command/commandState.ts'
import {
  busyCommand,
  currentRun,
  idle,
  isReady,
  nextState,
  pendingRun,
  type RunEvent,
  type RunList,
  type RunState
} from '../../ui/parts/command/runState.ts'

const command = (change: Partial<CommandMetadata> = {}): CommandMetadata => ({
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
  inline: false,
  ...change
})
const form = { name: 'orders.accept', schema: {}, fields: [], derive: [], initial: {} } as unknown as FormMetadata
const row = (id: number, more: Partial<Row> = {}): Row => ({ id, version: 1, status: 0, isOwn: true, ...more })
const list = (...rows: readonly Row[]): RunList => ({
  rowNow: id => rows.find(one => one.id === id),
  panel: 'orders'
})
const [first, second] = [row(1), row(2)]
const drawn = list(first, second)
const run = (change: Partial<CommandMetadata> = {}, rows: readonly Row[] = [first]): Run => ({
  command: command(change),
  rows
})
const press = (pressed: Run): RunEvent => ({ kind: 'press', run: pressed })
/** The state after all of these events, and what the last of them asks for. */
const replay = (events: readonly RunEvent[], on: RunList = drawn, from: RunState = idle) =>
  events.reduce<ReturnType<typeof nextState>>(({ state }, event) => nextState(state, event, on), { state: from })

describe('a command that is pressed', () => {
  it.each([
    ['is sent', {}, 'send', undefined],
    ['is confirmed first', { confirm: true }, undefined, 'confirm'],
    ['opens its form, which is the confirmation', { confirm: true, form }, undefined, 'form'],
    ['fetches its file', { action: { kind: 'download', path: '/api/Orders/:ids' } }, 'send', undefined],
    ['asks for its link', { action: { kind: 'link', path: '/api/Orders/:id/link' } }, 'send', undefined],
    ['leads to a page', { action: { kind: 'navigate', to: '/orders/:id' } }, 'navigate', undefined],
    ['opens the panel of the list', { action: { kind: 'open', what: 'orders' } }, 'panel', undefined],
    ['opens a view', { action: { kind: 'open', what: 'trail' } }, undefined, 'view']
  ] as const)('%s', (_what, change, effect, step) => {
    const { state, effect: asked } = replay([press(run(change))])
    expect([asked?.kind, state.open?.step]).toEqual([effect, step])
    expect(busyCommand(state)).toBe(effect === 'send' ? 'orders.accept' : undefined)
  })

  it('is sent once it is confirmed, and not if the question is closed', () => {
    const asked = press(run({ confirm: true }))
    expect(replay([asked, { kind: 'confirm' }])).toMatchObject({ effect: { kind: 'send' }, state: { open: undefined } })
    expect(replay([asked, { kind: 'close' }])).toEqual({ state: idle })
    expect(replay([asked, { kind: 'close' }, { kind: 'confirm' }]).effect).toBeUndefined()
  })

  it('acts for the row of the list around it if it needs none', () => {
    const context = row(9)
    const { state } = replay([press(run({ selection: 'none', form }, []))], { ...drawn, context })
    expect(state.open?.context).toBe(context)
  })

  it('opens the form of the first of the rows if it goes from row to row', () => {
    const { state } = replay([press(run({ series: true, form }, [first, second]))])
    expect(state.open).toMatchObject({ rows: [first], series: { at: 0, rows: [first, second] } })
  })
})

describe('two taps in one moment', () => {
  it('send a command once', () => {
    const one = replay([press(run())])
    expect(one.effect).toEqual({ kind: 'send', run: run() })
    const two = replay([press(run())], drawn, one.state)
    expect(two).toEqual({ state: one.state })
  })

  it('confirm once', () => {
    const one = replay([press(run({ confirm: true })), { kind: 'confirm' }])
    expect(replay([{ kind: 'confirm' }], drawn, one.state)).toEqual({ state: one.state })
  })

  it('on two commands send one after the other', () => {
    const reading = {}
    const [sent, other] = [run(), run({ name: 'orders.cancel' }, [second])]
    const { state } = replay([press(sent), press(other)])
    expect(state.sending).toEqual([sent])
    expect(isReady(state)).toBe(false)
    const refreshed: RunEvent[] = [
      { kind: 'refresh', reading },
      { kind: 'answered', run: sent },
      { kind: 'refreshed', reading }
    ]
    const ended = replay(refreshed, drawn, state).state
    expect(isReady(ended)).toBe(true)
    expect(replay([{ kind: 'drawn' }], drawn, ended).effect).toEqual({ kind: 'send', run: other })
  })
})

describe('while the list is read after a run', () => {
  const reading = {}
  const refreshing = replay([{ kind: 'refresh', reading }]).state

  it('a command on rows waits for it, of several the last one', () => {
    const { state, effect } = replay([press(run()), press(run({ name: 'orders.cancel' }))], drawn, refreshing)
    expect([effect, busyCommand(state), isReady(state)]).toEqual([undefined, 'orders.cancel', false])
    expect(replay([{ kind: 'drawn' }], drawn, state)).toEqual({ state })
  })

  it('a command that needs no row does not', () => {
    expect(replay([press(run({ selection: 'none' }, []))], drawn, refreshing).effect?.kind).toBe('send')
  })

  it('only the end of the last reading counts', () => {
    const again = {}
    const twice = replay([{ kind: 'refresh', reading: again }], drawn, refreshing).state
    expect(replay([{ kind: 'refreshed', reading }], drawn, twice)).toEqual({ state: twice })
    expect(replay([{ kind: 'refreshed', reading: again }], drawn, twice)).toEqual({ state: idle })
  })

  it('the form of the next row may be open, and refused rows be listed', () => {
    const partial = { title: 'x', result: { done: [], refused: [], changed: [], answer: undefined } }
    const following: RunEvent = { kind: 'close', following: run({ form }, [second]) }
    const { state } = replay([following, { kind: 'partial', partial }], drawn, refreshing)
    expect(state).toMatchObject({ open: { step: 'form', rows: [second] }, partial, refreshing: reading })
  })
})

describe('a run that is repeated after an interruption', () => {
  it('is sent beside another one, and each ends by itself', () => {
    const [repeated, other] = [run(), run({ name: 'orders.cancel' })]
    const { state } = replay([press(other), { kind: 'send', run: repeated }, { kind: 'send', run: repeated }])
    expect(state.sending).toEqual([other, repeated])
    expect(replay([{ kind: 'answered', run: other }], drawn, state).state.sending).toEqual([repeated])
  })
})

describe('a command that was pressed before the list had come', () => {
  const early = (...rows: readonly Row[]) => pendingRun({ command: command(), rows, menuCode: 4 }, list(...rows).rowNow)

  it('is begun on the rows as they are now', () => {
    const newer = row(1, { version: 2 })
    expect(currentRun(early(first, second), list(newer, second).rowNow)).toEqual({
      command: command(),
      rows: [newer, second],
      menuCode: 4
    })
  })

  it('is not begun where one of its rows has left the list', () => {
    expect(currentRun(early(first, second), list(second).rowNow)).toBeUndefined()
  })

  it('is begun on a row that the list never had, as it was', () => {
    const elsewhere = pendingRun({ command: command(), rows: [row(7)] }, list(first).rowNow)
    expect(currentRun(elsewhere, list(first).rowNow)).toEqual({ command: command(), rows: [row(7)] })
    const noList = pendingRun({ command: command(), rows: [row(7)] }, undefined)
    expect(currentRun(noList, undefined)).toEqual({ command: command(), rows: [row(7)] })
  })

  it('says why not where the rows forbid it now; one that is not for them any more is not begun', () => {
    expect(currentRun(early(first), list(row(1, { status: 1 })).rowNow)).toBe('orders.accept.status')
    expect(currentRun(early(first), list(row(1, { isOwn: false })).rowNow)).toBeUndefined()
    const waiting = { ...idle, next: early(first) }
    expect(replay([{ kind: 'drawn' }], list(row(1, { status: 1 })), waiting)).toEqual({
      state: idle,
      effect: { kind: 'note', text: 'orders.accept.status' }
    })
    expect(replay([{ kind: 'drawn' }], list(row(1, { isOwn: false })), waiting)).toEqual({ state: idle })
  })
})
