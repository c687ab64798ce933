/**
 * The state of a list's rows. The property test plays a list against a server whose answers come late and in changing order: 0 to
 * 1,200 ms after they were asked for, read at any moment before.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../src/contract/row.ts'
import { loadedIds, rowAfter, rowOf, wantedPages } from '../../ui/parts/list/rows/readRows.ts'
import { openedAt, type PageState, type RowsEvent, type RowsState, reduce } from '../../ui/parts/list/rows/rowsState.ts'

const size = 4
const query = { key: 'all', narrowing: '', size }
const row = (id: number, version = 1): Row => ({ id, version })
const opened = (more: Partial<Parameters<typeof openedAt>[0]> = {}): RowsState =>
  openedAt({ query, at: 0, selection: [], panel: undefined, keepsPlaces: true, ...more })
const stateAfter = (state: RowsState, ...events: readonly RowsEvent[]): RowsState => events.reduce(reduce, state)

/** The pages of these rows, as they come from the server. */
const loaded = (rows: readonly Row[], { key = query.key, pages = [1], isFetching = false } = {}): RowsEvent => ({
  kind: 'loaded',
  key,
  pages: new Map(
    pages.map((number): [number, PageState] => [
      number,
      { page: { data: rows.slice((number - 1) * size, number * size), total: rows.length }, isFetching, error: null }
    ])
  )
})
const rowsOf = ({ rows }: RowsState): readonly (Row | undefined)[] =>
  Array.from({ length: rows.count }, (_, index) => rows.rowAt(index))
const ids = (state: RowsState): (number | undefined)[] => rowsOf(state).map(one => one?.id)
const pick = (index: number, mode: 'only' | 'toggle' | 'range' = 'only'): RowsEvent => ({
  kind: 'picked',
  pick: { index, mode },
  mode: 'many'
})
const move = (index: number): RowsEvent => ({ kind: 'moved', index })
const renewed: RowsEvent = { kind: 'renewed' }
const running = (isRunning: boolean): RowsEvent => ({ kind: 'running', isRunning })
const select = (...chosen: readonly number[]): RowsEvent => ({ kind: 'selected', ids: chosen })
const many = Array.from({ length: 10 }, (_, at) => row(at + 1))

describe('pages', () => {
  it('are empty rows until they come, and their number is then known', () => {
    expect(ids(opened())).toEqual(Array(size).fill(undefined))
    const state = stateAfter(opened(), loaded(many))
    expect([ids(state), state.rows.total]).toEqual([[1, 2, 3, 4], 10])
  })

  it('are kept fresh where they are on screen, and the last one', () => {
    const state = stateAfter(opened(), loaded(many), { kind: 'more' }, loaded(many, { pages: [1, 2] }), {
      kind: 'more'
    })
    expect(wantedPages(state)).toEqual([1, 3])
    expect(wantedPages(stateAfter(state, { kind: 'scrolled', first: 3, last: 6 }))).toEqual([1, 2, 3])
  })

  it('come next only where there are more, and none while the last one is loading', () => {
    const state = stateAfter(opened(), loaded(many), { kind: 'more' }, { kind: 'more' })
    expect(state.lastPage).toBe(2)
    expect(stateAfter(opened(), loaded(many.slice(0, 3)), { kind: 'more' }).lastPage).toBe(1)
  })

  it('appear together: while one is loaded again the old rows stay', () => {
    const before = stateAfter(opened(), loaded(many), { kind: 'more' }, loaded(many, { pages: [1, 2] }))
    const now = many.map(({ id }) => row(id, 2))
    const [first] = [...(loaded(now) as Extract<RowsEvent, { kind: 'loaded' }>).pages]
    const [, second] = [
      ...(loaded(many, { pages: [1, 2], isFetching: true }) as Extract<RowsEvent, { kind: 'loaded' }>).pages
    ]
    const half: RowsEvent = {
      kind: 'loaded',
      key: query.key,
      pages: new Map([first, second].filter(one => one !== undefined))
    }
    expect(stateAfter(before, half).rows).toBe(before.rows)
    expect(rowsOf(stateAfter(before, loaded(now, { pages: [1, 2] }))).map(one => one?.version)).toEqual(
      Array(8).fill(2)
    )
  })

  it('of another search replace the old ones, which are marked until then; the first row is then active', () => {
    const other = { ...query, key: 'other', narrowing: 'q' }
    const before = stateAfter(opened(), loaded(many), pick(2), { kind: 'asked', query: other })
    expect([before.rows.stale, ids(before), before.selection, before.active]).toEqual([true, [1, 2, 3, 4], [], 0])
    expect(stateAfter(before, loaded(many.slice(5)))).toBe(before)
    const state = stateAfter(before, loaded([row(9)], { key: 'other' }))
    expect([state.rows.stale, ids(state)]).toEqual([false, [9]])
  })

  it('that fail leave the old rows, or none if there are none', () => {
    const failed = (key: string): RowsEvent => ({
      kind: 'loaded',
      key,
      pages: new Map([[1, { page: undefined, isFetching: false, error: 'lost' }]])
    })
    const state = stateAfter(opened(), loaded(many), failed(query.key))
    expect([ids(state), state.rows.error]).toEqual([[1, 2, 3, 4], 'lost'])
    const other = stateAfter(
      state,
      { kind: 'asked', query: { ...query, key: 'other', narrowing: 'q' } },
      failed('other')
    )
    expect([ids(other), other.rows.stale, other.rows.error]).toEqual([[], false, 'lost'])
  })
})

