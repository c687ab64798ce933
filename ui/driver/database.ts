/**
 * What the phone keeps (IndexedDB): the days as the server told them, what the driver did, and his photos. A tap is written here before
 * anything else happens with it, and it goes only when the server has said that it has it.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DriverDay, DriverEvent, EventResult, EventType } from '../../modules/driver/contract.ts'

export interface KeptDay {
  readonly date: string
  readonly day: DriverDay
  readonly etag: string | undefined
  /** When it was read, by this phone's clock, in ms. */
  readonly readAt: number
  /** Each order as the driver has seen it (`versionsOf`): another version is shown as changed. */
  readonly seen: Readonly<Record<number, string>>
}

/** A tap. When it is sent is written into it then. */
export type Tap<T extends EventType = EventType> = {
  readonly [K in T]: Omit<Extract<DriverEvent, { type: K }>, 'sentAt'>
}[T]

/** `kept`: the server does not have it yet. `told`: it has, or will never take it, and its answer stands here. */
export interface KeptEvent {
  readonly event: Tap
  readonly state: 'kept' | 'told'
  readonly result?: EventResult
  /** The server's sentence, where it refused. */
  readonly why?: string
  /** Grows with each tap of this phone, whatever its clock says. */
  readonly number: number
}

export interface KeptPhoto {
  /** The id that its event names. */
  readonly id: string
  readonly orderId: number
  readonly blob: Blob
  readonly state: 'kept' | 'told'
  /** The server's sentence, where it refused the picture for good. */
  readonly problem?: string
}

export interface Device {
  readonly token: string
  readonly driver: string
}

interface Schema extends DBSchema {
  device: { key: 'this'; value: Device }
  days: { key: string; value: KeptDay }
  events: { key: string; value: KeptEvent; indexes: { state: string } }
  photos: { key: string; value: KeptPhoto; indexes: { state: string } }
  /** By the address that the server gave. */
  papers: { key: string; value: Blob }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

/** The database of this phone. Rejects where the browser keeps nothing (a private window of some). */
export function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('opony-driver', 1, {
    upgrade(db) {
      db.createObjectStore('device')
      db.createObjectStore('days', { keyPath: 'date' })
      db.createObjectStore('events', { keyPath: 'event.id' }).createIndex('state', 'state')
      db.createObjectStore('photos', { keyPath: 'id' }).createIndex('state', 'state')
      db.createObjectStore('papers')
    },
    terminated() {
      opened = undefined
    }
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

/** Addresses of the papers of a day: confirmations of cards as PDF. */
export const addressesOf = (day: DriverDay): string[] =>
  day.routes.flatMap(({ stops }) => stops.flatMap(({ cards }) => cards.flatMap(({ pdf }) => (pdf ? [pdf] : []))))

/** Days and told events that are older than this many days are forgotten, and papers that no day names; what the server does not have stays for ever. */
const keptDays = 14

/** @param now in ms */
export async function forgetOld(now: number): Promise<void> {
  const db = await database()
  const oldest = now - keptDays * 86_400_000
  const transaction = db.transaction(['days', 'events', 'photos', 'papers'], 'readwrite')
  const named = new Set<string>()
  for (const { date, day, readAt } of await transaction.objectStore('days').getAll())
    if (readAt < oldest) await transaction.objectStore('days').delete(date)
    else for (const address of addressesOf(day)) named.add(address)
  const papers = transaction.objectStore('papers')
  for (const address of await papers.getAllKeys()) if (!named.has(address)) await papers.delete(address)
  const events = transaction.objectStore('events')
  const photos = transaction.objectStore('photos')
  for (const { event, state } of await events.getAll())
    if (state === 'told' && Date.parse(event.at) < oldest) await events.delete(event.id)
  for (const photo of await photos.index('state').getAll('told')) await photos.delete(photo.id)
  await transaction.done
}
