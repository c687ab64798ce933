/** The type of a command's input, as its forms by audience make it. */
import type { Static, TObject } from '@sinclair/typebox'

type Values<S> = S extends TObject ? Readonly<Static<S>> : Record<never, never>

type KeyOfAny<U> = U extends unknown ? keyof U : never
type At<U, K extends PropertyKey> = U extends unknown ? (K extends keyof U ? U[K] : never) : never
type Required<U, K = keyof U> = K extends PropertyKey ? (undefined extends At<U, K> ? never : K) : never
type Merged<U> = { readonly [K in Required<U>]: At<U, K> } & {
  readonly [K in Exclude<KeyOfAny<U>, Required<U>>]?: At<U, K>
}

/** The input of a command: the fields of the forms of all its audiences; a field is required if each of them requires it. */
export type InputOf<A> = Merged<{ [K in keyof A]: Values<A[K]> }[keyof A]>
