/**
 * What the driver did. Each tap is written on the phone first, shown from there, and sent when there is signal: what happened and signatures
 * first, photos after, one by one. A tap may be sent many times; the server takes it once by its id. Only the server's answer ends its
 * waiting, so that an answer that was lost costs nothing.
 */
import type { EventAnswer, EventData, EventType, Position } from '../../modules/driver/contract.ts'
import { createStore } from '../store.ts'
import { answerOf, call, NoSignal, Refusal } from './calls.ts'
import { database, type KeptEvent, type KeptPhoto, type Tap } from './database.ts'
import { connection, noteRevoked } from './device.ts'
import { positionNow } from './position.ts'

export interface Outbox {
  /** All taps that this phone knows, in the order in which they were made. */
  readonly events: readonly KeptEvent[]
  /** Photos that the server does not have, or has refused; without their bytes. */
  readonly photos: readonly Omit<KeptPhoto, 'blob'>[]
  readonly sending: boolean
  /** Whether the last try had no answer. */
  readonly noSignal: boolean
  /** The server's sentence, where it has refused the whole call: what waits goes on waiting. */
  readonly problem: string | undefined
  /** When the server last took something, by this phone's clock in ms. */
  readonly sentAt: number | undefined
}

export const outbox = createStore<Outbox>({
  events: [],
  photos: [],
  sending: false,
  noSignal: false,
  problem: undefined,
  sentAt: undefined
})

const sentAtKey = 'opony.driver.sentAt'
const change = (part: Partial<Outbox>): void => outbox.set({ ...outbox.get(), ...part })

async function read(): Promise<void> {
  const db = await database()
  const events = (await db.getAll('events')).toSorted((a, b) => a.number - b.number)
  const photos = (await db.getAll('photos')).filter(photo => photo.state === 'kept' || photo.problem)
  change({ events, photos: photos.map(({ blob: _, ...photo }) => photo) })
}

/** Reads what was kept when the application was closed. */
export async function startOutbox(): Promise<void> {
  const sentAt = Number(localStorage.getItem(sentAtKey))
  change({ sentAt: sentAt > 0 ? sentAt : undefined })
  await read()
}

/** An id that begins with the time, so that ids of one phone are in the order of its taps (UUID, version 7). */
function newId(now: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  new DataView(bytes.buffer).setBigUint64(0, BigInt(now) << 16n)
  const random = crypto.getRandomValues(new Uint8Array(2))
  bytes[6] = 0x70 | ((random[0] ?? 0) & 0x0f)
  bytes[7] = random[1] ?? 0
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Keeps a tap, with the photo that it announces, and then sends what waits.
 * @returns its id, by which it can be taken back
 * @throws where the phone keeps nothing: its storage is full or shut
 */
export async function tell<T extends EventType>(orderId: number, type: T, data: EventData[T]): Promise<string> {
  const now = Date.now()
  const id = newId(now)
  const position: Position | undefined = positionNow(now)
  const event = { id, orderId, type, at: new Date(now).toISOString(), data, ...(position && { position }) } as Tap
  const number = (outbox.get().events.at(-1)?.number ?? 0) + 1
  await (await database()).put('events', { event, state: 'kept', number })
  await read()
  void sendAll()
  return id
}

/** Keeps a photo, and the tap that announces it, both or neither. */
export async function tellPhoto(orderId: number, kind: EventData['photo']['kind'], blob: Blob): Promise<string> {
  const now = Date.now()
  const id = newId(now)
  const photoId = newId(now)
  const position = positionNow(now)
  const data: EventData['photo'] = { photoId, kind }
  const event: Tap = {
    id,
    orderId,
    type: 'photo',
    at: new Date(now).toISOString(),
    data,
    ...(position && { position })
  }
  const number = (outbox.get().events.at(-1)?.number ?? 0) + 1
  const transaction = (await database()).transaction(['events', 'photos'], 'readwrite')
  await transaction.objectStore('photos').put({ id: photoId, orderId, blob, state: 'kept' })
  await transaction.objectStore('events').put({ event, state: 'kept', number })
  await transaction.done
  await read()
  void sendAll()
  return id
}

/** Fewer than the server takes at once, in events and in characters: a signature alone may have ten thousand. */
const mostEvents = 100
const mostCharacters = 100_000

/** The first events that go with one call; always one at least. */
export function batchOf(waiting: readonly KeptEvent[]): readonly KeptEvent[] {
  let characters = 0
  const end = waiting.findIndex(({ event }, at) => {
    characters += JSON.stringify(event).length
    return at > 0 && (at >= mostEvents || characters > mostCharacters)
  })
  return end < 0 ? waiting : waiting.slice(0, end)
}

async function sendEvents(token: string): Promise<void> {
  const db = await database()
  for (;;) {
    const waiting = (await db.getAllFromIndex('events', 'state', 'kept')).toSorted((a, b) => a.number - b.number)
    const batch = batchOf(waiting)
    if (batch.length === 0) return
    const sentAt = new Date().toISOString()
    const events = batch.map(({ event }) => ({ ...event, sentAt }))
    const { data } = await call<{ data: EventAnswer[] }>('POST', '/api/Driver/events', { token, body: { events } })
    const answers = new Map(data.map(answer => [answer.id, answer]))
    const transaction = db.transaction('events', 'readwrite')
    for (const kept of batch) {
      const answer = answers.get(kept.event.id)
      if (!answer) throw new NoSignal('an event was not answered')
      const why = answer.detail === undefined ? {} : { why: answer.detail }
      await transaction.store.put({ ...kept, state: 'told', result: answer.result, ...why })
    }
    await transaction.done
    noteSent()
    await read()
  }
}

async function sendPhotos(token: string): Promise<void> {
  const db = await database()
  for (const { id } of await db.getAllFromIndex('photos', 'state', 'kept')) {
    const photo = await db.get('photos', id)
    if (photo?.state !== 'kept') continue
    try {
      await answerOf('PUT', `/api/Driver/photos/${id}`, { token, body: photo.blob })
      await db.put('photos', { ...photo, state: 'told' })
      noteSent()
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 401) throw error
      // it would be refused for ever; the driver takes another
      await db.put('photos', { ...photo, state: 'told', problem: error.message })
    }
    await read()
  }
}

function noteSent(): void {
  const now = Date.now()
  localStorage.setItem(sentAtKey, String(now))
  change({ sentAt: now, noSignal: false })
}

/** Whether something was told while this was being sent, which may have come too late for it. */
let again = false

/** Sends what waits. One window sends at a time, so that a photo is not sent by two. */
export async function sendAll(): Promise<void> {
  const now = connection.get()
  if (now.state !== 'connected') return
  if (outbox.get().sending) {
    again = true
    return
  }
  change({ sending: true })
  try {
    do {
      again = false
      await navigator.locks.request('opony-driver-send', async () => {
        await sendEvents(now.device.token)
        await sendPhotos(now.device.token)
      })
      // nothing waited, or all of it arrived
      change({ problem: undefined })
    } while (again)
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) noteRevoked()
    else if (error instanceof Refusal) change({ noSignal: false, problem: error.message })
    else if (error instanceof NoSignal) change({ noSignal: true })
    else throw error
  } finally {
    change({ sending: false })
  }
}
