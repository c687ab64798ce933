/** The commands that the current page offers to the palette (Ctrl+K), as they suit the selected rows. */
import { useLayoutEffect } from 'react'
import type { Entry } from './entries.ts'

export interface Offered {
  readonly entries: readonly Entry[]
  /** How many rows are selected. */
  readonly chosen: number
}

const none: Offered = { entries: [], chosen: 0 }
let current: Offered = none

/** Called by a page while it is on screen. */
export function useOffered(offered: Offered): void {
  useLayoutEffect(() => {
    current = offered
    return () => {
      if (current === offered) current = none
    }
  })
}

/** Read once when the palette opens, so that its entries do not change while the person chooses. */
export const offeredNow = (): Offered => current
