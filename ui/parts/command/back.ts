/** The browser's Back where it means less than leaving the page: it closes what is open, or goes one step back within it. */
import { useBlocker } from '@tanstack/react-router'

/**
 * Does something once the browser is at the page's entry again, where a refused Back returns it. Before, a change of the URL would be written
 * into the entry of the page before.
 */
export const onceReturned = (act: () => void): void => addEventListener('popstate', act, { once: true })

/** While active, Back calls `onBack` and stays on the page. */
export function useBack(isActive: boolean, onBack: () => void): void {
  useBlocker({
    disabled: !isActive,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false
      onceReturned(onBack)
      return true
    }
  })
}
