/**
 * Custody: compares where containers are by their sensors with where they are by documents.
 *
 * The stock has the number of containers of a holder (a store or a place), not which ones. So there is a contradiction if **more**
 * containers are at a holder by their sensors than by documents. The ones that arrived last are then listed, as many as are too many:
 * their documents are missing. A container that has been there for less than `graceHours` does not count yet, because its document may
 * still be written. A holder with fewer containers than by documents is not listed: they are listed where they went, or have no sensor.
 *
 * The missing document is the move from the holder where the container was before to the one where it is.
 */
/** For how many hours a document may be missing: it is written within a day. */
export const graceHours = 24

export interface Holder {
  readonly kind: 'store' | 'place'
  readonly id: number
}

export interface SuggestedDocument {
  /** A member of the vocabulary of document types. */
  readonly type: 'handoverProtocol' | 'acceptanceReport' | 'transferOut' | 'externalReception'
  readonly internalStoreId: number | null
  readonly receptionPlaceId: number | null
}

const storeOf = (holder: Holder | undefined): number | null => (holder?.kind === 'store' ? holder.id : null)
const placeOf = (holder: Holder | undefined): number | null => (holder?.kind === 'place' ? holder.id : null)

/** The missing document. What cannot be known, such as the store between two places, is null and left to the person. */
export function suggestedDocument(before: Holder | undefined, now: Holder): SuggestedDocument {
  if (now.kind === 'place' && before?.kind !== 'place')
    return { type: 'handoverProtocol', internalStoreId: storeOf(before), receptionPlaceId: now.id }
  if (before?.kind === 'place')
    return { type: 'acceptanceReport', internalStoreId: storeOf(now), receptionPlaceId: before.id }
  // a move between two stores needs two documents; this is the first, out of the old store
  if (before) return { type: 'transferOut', internalStoreId: before.id, receptionPlaceId: placeOf(now) }
  return { type: 'externalReception', internalStoreId: now.id, receptionPlaceId: null }
}
