/**
 * What drivers have reported for a stop: a function of the set of its events alone. In which order they came, in which batches and how often makes
 * no difference. The server derives the state by it, and so does the phone for what it has not sent yet.
 */

/** An event as both keep it; its data is that of its type (`modules/driver/contract.ts`). */
export interface ReportedEvent {
  /** Made by the device. */
  readonly id: string
  /** Of the driver. */
  readonly accountId: number
  readonly type: string
  /** When it happened, by the clock that counts: milliseconds since 1970. */
  readonly at: number
  readonly data: unknown
  /** Whether the office has still to decide about it, or has refused it. */
  readonly isWaiting?: boolean
  readonly isRejected?: boolean
}

interface Data {
  readonly eventId: string
  readonly quantity: number
  readonly tyres?: Readonly<Record<string, number>>
  readonly kilograms: number
  readonly name: string
  readonly path: string
  readonly number: string
  readonly reason: string
  readonly note?: string
  readonly storeId: number
  readonly photoId: string
  readonly kind: string
}
const dataOf = (event: ReportedEvent): Data => event.data as Data

/** The order in which things happened; of two at the same instant the smaller id is the first. */
const byTime = (a: ReportedEvent, b: ReportedEvent): number => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** The events that count, each once, in the order in which they happened. Only the driver who made an event can take it back. */
export function countingEvents<E extends ReportedEvent>(events: readonly E[]): E[] {
  const once = [...new Map(events.map(event => [event.id, event])).values()]
  const counting = once.filter(({ isWaiting, isRejected }) => !isWaiting && !isRejected)
  const undone = new Set(
    counting.flatMap(event => (event.type === 'undone' ? [`${event.accountId} ${dataOf(event).eventId}`] : []))
  )
  return counting
    .filter(({ type, accountId, id }) => type !== 'undone' && !undone.has(`${accountId} ${id}`))
    .toSorted(byTime)
}

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString())

/**
 * The state of a stop (`StopState` of `modules/driver/contract.ts`).
 * @param events of one order, in any order, repeated or not
 * @param storedPhotos ids of the photos of which the server has the bytes
 */
export function stateOf(events: readonly ReportedEvent[], storedPhotos: ReadonlySet<string> = new Set()) {
  const counting = countingEvents(events)
  const last = (type: string): ReportedEvent | undefined => counting.findLast(event => event.type === type)
  const lastData = (type: string): Data | undefined => {
    const event = last(type)
    return event && dataOf(event)
  }
  const first = counting.find(({ type }) => type === 'arrived')
  const [loaded, signed] = [lastData('loaded'), lastData('signed')]
  const end = counting.findLast(({ type }) => type === 'loaded' || type === 'weighed' || type === 'failed')
  const failed = end?.type === 'failed' ? end : undefined
  const isDone = end !== undefined && failed === undefined
  const photos = new Map(
    counting.flatMap(event => (event.type === 'photo' ? [[dataOf(event).photoId, dataOf(event)] as const] : []))
  )
  return {
    outcome: failed
      ? ('failed' as const)
      : isDone
        ? ('done' as const)
        : first
          ? ('arrived' as const)
          : ('waiting' as const),
    arrivedAt: iso(first?.at),
    doneAt: iso(isDone ? end.at : undefined),
    failedAt: iso(failed?.at),
    reason: failed ? dataOf(failed).reason : null,
    note: (failed && dataOf(failed).note) ?? null,
    quantity: loaded?.quantity ?? null,
    tyres: loaded?.tyres ?? null,
    kilograms: lastData('weighed')?.kilograms ?? null,
    signature: signed ? { name: signed.name, path: signed.path } : null,
    kpo: lastData('card')?.number ?? null,
    unloadedStoreId: lastData('unloaded')?.storeId ?? null,
    photos: [...photos.values()].map(({ photoId, kind }) => ({ id: photoId, kind, stored: storedPhotos.has(photoId) })),
    events: counting.map(({ id }) => id),
    conflicts: [...new Set(events.flatMap(({ id, isWaiting }) => (isWaiting ? [id] : [])))].toSorted()
  }
}
