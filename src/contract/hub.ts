import type { Tone } from './vocabulary.ts'

/** How something ended that a person asked for and did not wait for: a message of the catalogues and its arguments. */
export interface Notice {
  readonly tone: Extract<Tone, 'info' | 'success' | 'danger'>
  /** Message key. */
  readonly message: string
  readonly params: Readonly<Record<string, string | number>>
}

/** What travels over the notifications hub: hints, after which the browser asks again by the calls that it may make. */
export type HubMessage =
  | { readonly kind: 'ready' }
  /** Something about these resources has changed. */
  | { readonly kind: 'changed'; readonly resourceType: string; readonly ids: readonly number[] }
  /** Items of a channel, such as positions that move on the map. */
  | { readonly kind: 'items'; readonly channel: string; readonly items: readonly unknown[] }
  /** For the account of this connection alone. */
  | ({ readonly kind: 'notice' } & Notice)
  /** Hints were lost (a reconnect of the server): ask again for all that is on screen. */
  | { readonly kind: 'resync' }
  | { readonly kind: 'signed-out' }

/** The first message of the browser: its token. */
export interface HubHandshake {
  readonly token: string
}
