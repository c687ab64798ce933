import type { Tone } from './vocabulary.ts'

/** How a task ended that a person started and did not wait for: a message key and its arguments. */
export interface Notice {
  readonly tone: Extract<Tone, 'info' | 'success' | 'danger'>
  /** Message key. */
  readonly message: string
  readonly params: Readonly<Record<string, string | number>>
}

/** The messages of the notifications hub: hints. After a hint the browser asks again, by the calls that it may make anyway. */
export type HubMessage =
  /** `build`: what the server serves now; a page of another build is out of date. */
  | { readonly kind: 'ready'; readonly build?: string }
  /** Something about these resources has changed; without ids, any of them may have. */
  | { readonly kind: 'changed'; readonly resourceType: string; readonly ids: readonly number[] }
  /** Items of a channel, such as positions that move on the map. */
  | { readonly kind: 'items'; readonly channel: string; readonly items: readonly unknown[] }
  /** For the account of this connection alone. */
  | ({ readonly kind: 'notice' } & Notice)
  /** Hints were lost (the server had to reconnect): ask again for everything on screen. */
  | { readonly kind: 'resync' }
  | { readonly kind: 'signed-out' }

/** The code of a connection that is closed because nobody, or no longer the same, is signed in. */
export const unauthorized = 4401

/** The first message of the browser: its token. */
export interface HubHandshake {
  readonly token: string
  /**
   * For how many milliseconds the browser has been asking for data by calls. What has changed since then is sent after `ready`, as
   * `changed` or, where it is not known, as `resync`. Without this field nothing from before `ready` is sent.
   */
  readonly askingForMs?: number
}
