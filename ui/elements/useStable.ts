import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function that stays the same from one drawing to the next and does what the newest would: what is given it need not be drawn
 * again. It is called by events, not while drawing.
 */
export function useStable<Arguments extends readonly unknown[], Result>(
  newest: (...given: Arguments) => Result
): (...given: Arguments) => Result {
  const latest = useRef(newest)
  useLayoutEffect(() => {
    latest.current = newest
  })
  return useCallback((...given: Arguments) => latest.current(...given), [])
}
