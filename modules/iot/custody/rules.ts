/**
 * Custody: where a container stands by its sensor against where containers are by documents.
 *
 * The stock counts how many containers a holder has, not which. So what contradicts is a number: at a store or a place **more** containers
 * stand by their sensors than documents have brought there. Of so many too many, those that came last are the ones whose document is
 * missing. One that stands there for less than `graceHours` is not counted yet: its document may still be written. A holder with fewer
 * than documents say is seen by where they went, or not at all: a container without a sensor stands nowhere.
 *
 * The missing document is the move from the holder where it was seen before to the one where it stands.
 */
/** A document is written within a day. */
export const graceHours = 24

export interface Holder {
  readonly kind: 'store' | 'place'
  readonly id: number
}

export interface SuggestedDocument {
  /** By its name among the types of documents. */
  readonly type: 'handoverProtocol' | 'acceptanceReport' | 'transferOut' | 'externalReception'
  readonly internalStoreId: number | null
  readonly receptionPlaceId: number | null
}

const storeOf = (holder: Holder | undefined): number | null => (holder?.kind === 'store' ? holder.id : null)
const placeOf = (holder: Holder | undefined): number | null => (holder?.kind === 'place' ? holder.id : null)

/** The document that is missing. What it cannot know, such as the store between two places, is left to the person. */
export function suggestedDocument(before: Holder | undefined, now: Holder): SuggestedDocument {
  if (now.kind === 'place' && before?.kind !== 'place')
    return { type: 'handoverProtocol', internalStoreId: storeOf(before), receptionPlaceId: now.id }
  if (before?.kind === 'place')
    return { type: 'acceptanceReport', internalStoreId: storeOf(now), receptionPlaceId: before.id }
  // From store to store there are two documents: out of one, and, after it, into the other.
  if (before) return { type: 'transferOut', internalStoreId: before.id, receptionPlaceId: placeOf(now) }
  return { type: 'externalReception', internalStoreId: now.id, receptionPlaceId: null }
}
