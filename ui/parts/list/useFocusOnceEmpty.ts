import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { returnFocus } from '../../elements/focus.ts'

/**
 * Moves the focus when a list becomes empty or gets its first row: the element that had it is gone, and what has replaced it gets the
 * focus.
 */
export function useFocusOnceEmpty(isEmpty: boolean, region?: RefObject<Element | null>): void {
  const wasEmpty = useRef(false)
  useEffect(() => {
    if (isEmpty !== wasEmpty.current) returnFocus(null, region?.current)
    wasEmpty.current = isEmpty
  }, [isEmpty, region])
}
