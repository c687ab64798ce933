/** Which items a vehicle takes: the value of the form's field, pure. */
export interface Item {
  readonly id: number
  readonly name: string
  readonly orderTypeId: number
}

export interface Carried {
  readonly orderTypeItemId: number
  readonly isActive: boolean
}

export const carriedOf = (value: unknown): readonly Carried[] => (Array.isArray(value) ? value : [])

/** The ids that are ticked. */
export const tickedIn = (carried: readonly Carried[]): ReadonlySet<number> =>
  new Set(carried.filter(({ isActive }) => isActive).map(({ orderTypeItemId }) => orderTypeItemId))

/** The value with these items ticked or not. What is unticked stays in the list as not active, and keeps its place. */
export function withTick(carried: readonly Carried[], ids: readonly number[], isActive: boolean): Carried[] {
  const known = new Set(carried.map(({ orderTypeItemId }) => orderTypeItemId))
  const changed = carried.map(one => (ids.includes(one.orderTypeItemId) ? { ...one, isActive } : one))
  const added = isActive ? ids.filter(id => !known.has(id)) : []
  return [...changed, ...added.map(orderTypeItemId => ({ orderTypeItemId, isActive }))]
}

/** Items under their types, in the order in which they came. */
export function grouped(items: readonly Item[]): (readonly [orderTypeId: number, Item[]])[] {
  const groups = new Map<number, Item[]>()
  for (const item of items) groups.set(item.orderTypeId, [...(groups.get(item.orderTypeId) ?? []), item])
  return [...groups]
}
