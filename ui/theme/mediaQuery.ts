/** The window widths at which the layout changes, and a hook for media queries. */
import { useCallback, useSyncExternalStore } from 'react'

/**
 * Window widths in CSS pixels. `least`: the narrowest window without horizontal scrolling. Below `phone` the layout is that of a phone,
 * below `narrow` there is no side menu, below `compact` fewer cards are side by side, and below `wide` filters are behind a button.
 * Style sheets repeat these numbers, as `(width < 600px)`, because a media query cannot read a token; test/ui/widths.test.ts compares
 * them.
 */
export const widths = { least: 340, phone: 600, narrow: 900, compact: 1280, wide: 1440 } as const

/**
 * The window of a phone in portrait or landscape format, where rows are cards and a form takes the whole screen. In landscape format a
 * grid would show hardly a row. A desktop window is higher, even one zoomed to 200 % (720 × 450). Style sheets write
 * `(width < 600px), (height < 440px)`.
 */
export const phoneWindow = `(width < ${widths.phone}px), (height < 440px)`

/** The window of a phone in landscape format, which has no room for a line below the cards. */
export const flatWindow = '(height < 440px)'

/** A window in which the tools above a list would leave room for hardly a row: a low one, or one zoomed to 200 %. */
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
