/** Where a service round begins. */
import { alerts } from '../../alerts.ts'
import type { Text } from '../../i18n.ts'

/** A store, a position, or neither: then the server chooses the store that services most of the containers. */
export interface RoundStart {
  readonly startStoreId?: number
  readonly latitude?: number
  readonly longitude?: number
}

/** The choice in the list of starts: a store's id, where the person is, or the server's own. */
export type StartChoice = 'usual' | 'here' | number

const maxWaitMs = 15_000
/** A position that is not older is near enough to begin a round. */
const maxAgeMs = 60_000
/** Three decimals of a degree, about a hundred metres, are enough for the order of a round. The server is told no more. */
const rounded = (degrees: number): number => Math.round(degrees * 1000) / 1000

/** Asks the device where it is. Says why if it does not tell, and returns undefined. */
export function whereNow(t: Text): Promise<RoundStart | undefined> {
  return new Promise(resolve => {
    const fail = (): void => {
      alerts.info(t('service.start.unknown'))
      resolve(undefined)
    }
    if (!('geolocation' in navigator)) return fail()
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude: rounded(latitude), longitude: rounded(longitude) }),
      fail,
      { timeout: maxWaitMs, maximumAge: maxAgeMs }
    )
  })
}
