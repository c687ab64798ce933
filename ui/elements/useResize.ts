import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls a function before the browser paints, and again whenever one of the elements has another size.
 * @param elementsOf finds the elements; called again when `key` changes
 * @param onResize gets all of them, whichever has changed
 */
export function useResize<Observed extends Element>(
  elementsOf: () => readonly (Observed | null | undefined)[],
  onResize: (elements: readonly Observed[]) => void,
  key = ''
): void {
  const find = useEffectEvent(elementsOf)
  const report = useEffectEvent(onResize)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says when there are other elements
  useLayoutEffect(() => {
    const elements = find().filter(element => element !== null && element !== undefined)
    const observer = new ResizeObserver(() => report(elements))
    for (const element of elements) observer.observe(element)
    report(elements)
    return () => observer.disconnect()
  }, [key])
}
