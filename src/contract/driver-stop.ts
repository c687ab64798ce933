/**
 * What is known of a stop of a driver's route: a function of the set of events that were told, and of nothing else. In which order they came,
 * and how often, makes no difference. The server derives the state by it, and so does the phone, for what it has not sent yet.
 */

/** An event as it counts: `at` is when it happened, by the clock that counts. */
export interface ToldEvent {
  readonly id: string
  readonly type: string
  /** ISO instant in UTC. */
  readonly at: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface ToldSignature {
  readonly name: string
  readonly path: string
}

export interface ToldState {
  /** done: loaded or weighed; failed: not collected. The later of both counts. */
  readonly outcome: 'waiting' | 'arrived' | 'done' | 'failed'
  readonly arrivedAt: string | null
  readonly doneAt: string | null
  readonly failedAt: string | null
  readonly reason: string | null
  readonly note: string | null
  readonly quantity: number | null
  readonly tyres: Readonly<Record<string, number>> | null
  readonly kilograms: number | null
  readonly signature: ToldSignature | null
  readonly kpo: string | null
  readonly unloadedStoreId: number | null
  readonly photos: readonly { readonly id: string; readonly kind: string }[]
  /** Ids of the events that count, in the order in which they happened. */
  readonly events: readonly string[]
}

/** Earlier first; of the same instant the smaller id, which is as good as any and the same everywhere. */
const byTime = (a: ToldEvent, b: ToldEvent): number =>
  Date.parse(a.at) - Date.parse(b.at) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/**
 * @param events of one order, in any order, repeated or not
 * @returns the state; of two events of a type the later one counts, and what was taken back does not come again
 */
export function toldState(events: readonly ToldEvent[]): ToldState {
  const byId = new Map(events.map(event => [event.id, event]))
  const undone = new Set([...byId.values()].flatMap(({ type, data }) => (type === 'undone' ? [data.eventId] : [])))
  const counting = [...byId.values()].filter(({ id, type }) => type !== 'undone' && !undone.has(id)).sort(byTime)
  const last = (...types: readonly string[]): ToldEvent | undefined =>
    counting.findLast(({ type }) => types.includes(type))
  const value = <T>(type: string, field: string): T | null => (last(type)?.data[field] as T | undefined) ?? null
  const end = last('loaded', 'weighed', 'failed')
  const isFailed = end?.type === 'failed'
  const arrived = counting.find(({ type }) => type === 'arrived')
  const signed = last('signed')
  return {
    outcome: end ? (isFailed ? 'failed' : 'done') : arrived ? 'arrived' : 'waiting',
    arrivedAt: arrived?.at ?? null,
    doneAt: end && !isFailed ? end.at : null,
    failedAt: isFailed ? end.at : null,
    reason: isFailed ? (end.data.reason as string) : null,
    note: isFailed ? ((end.data.note as string | undefined) ?? null) : null,
    quantity: value('loaded', 'quantity'),
    tyres: value('loaded', 'tyres'),
    kilograms: value('weighed', 'kilograms'),
    signature: signed ? { name: signed.data.name as string, path: signed.data.path as string } : null,
    kpo: value('card', 'number'),
    unloadedStoreId: value('unloaded', 'storeId'),
    photos: counting.flatMap(({ type, data }) =>
      type === 'photo' ? [{ id: data.photoId as string, kind: data.kind as string }] : []
    ),
    events: counting.map(({ id }) => id)
  }
}
