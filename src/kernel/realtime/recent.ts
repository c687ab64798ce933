/**
 * Recent changes and items that this process knows of. A browser asks for its page's data before it is connected to the hub;
 * once it is, it gets what changed in between.
 */
import { type ChangeHint, type ItemsHint, mergeKey } from './hints.ts'

/** How long a change is remembered: longer than a page takes to load on a slow line. */
export const keptMs = 60_000
/** How many items are remembered, of all channels: many more would not fit into what may wait for a connection (`hub-connections.ts`). */
export const keptItems = 1_000

export interface RecentChanges {
  /** Adds a change. Times are of a clock that never goes back (`performance.now()`). */
  add(hint: ChangeHint | ItemsHint, now: number): void
  /** Changes before `now` may have been missed: `since` then says so. */
  lose(now: number): void
  /**
   * The changes since `from`, without ids, and the items; undefined where some may be missing. Where there were more items than are
   * remembered, their channels are there without items.
   */
  since(from: number, now: number): (ChangeHint | ItemsHint)[] | undefined
}

export function recentChanges(begun: number): RecentChanges {
  let completeFrom = begun
  /** One entry for each resource type and owner, the most recent last. */
  const heard = new Map<string, { readonly hint: ChangeHint; readonly at: number }>()
  /** The most recent last. */
  const batches: { readonly hint: ItemsHint; readonly at: number }[] = []
  let itemCount = 0
  /** The last forgotten batch of each channel. */
  const forgotten = new Map<string, number>()
  const addItems = (hint: ItemsHint, now: number): void => {
    batches.push({ hint, at: now })
    itemCount += hint.items.length
    while (itemCount > keptItems) {
      const { hint: dropped, at } = batches.shift() as (typeof batches)[number]
      itemCount -= dropped.items.length
      forgotten.set(dropped.channel, at)
    }
  }
  const itemsSince = (from: number): ItemsHint[] => {
    const incomplete = [...forgotten].filter(([, at]) => at >= from).map(([channel]) => channel)
    const complete = batches.filter(({ hint, at }) => at >= from && !incomplete.includes(hint.channel))
    return [
      ...incomplete.map(channel => ({ kind: 'items', channel, items: [] }) as const),
      ...complete.map(({ hint }) => hint)
    ]
  }
  const forget = (now: number): void => {
    for (const [key, { at }] of heard) {
      if (at >= now - keptMs) return
      heard.delete(key)
    }
  }
  return {
    add(hint, now) {
      if (hint.kind === 'items') return addItems(hint, now)
      forget(now)
      const key = mergeKey(hint)
      heard.delete(key)
      heard.set(key, { hint: { ...hint, ids: [] }, at: now })
    },
    lose(now) {
      completeFrom = now
    },
    since(from, now) {
      if (from < completeFrom || from < now - keptMs) return undefined
      const changes = [...heard.values()].filter(({ at }) => at >= from).map(({ hint }) => hint)
      return [...changes, ...itemsSince(from)]
    }
  }
}
