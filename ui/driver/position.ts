/** Where the phone is, while the driver allows it: asked once a stop is opened, kept for the taps of the next minutes. */
import type { Position } from '../../modules/driver/contract.ts'

const validMs = 5 * 60_000
let last: { readonly position: Position; readonly at: number } | undefined

/** Asks the phone in the background; a tap never waits for it. */
export function askPosition(): void {
  navigator.geolocation?.getCurrentPosition(
    ({ coords: { latitude, longitude, accuracy } }) => {
      last = { position: { latitude, longitude, accuracy: Math.min(Math.round(accuracy), 1_000_000) }, at: Date.now() }
    },
    // refused, or not to be had: taps go without a place
    () => undefined,
    { enableHighAccuracy: true, maximumAge: validMs, timeout: 30_000 }
  )
}

/** @param now in ms */
export const positionNow = (now: number): Position | undefined =>
  last && now - last.at < validMs ? last.position : undefined
