/** The commands that the current page offers to the palette (Ctrl+K), as they suit the selected rows. */
import { createStore, useInStore } from '../../store.ts'
import type { Entry } from './entries.ts'

export interface Offered {
  readonly entries: readonly Entry[]
  /** How many rows are selected. */
  readonly chosen: number
}

const none: Offered = { entries: [], chosen: 0 }
const current = createStore(none)

/** Called by a page while it is on screen. */
export const useOffered = (offered: Offered): void => useInStore(current, offered, none)

/** Read once when the palette opens, so that its entries do not change while the person chooses. */
export const offeredNow = current.get
