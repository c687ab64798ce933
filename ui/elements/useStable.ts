import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function whose identity never changes and that calls the newest `newest`, so that memoized components that get it as a prop are not
 * drawn again. For event handlers only: it must not be called while rendering.
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
