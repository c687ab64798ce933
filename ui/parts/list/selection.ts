/** Which rows are chosen, as a pure step from one state to the next. Indexes are places in the list, ids are rows. */
export interface Choice {
  readonly ids: readonly number[]
  /** The row that the keyboard stands on. */
  readonly active: number
  /** Where a Shift range began. */
  readonly anchor: number
}

export interface Pick {
  readonly index: number
  readonly mode: 'only' | 'toggle' | 'range'
}

/** Ids between two places, both included; rows that have not been loaded are left out. */
export function idsBetween(idAt: (index: number) => number | undefined, from: number, to: number): number[] {
  const [first, last] = from < to ? [from, to] : [to, from]
  return Array.from({ length: last - first + 1 }, (_, step) => idAt(first + step)).filter(id => id !== undefined)
}

export function chosen(
  choice: Choice,
  { index, mode }: Pick,
  idAt: (index: number) => number | undefined,
  kind: 'one' | 'many'
): Choice {
  const id = idAt(index)
  if (id === undefined) return choice
  const has = choice.ids.includes(id)
  if (mode === 'range' && kind === 'many') {
    return { ids: idsBetween(idAt, choice.anchor, index), active: index, anchor: choice.anchor }
  }
  const moved = { active: index, anchor: index }
  if (mode === 'only') return { ...moved, ids: [id] }
  if (kind === 'one') return { ...moved, ids: has ? [] : [id] }
  return { ...moved, ids: has ? choice.ids.filter(other => other !== id) : [...choice.ids, id] }
}

/** The place an arrow, Home, End, PageUp or PageDown leads to, or undefined for any other key. */
export function steppedTo(key: string, active: number, count: number, page: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1
  }
  const place = steps[key]
  return place === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, place))
}
