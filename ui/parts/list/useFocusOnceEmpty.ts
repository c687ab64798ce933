import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { returnFocus } from '../../elements/focus.ts'

/**
 * The rows that had the focus are gone, the last one by a command, or the first one has come: what stands in their place
 * gets it.
 */
export function useFocusOnceEmpty(isEmpty: boolean, region?: RefObject<Element | null>): void {
  const wasEmpty = useRef(false)
  useEffect(() => {
    if (isEmpty !== wasEmpty.current) returnFocus(null, region?.current)
    wasEmpty.current = isEmpty
  }, [isEmpty, region])
}
