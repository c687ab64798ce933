import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { fetchControls } from '../registry.ts'

/** Where the browser cannot say that it has nothing to do. */
const restMs = 50
/** Nobody waits longer for the first choices and prices: they come into the open form then. */
const patienceMs = 3_000

/** Whether the form asks for something by itself as it is opened. */
export const asksFirst = ({ fields, derive }: FormMetadata): boolean =>
  fields.some(({ options }) => options) || derive.some(({ kind }) => kind === 'fetched')

/** How many fields there will be, about: so high is what stands in the form's place. */
export const roomOf = ({ fields }: FormMetadata): number =>
  fields.filter(({ control, options }) => control !== 'hidden' && !options?.autoSelectSingle).length

/**
 * Whether a form that has been opened is shown: once its first choices and prices have come, because they add and take away fields,
 * and what is below them would move under the hand. `starts`: what its values start from is there.
 */
export function useWhole(form: FormMetadata, starts: boolean): boolean {
  const [isWhole, setWhole] = useState(!asksFirst(form))
  const [hasControls, setControls] = useState(isWhole)
  const asking = useIsFetching({ queryKey: ['form'], predicate: ({ state }) => state.data === undefined })
  const isStill = starts && hasControls && asking === 0
  useEffect(() => {
    if (!hasControls) void fetchControls(form).then(() => setControls(true))
  }, [form, hasControls])
  useEffect(() => {
    if (isWhole || !starts) return
    const timer = setTimeout(setWhole, patienceMs, true)
    return () => clearTimeout(timer)
  }, [isWhole, starts])
  useEffect(() => {
    if (isWhole || !isStill) return
    if ('requestIdleCallback' in globalThis) {
      // what has come may ask for the next, a chosen department for its places: it has done so once nothing is left to be drawn
      const idle = requestIdleCallback(() => setWhole(true))
      return () => cancelIdleCallback(idle)
    }
    const timer = setTimeout(setWhole, restMs, true)
    return () => clearTimeout(timer)
  }, [isWhole, isStill])
  return starts && isWhole
}
