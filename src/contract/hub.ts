/** What travels over the notifications hub. Hints only: the browser asks again by the calls it may make. */
export type HubMessage =
  | { readonly kind: 'ready' }
  /** Something about these things of a noun has changed. */
  | { readonly kind: 'changed'; readonly resourceType: string; readonly ids: readonly number[] }
  | { readonly kind: 'positions'; readonly list: readonly PositionDelta[] }
  /** Hints were lost (a reconnect of the server): ask again for all that is on screen. */
  | { readonly kind: 'resync' }
  | { readonly kind: 'signed-out' }

export interface PositionDelta {
  readonly id: number
  readonly latitude: number | null
  readonly longitude: number | null
  readonly currentBatteryLevel: number | null
  readonly currentBatteryStatus: number
  readonly status: number
  readonly lastActiveDate: string
}

/** What the browser messages: its token, first of all. */
export interface HubHandshake {
  readonly token: string
}
