/** The commands that the page on screen offers to the palette, as they suit what is chosen now. */
import { useLayoutEffect } from 'react'
import type { Entry } from './entries.ts'

export interface Offered {
  readonly entries: readonly Entry[]
  /** How many rows are chosen. */
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

/** Read when the palette opens: what it shows does not change under the hand. */
export const offeredNow = (): Offered => current
