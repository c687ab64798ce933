/**
 * The rule of visits, as pure functions. The stays of one container in the order of time, each in an internal store, at a reception
 * place, in both or in neither, give events:
 *
 * - **entered**: a stay begins there and the one before was elsewhere;
 * - **stayed**: the visit has lasted for the dwell time, so the container does not only pass by;
 * - **left**: a stay begins elsewhere. This is the first moment at which the container was certainly away; the dwell of `stayed` and
 *   `left` includes the time until then.
 *
 * Stays do not depend on the order in which readings arrive (ingest/stays.ts), nor on small errors of positions; so neither do the events.
 * Stores and places have separate visits, because a reception place may be inside a store's yard.
 */

/** Codes of the vocabulary `iot.fence`. */
export const fences = { store: 1, place: 2 } as const
export type Fence = (typeof fences)[keyof typeof fences]

/** Codes of the vocabulary `iot.fenceEvent`. */
export const fenceEvents = { entered: 1, stayed: 2, left: 3 } as const

/** A stay with its store or place. Times are in epoch milliseconds. */
export interface LocatedStay {
  readonly firstTs: number
  readonly lastTs: number
  /** The id of the store or of the place (by the kind of fence) that it is in, or null. */
  readonly fenceId: number | null
}

export interface Visit {
  readonly fenceId: number
  readonly event: (typeof fenceEvents)[keyof typeof fenceEvents]
  readonly at: number
  /** For how long the container had been there; null for an entry. */
  readonly dwellSeconds: number | null
}

/** A visit that continues and has not yet lasted for the dwell time. */
export interface Waiting {
  readonly enteredAt: number
}

const seconds = (from: number, to: number): number => Math.round((to - from) / 1000)

/**
 * The events of these stays, and the visit at their end if it has not yet lasted for the dwell time.
 * @param stays in the order of time; before the first, the container must have been elsewhere
 */
export function visitsOf(
  stays: readonly LocatedStay[],
  dwellMs: number
): { readonly events: Visit[]; readonly waiting: Waiting | undefined } {
  const events: Visit[] = []
  let open: { readonly fenceId: number; readonly enteredAt: number; stayed: boolean } | undefined
  const dwell = (until: number): void => {
    if (!open || open.stayed || until - open.enteredAt < dwellMs) return
    open.stayed = true
    const { fenceId, enteredAt } = open
    events.push({
      fenceId,
      event: fenceEvents.stayed,
      at: enteredAt + dwellMs,
      dwellSeconds: seconds(0, dwellMs)
    })
  }
  for (const { firstTs, lastTs, fenceId } of stays) {
    if (open && open.fenceId !== fenceId) {
      dwell(firstTs)
      const dwellSeconds = seconds(open.enteredAt, firstTs)
      events.push({ fenceId: open.fenceId, event: fenceEvents.left, at: firstTs, dwellSeconds })
      open = undefined
    }
    if (!open && fenceId !== null) {
      open = { fenceId, enteredAt: firstTs, stayed: false }
      events.push({ fenceId, event: fenceEvents.entered, at: firstTs, dwellSeconds: null })
    }
    dwell(lastTs)
  }
  return { events, waiting: open && !open.stayed ? { enteredAt: open.enteredAt } : undefined }
}
