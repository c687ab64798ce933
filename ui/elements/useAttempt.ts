import { useCallback, useRef, useState } from 'react'
import { type AttemptOptions, attempt } from '../attempt.ts'

/**
 * For a button: whether its action is running, and a function that starts the action (`attempt`). A second tap while it is running does
 * nothing.
 */
export function useAttempt(): readonly [
  boolean,
  (act: (key: string) => Promise<unknown>, options?: AttemptOptions) => Promise<void>
] {
  const [busy, setBusy] = useState(false)
  const isUnderWay = useRef(false)
  const begin = useCallback(async (act: (key: string) => Promise<unknown>, options?: AttemptOptions): Promise<void> => {
    if (isUnderWay.current) return
    const mark = (underWay: boolean): void => {
      isUnderWay.current = underWay
      setBusy(underWay)
    }
    await attempt(key => {
      mark(true)
      return act(key).finally(() => mark(false))
    }, options)
  }, [])
  return [busy, begin]
}
