/** Starts the demo's sensors against the broker of the settings. */
import type { Services } from '../../src/kernel/services.ts'

export async function driveDemo(_services: Services): Promise<() => Promise<void>> {
  return async () => undefined
}
