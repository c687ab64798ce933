/** The last tap can be taken back for ten seconds. Taking back is a tap of its own: the first may be on its way already. */
import type { EventType } from '../../modules/driver/contract.ts'
import { createStore } from '../store.ts'
import { tell } from './outbox.ts'

export interface LastTap {
  readonly id: string
  readonly orderId: number
  readonly type: EventType
}

export const lastTap = createStore<LastTap | undefined>(undefined)
export const undoMs = 10_000
let timer: ReturnType<typeof setTimeout> | undefined

/** Offers to take this tap back, for `undoMs` from now. */
export function noteTold(orderId: number, type: EventType, id: string): void {
  clearTimeout(timer)
  lastTap.set({ id, orderId, type })
  timer = setTimeout(() => lastTap.set(undefined), undoMs)
}

/** Takes the last tap back, if its time is not over. */
export async function undoLast(): Promise<void> {
  const last = lastTap.get()
  if (!last) return
  clearTimeout(timer)
  await tell(last.orderId, 'undone', { eventId: last.id })
  lastTap.set(undefined)
}
