/**
 * What drivers have told of a stop: a function of the set of its events alone. In which order they came, in which batches and how often makes
 * no difference. Pure, and safe in a browser.
 */
import type { EventData, EventType, StopState } from '../contract.ts'

/** An event that the server keeps. */
export type ToldEvent = {
  readonly [T in EventType]: {
    /** Made by the device. */
    readonly id: string
    readonly accountId: number
    readonly type: T
    /** Milliseconds since 1970 (`occurredAt`). */
    readonly at: number
    readonly data: EventData[T]
    /** Whether the office has still to decide about it, or has refused it. */
    readonly isWaiting?: boolean
    readonly isRejected?: boolean
  }
}[EventType]

type Of<T extends EventType> = Extract<ToldEvent, { readonly type: T }>

/** The order in which things happened; of two at the same instant the smaller id is the first. */
const byTime = (a: ToldEvent, b: ToldEvent): number => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** The events that count, each once, in the order in which they happened. Only the driver who made an event can take it back. */
export function countingEvents(events: readonly ToldEvent[]): ToldEvent[] {
  const once = [...new Map(events.map(event => [event.id, event])).values()]
  const counting = once.filter(({ isWaiting, isRejected }) => !isWaiting && !isRejected)
  const undone = new Set(
    counting.flatMap(event => (event.type === 'undone' ? [`${event.accountId} ${event.data.eventId}`] : []))
  )
  return counting
    .filter(({ type, accountId, id }) => type !== 'undone' && !undone.has(`${accountId} ${id}`))
    .toSorted(byTime)
}

const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString())

/** @param storedPhotos ids of the photos of which the server has the bytes */
export function stateOf(events: readonly ToldEvent[], storedPhotos: ReadonlySet<string> = new Set()): StopState {
  const counting = countingEvents(events)
  const all = <T extends EventType>(type: T): Of<T>[] => counting.filter((event): event is Of<T> => event.type === type)
  const last = <T extends EventType>(type: T): Of<T> | undefined => all(type).at(-1)
  const first = all('arrived').at(0)
  const [loaded, weighed, signed] = [last('loaded'), last('weighed'), last('signed')]
  const end = counting.findLast(({ type }) => type === 'loaded' || type === 'weighed' || type === 'failed')
  const failed = end?.type === 'failed' ? end : undefined
  const isDone = end !== undefined && failed === undefined
  const photos = new Map(all('photo').map(({ data }) => [data.photoId, data]))
  return {
    outcome: failed ? 'failed' : isDone ? 'done' : first ? 'arrived' : 'waiting',
    arrivedAt: iso(first?.at),
    doneAt: iso(isDone ? end.at : undefined),
    failedAt: iso(failed?.at),
    reason: failed?.data.reason ?? null,
    note: failed?.data.note ?? null,
    quantity: loaded?.data.quantity ?? null,
    tyres: loaded?.data.tyres ?? null,
    kilograms: weighed?.data.kilograms ?? null,
    signature: signed ? { name: signed.data.name, path: signed.data.path } : null,
    kpo: last('card')?.data.number ?? null,
    unloadedStoreId: last('unloaded')?.data.storeId ?? null,
    photos: [...photos.values()].map(({ photoId, kind }) => ({ id: photoId, kind, stored: storedPhotos.has(photoId) })),
    events: counting.map(({ id }) => id),
    conflicts: [...new Set(events.flatMap(({ id, isWaiting }) => (isWaiting ? [id] : [])))].toSorted()
  }
}
