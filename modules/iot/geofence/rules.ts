/**
 * Visits, the rule. Pure: the stays of one container in the order of their time, each in an internal store, at a reception place,
 * in both or in neither, give events:
 *
 * - **entered**, when a stay begins there and the one before was elsewhere;
 * - **stayed**, once the visit has lasted for the dwell time: what only passes by does not;
 * - **left**, when a stay begins elsewhere. Between two readings nobody knows: this is the first moment that the container
 *   was certainly away, and the dwell of `stayed` and `left` counts up to it.
 *
 * Stays are the same in whatever order their readings came (ingest/stays.ts), and they do not waver with the error of positions; so neither do
 * the events. Each kind of fence has visits of its own, because a reception place may be inside a store's yard.
 */

/** Codes of the vocabulary `iot.fence`. */
export const fences = { store: 1, place: 2 } as const
export type Fence = (typeof fences)[keyof typeof fences]

/** Codes of the vocabulary `iot.fenceEvent`. */
export const fenceEvents = { entered: 1, stayed: 2, left: 3 } as const

/** Times in epoch milliseconds. */
export interface LocatedStay {
  readonly firstTs: number
  readonly lastTs: number
  /** The store or place that it is in, of one kind of fence. */
  readonly fenceId: number | null
}

export interface Visit {
  readonly fenceId: number
  readonly event: (typeof fenceEvents)[keyof typeof fenceEvents]
  readonly at: number
  /** How long the container had been there; null where it only just came. */
  readonly dwellSeconds: number | null
}

/** A visit that goes on, and has not lasted for the dwell time. */
export interface Waiting {
  readonly enteredAt: number
}

const seconds = (from: number, to: number): number => Math.round((to - from) / 1000)

/** The events of stays from one on before which the container was elsewhere; and whether a visit waits at their end. */
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
