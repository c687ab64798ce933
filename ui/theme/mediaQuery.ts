/** The window widths at which the layout changes, and a hook for media queries. */
import { useCallback, useSyncExternalStore } from 'react'

/**
 * Widths in CSS pixels; nothing is scrolled sideways below the first, the layout is a phone's below the second, has no side menu below
 * the third, puts fewer cards beside each other below the fourth, and folds filters into a button below the last. Style sheets write
 * the same numbers, as `(width < 600px)`, because a media query cannot read a token; test/ui/widths.test.ts compares them.
 */
export const widths = { least: 340, phone: 600, narrow: 900, compact: 1280, wide: 1440 } as const

/**
 * A window in which rows are cards and a form is the whole screen: a phone's, held upright or on its side, where a grid would show a
 * row or none. Lower than any desk's, even one that is enlarged to 200 % (720 × 450). Style sheets write
 * `(width < 600px), (height < 440px)`.
 */
export const phoneWindow = `(width < ${widths.phone}px), (height < 440px)`

/** A phone's on its side: there is no line to spare below the cards. */
export const flatWindow = '(height < 440px)'

/** A window in which what stands above a list would leave it hardly a row: small, or enlarged to 200 %. */
export const lowWindow = '(height < 600px)'

/** Whether the media query matches now. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query]
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
