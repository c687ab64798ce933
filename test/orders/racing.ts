/**
 * What may come out of a race: the table of moves, run through by a model that knows nothing of locks. Commands that start at the
 * same moment must end as if they had come one after the other, in some order: each is told what it would have been told
 * then, the present state with each refusal, and the order stands where the last of them left it.
 */
import { type Deed, deeds, type Move, moves } from '../../modules/orders/rules.ts'
import { OptimaStatus, OrderStatus } from '../../modules/orders/schema.ts'

/** Commands that start together; `steal` is the cancel of another company's client. */
export type Verb = Move | Deed | 'sync' | 'type' | 'steal'

export interface State {
  readonly status: number
  readonly optimaStatus: number
  readonly hasNumber: boolean
  readonly hasInvoice: boolean
  /** The last change, where it is one that who made it may take back. */
  readonly last?: { readonly by: 'staff' | 'client'; readonly from: number }
}

const backable: Partial<Record<Verb, 'staff' | 'client'>> = {
  accept: 'staff',
  cancel: 'staff',
  restore: 'staff',
  withdraw: 'client'
}

/** The state after the command, or undefined where it is refused. */
export function after(verb: Verb, { last, ...state }: State): State | undefined {
  const { status, hasNumber, optimaStatus } = state
  const unbooked = status === OrderStatus.completed && !hasNumber
  if (verb === 'steal') return undefined
  if (verb === 'type')
    return unbooked ? { ...state, hasNumber: true, optimaStatus: OptimaStatus.synchronised } : undefined
  if (verb === 'sync') {
    const isFree = optimaStatus === OptimaStatus.notSent || optimaStatus === OptimaStatus.failed
    return unbooked && isFree ? { ...state, optimaStatus: OptimaStatus.queued } : undefined
  }
  const rule: { readonly from: readonly string[]; readonly to?: keyof typeof OrderStatus } = { ...moves, ...deeds }[
    verb
  ]
  if (!rule.from.some(name => OrderStatus[name as keyof typeof OrderStatus] === status)) return undefined
  if (verb === 'undo' || verb === 'reclaim') {
    if (last?.by !== (verb === 'undo' ? 'staff' : 'client')) return undefined
    return { ...state, status: last.from }
  }
  const by = backable[verb]
  return {
    ...state,
    status: rule.to === undefined ? status : (OrderStatus[rule.to] as number),
    hasInvoice: state.hasInvoice || verb === 'invoice',
    ...(by ? { last: { by, from: status } } : {})
  }
}

/** How one of the racers came in. */
export interface Finish {
  readonly verb: Verb
  readonly status: number
  /** The status that a refusal told of, where it tells one. */
  readonly told: number | undefined
}

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map(rest => [item, ...rest]))

/** Whether the order stands where the racers, coming one after the other like this, would have left it. */
function explains(start: State, order: readonly Finish[], end: Omit<State, 'last'>): boolean {
  let state = start
  for (const { verb, status, told } of order) {
    const next = after(verb, state)
    if (status !== (next ? 200 : verb === 'steal' ? 404 : 409)) return false
    if (!next && told !== undefined && told !== state.status) return false
    state = next ?? state
  }
  const { last: _, ...stands } = state
  return (Object.keys(end) as (keyof typeof end)[]).every(key => stands[key] === end[key])
}

export const isExplained = (start: State, racers: readonly Finish[], end: Omit<State, 'last'>): boolean =>
  permutations(racers).some(order => explains(start, order, end))

/** All fields of two and of three, each verb against itself too. */
export function fieldsOf(verbs: readonly Verb[]): Verb[][] {
  const from = (at: number, size: number): Verb[][] =>
    size === 0 ? [[]] : verbs.slice(at).flatMap((verb, next) => from(at + next, size - 1).map(rest => [verb, ...rest]))
  return [...from(0, 2), ...from(0, 3)]
}
