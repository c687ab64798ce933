/** Selecting rows by mouse and keyboard, as pure functions from one selection to the next. */
export interface Choice {
  readonly ids: readonly number[]
  /** The index of the row with the keyboard focus. */
  readonly active: number
  /** The index where a Shift range begins. */
  readonly anchor: number
}

export interface Pick {
  readonly index: number
  readonly mode: 'only' | 'toggle' | 'range'
}

/** The ids between two indexes, both included; rows that are not loaded are left out. */
export function idsBetween(idAt: (index: number) => number | undefined, from: number, to: number): number[] {
  const [first, last] = from < to ? [from, to] : [to, from]
  return Array.from({ length: last - first + 1 }, (_, step) => idAt(first + step)).filter(id => id !== undefined)
}

/** The selection after a click or key on a row. `kind`: how many rows of the list may be selected. */
export function chosen(
  choice: Choice,
  { index, mode }: Pick,
  idAt: (index: number) => number | undefined,
  kind: 'none' | 'one' | 'many'
): Choice {
  const id = idAt(index)
  if (id === undefined) return choice
  if (kind === 'none') return { ids: [], active: index, anchor: index }
  const has = choice.ids.includes(id)
  if (mode === 'range' && kind === 'many') {
    return { ids: idsBetween(idAt, choice.anchor, index), active: index, anchor: choice.anchor }
  }
  const moved = { active: index, anchor: index }
  if (mode === 'only') return { ...moved, ids: [id] }
  if (kind === 'one') return { ...moved, ids: has ? [] : [id] }
  return { ...moved, ids: has ? choice.ids.filter(other => other !== id) : [...choice.ids, id] }
}

/**
 * The ids of the rows that may be the active one after a reload, the best first: the row itself, those after it, those before it.
 * `reach`: how many rows before and after it are considered.
 */
export function activeCandidates(active: number, idAt: (index: number) => number | undefined, reach = 50): number[] {
  const after = idsBetween(idAt, active, active + reach)
  const before = idsBetween(idAt, Math.max(0, active - reach), active - 1)
  return [...after, ...(active > 0 ? before.reverse() : [])]
}

/** The index that an arrow, Home, End, PageUp or PageDown leads to; undefined for any other key. */
export function steppedTo(key: string, active: number, count: number, page: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1
  }
  const index = steps[key]
  return index === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, index))
}