describe('the answer of a command', () => {
  const state = stateAfter(opened(), loaded([row(1), row(2)]))

  it('is in the list at once, and a page that was read before it does not bring the older version back', () => {
    const answered = stateAfter(state, select(1), { kind: 'answered', rows: [row(1, 3)] })
    expect(rowsOf(answered)).toEqual([row(1, 3), row(2)])
    expect(answered.selectedRows).toEqual([row(1, 3)])
    const late = stateAfter(answered, loaded([row(1, 2), row(2, 2)]))
    expect(rowsOf(late)).toEqual([row(1, 3), row(2, 2)])
    const current = stateAfter(late, loaded([row(1, 3), row(2, 2)]))
    expect([rowsOf(current), current.answers.size]).toEqual([[row(1, 3), row(2, 2)], 0])
  })

  it('neither adds rows nor replaces a newer one, nor one of another kind that has the same id', () => {
    const others = [row(1, 0), row(7, 5), { id: 2, version: 9 }]
    const named = stateAfter(
      opened(),
      loaded([
        { ...row(1), name: 'one' },
        { ...row(2), name: 'two' }
      ])
    )
    expect(rowsOf(stateAfter(named, { kind: 'answered', rows: others }))).toEqual(rowsOf(named))
  })

  it('is known of the row of a panel that the list does not have', () => {
    const beside = stateAfter(state, { kind: 'opened', panel: 2 }, loaded([row(1)]), renewed)
    expect(rowOf(stateAfter(beside, { kind: 'answered', rows: [row(2, 4)] }), 2)).toEqual(row(2, 4))
  })
})

describe('rows in a short list', () => {
  const working = stateAfter(opened(), loaded([row(1), row(2), row(3)]), pick(0))

  it('stay in their places while somebody works in it; new ones are counted', () => {
    const state = stateAfter(working, loaded([row(9), row(1), row(3)]))
    expect([ids(state), state.places?.waiting, [...(state.places?.gone ?? [])]]).toEqual([[1, 2, 3], 1, [2]])
    expect(loadedIds(state)).toEqual([1, 3])
    expect(rowAfter(state, 1, () => true)).toEqual(row(3))
    expect(ids(stateAfter(state, renewed))).toEqual([9, 1, 3])
  })

  it('are as they come where nobody does, and where rows differ in height', () => {
    expect(ids(stateAfter(opened(), loaded([row(1), row(2)]), loaded([row(2)])))).toEqual([2])
    const uneven = stateAfter(
      opened({ keepsPlaces: false }),
      loaded([row(1), row(2)]),
      pick(0),
      loaded([row(9), row(1)])
    )
    expect(ids(uneven)).toEqual([9, 1])
  })

  it('that have left cannot be selected, and are selected no more', () => {
    const state = stateAfter(working, loaded([row(2), row(3)]))
    expect([state.selection, state.pruned, ids(state)]).toEqual([[], 1, [1, 2, 3]])
    expect(stateAfter(state, pick(0)).selection).toEqual([])
    expect(stateAfter(state, select(1)).selection).toEqual([])
  })

  it('leave together after the person’s own command, without a message that they have left', () => {
    const during = stateAfter(working, running(true), loaded([row(2), row(3)]))
    expect([during.selection, ids(during)]).toEqual([[1], [1, 2, 3]])
    const done = stateAfter(during, select(), renewed, running(false))
    expect([done.selection, done.pruned, ids(done)]).toEqual([[], 0, [2, 3]])
    expect(stateAfter(during, running(false)).pruned).toBe(1)
  })
})

describe('the active row', () => {
  const state = stateAfter(opened(), loaded([row(1), row(2), row(3)]), move(1))

  it.each([
    ['stays the same row', [9, 1, 2, 3], 2],
    ['is the one that took its place', [1, 3], 1],
    ['is the one before it, if none follows', [1], 0],
    ['stays where it is, if all others are new', [7, 8], 1]
  ])('%s', (_, now, index) => {
    const next = stateAfter(state, loaded(now.map(id => row(id))))
    expect([next.active, next.anchor]).toEqual([index, index])
  })
})

/** One thing that happens at a time, in milliseconds. */
type Step = { readonly at: number; readonly run: () => void }

