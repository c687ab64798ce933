/** The days of the driver, today and tomorrow: shown as they were read last, and read anew when there is signal. */
import type { DriverDay } from '../../modules/driver/contract.ts'
import { addDays, dayOf } from '../../src/contract/days.ts'
import { createStore } from '../store.ts'
import { answerOf, NoSignal, Refusal } from './calls.ts'
import { database, type KeptDay } from './database.ts'
import { connection, noteRevoked } from './device.ts'
import { readPapers } from './documents.ts'

export interface Days {
  readonly byDate: Readonly<Record<string, KeptDay>>
  /** The day that was refused or could not be read, and why; '' where there was no answer. */
  readonly problem: string | undefined
  readonly reading: boolean
}

export const days = createStore<Days>({ byDate: {}, problem: undefined, reading: false })
const change = (part: Partial<Days>): void => days.set({ ...days.get(), ...part })

/** Today and tomorrow in Poland, where the routes are. */
export const shownDates = (now = new Date()): readonly [today: string, tomorrow: string] => {
  const today = dayOf(now)
  return [today, addDays(today, 1)]
}

/** Reads what was kept when the application was closed. */
export async function startDays(): Promise<void> {
  const kept = await (await database()).getAll('days')
  change({ byDate: Object.fromEntries(kept.map(day => [day.date, day])) })
}

/** Keeps a day that was read. Its first reading counts as seen: nothing has changed since. */
async function keep(date: string, response: Response): Promise<void> {
  const { data: day } = (await response.json()) as { data: DriverDay }
  const etag = response.headers.get('etag') ?? undefined
  const kept: KeptDay = { date, day, etag, readAt: Date.now(), seen: days.get().byDate[date]?.seen ?? versionsOf(day) }
  await (await database()).put('days', kept)
  change({ byDate: { ...days.get().byDate, [date]: kept } })
  await readPapers(day)
}

/** What of a day may change behind the driver's back: each order with its version and place in the route. */
export const versionsOf = (day: DriverDay): Readonly<Record<number, string>> =>
  Object.fromEntries(
    day.routes.flatMap(route => route.stops.map(stop => [stop.orderId, `${stop.version}/${route.id}/${stop.sequence}`]))
  )

/** The driver has looked at an order: its plan counts as seen. */
export async function noteSeen(date: string, orderId: number): Promise<void> {
  const kept = days.get().byDate[date]
  const version = kept && versionsOf(kept.day)[orderId]
  if (!kept || version === undefined || kept.seen[orderId] === version) return
  const next: KeptDay = { ...kept, seen: { ...kept.seen, [orderId]: version } }
  await (await database()).put('days', next)
  change({ byDate: { ...days.get().byDate, [date]: next } })
}

/** Reads today and tomorrow. */
export async function readDays(): Promise<void> {
  const now = connection.get()
  if (now.state !== 'connected' || days.get().reading) return
  change({ reading: true })
  try {
    for (const date of shownDates()) {
      const etag = days.get().byDate[date]?.etag
      const response = await answerOf('GET', `/api/Driver/day?date=${date}`, { token: now.device.token, etag })
      if (response.status === 304) await noteRead(date)
      else await keep(date, response)
    }
    change({ problem: undefined })
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) noteRevoked()
    else if (error instanceof Refusal) change({ problem: error.message })
    else if (error instanceof NoSignal) change({ problem: '' })
    else throw error
  } finally {
    change({ reading: false })
  }
}

/** Nothing of the plan has changed; a paper that was not to be had the last time is asked for again. */
async function noteRead(date: string): Promise<void> {
  const kept = days.get().byDate[date]
  if (!kept) return
  const next = { ...kept, readAt: Date.now() }
  await (await database()).put('days', next)
  change({ byDate: { ...days.get().byDate, [date]: next } })
  await readPapers(next.day)
}
