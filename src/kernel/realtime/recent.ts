/**
 * Recent changes that this process knows of. A browser asks for its page's data before it is connected to the hub; once
 * it is, it gets what changed in between.
 */
import { type ChangeHint, mergeKey } from './hints.ts'

/** How long a change is remembered: longer than a page takes to load on a slow line. */
export const keptMs = 60_000

export interface RecentChanges {
  /** Adds a change. Times are of a clock that never goes back (`performance.now()`). */
  add(hint: ChangeHint, now: number): void
  /** Changes before `now` may have been missed: `since` then says so. */
  lose(now: number): void
  /** The changes since `from`, without ids; undefined where some may be missing. */
  since(from: number, now: number): ChangeHint[] | undefined
}

export function recentChanges(begun: number): RecentChanges {
  let completeFrom = begun
  /** One entry for each resource type and owner, the most recent last. */
  const heard = new Map<string, { readonly hint: ChangeHint; readonly at: number }>()
  const forget = (now: number): void => {
    for (const [key, { at }] of heard) {
      if (at >= now - keptMs) return
      heard.delete(key)
    }
  }
  return {
    add(hint, now) {
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
      return [...heard.values()].filter(({ at }) => at >= from).map(({ hint }) => hint)
    }
  }
}