/** A server whose list has the rows that are not done, and a browser that reads it. */
function play(seed: readonly number[], acts: readonly Act[]) {
  const steps: Step[] = []
  const server = new Map(seed.map(id => [id, row(id)]))
  let state = stateAfter(opened(), loaded([...server.values()].slice(0, size), { isFetching: false }))
  const versions = new Map<number, number>()
  let reading = 0
  const later = (at: number, run: () => void): void => void steps.push({ at, run })
  const send = (event: RowsEvent): void => {
    const before = state
    state = reduce(state, event)
    check(before, event)
  }
  const check = (before: RowsState, event: RowsEvent): void => {
    const drawn = rowsOf(state).filter(one => one !== undefined)
    for (const { id, version = 0 } of drawn) {
      expect(version).toBeGreaterThanOrEqual(versions.get(id) ?? 0)
      versions.set(id, version)
    }
    expect(new Set(drawn.map(({ id }) => id)).size).toBe(drawn.length)
    for (const one of state.selectedRows) expect(state.selection).toContain(one.id)
    for (const id of state.selection) {
      const index = state.rows.indexOf(id)
      if (index !== undefined) expect(state.selectedRows).toContain(state.rows.rowAt(index))
    }
    const moves = ['moved', 'picked'].includes(event.kind)
    const activeId = before.rows.rowAt(before.active)?.id
    if (!moves && activeId !== undefined && state.rows.indexOf(activeId) !== undefined)
      expect(state.rows.rowAt(state.active)?.id).toBe(activeId)
    // while somebody works in a short list nothing moves under the pointer
    const isShort = before.places !== undefined && event.kind === 'loaded' && before.selection.length > 0
    if (isShort) expect(ids(state).slice(0, ids(before).length)).toEqual(ids(before))
  }
  const snapshot = (): readonly Row[] => [...server.values()].sort((a, b) => b.id - a.id).slice(0, size)
  /** Reads the list: what comes is as it was at any moment meanwhile. A later reading replaces an earlier one. */
  const read = (at: number, seen: number, comes: number): void => {
    reading += 1
    const mine = reading
    let rows: readonly Row[] = []
    later(at + Math.min(seen, comes), () => {
      rows = snapshot()
    })
    later(at + comes, () => mine === reading && send(loaded(rows)))
  }
  const begin = ({ what, at, id, seen, comes }: Act): void => {
    const present = server.get(id)
    if (what === 'insert' && !present) server.set(id, row(id, (versions.get(id) ?? 0) + 10))
    else if (what === 'edit' && present) server.set(id, row(id, (present.version ?? 0) + 1))
    else if (what === 'remove') server.delete(id)
    else if (what === 'pick') send(pick(id % size, seen % 2 ? 'toggle' : 'only'))
    else if (what === 'move') send(move(id % size))
    else if (what === 'command') {
      const chosen = [...state.selection]
      send(running(true))
      let answers: readonly Row[] = []
      later(at + Math.min(seen, comes), () => {
        answers = chosen.flatMap(one => server.get(one) ?? []).map(one => row(one.id, (one.version ?? 0) + 1))
        for (const one of answers)
          if (id % 2) server.delete(one.id)
          else server.set(one.id, one)
      })
      later(at + comes, () => {
        send({ kind: 'answered', rows: answers })
        send(select())
        send(renewed)
        send(running(false))
        read(at + comes, seen, comes)
      })
    }
    if (['insert', 'edit', 'remove'].includes(what)) read(at, seen, comes)
  }
  for (const act of acts) later(act.at, () => begin(act))
  let next = 0
  const takeNext = (): Step | undefined => {
    steps.sort((a, b) => a.at - b.at)
    const step = steps.find(one => one.at >= next)
    if (step) steps.splice(steps.indexOf(step), 1)
    return step
  }
  for (let step = takeNext(); step; step = takeNext()) {
    next = step.at
    step.run()
  }
  reading += 1
  send(loaded(snapshot()))
  send(select())
  send(renewed)
  expect(rowsOf(state)).toEqual(snapshot())
}

interface Act {
  readonly what: 'insert' | 'edit' | 'remove' | 'pick' | 'move' | 'command'
  readonly at: number
  readonly id: number
  readonly seen: number
  readonly comes: number
}

describe('answers in changing order', () => {
  const act = fc.record({
    what: fc.constantFrom<Act['what']>('insert', 'edit', 'remove', 'pick', 'move', 'command'),
    at: fc.integer({ min: 0, max: 3000 }),
    id: fc.integer({ min: 1, max: 7 }),
    seen: fc.integer({ min: 0, max: 1200 }),
    comes: fc.integer({ min: 0, max: 1200 })
  })

  it('never bring an older version back, move no row under the pointer, and end with the rows of the server', () => {
    const seed = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: size })
    fc.assert(
      fc.property(seed, fc.array(act, { maxLength: 25 }), (rows, acts) => play(rows, acts)),
      { numRuns: 2000 }
    )
  })
})
