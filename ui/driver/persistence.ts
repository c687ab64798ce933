/** Whether the browser keeps what was not sent also when the phone is full. It decides by itself; an installed application mostly is kept. */
import { createStore } from '../store.ts'

/** undefined: it has not answered, or has no such promise to give. */
export const isPersistent = createStore<boolean | undefined>(undefined)

export async function askPersistence(): Promise<void> {
  isPersistent.set(await navigator.storage?.persist?.())
}
