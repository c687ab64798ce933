/** Whether the side menu is collapsed to icons. The person's choice is kept in this browser, and read with the first render. */
import { createStore } from '../store.ts'

const storageKey = 'opony.side'
const stored = (): boolean => localStorage.getItem(storageKey) === 'rail'
const rail = createStore<boolean | undefined>(undefined)

export const useRail = (): boolean => rail.useValue() ?? stored()

export function toggleRail(): void {
  const next = !(rail.get() ?? stored())
  localStorage.setItem(storageKey, next ? 'rail' : 'full')
  rail.set(next)
}
