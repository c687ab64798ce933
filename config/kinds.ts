/** Kinds of settings that several of them share. */
import { Type } from '@sinclair/typebox'

export const port = (description: string, fallback: number) =>
  Type.Integer({ description, default: fallback, minimum: 0, maximum: 65535 })

export const address = (description: string, schemes: string[], fallback = '', secret = false) =>
  Type.String({ description, default: fallback, schemes, secret })

/** A service of others: an address, `none` to do without, or `demo:` for the demo's own. */
export const service = (description: string, fallback: string) =>
  Type.String({
    description,
    default: fallback,
    pattern: '^(none|demo:|https?://[^/\\s]+\\S*)$',
    patternSays: 'none, demo: or an address beginning with https:// or http://'
  })

export const oneOf = <const T extends string>(description: string, values: readonly T[], fallback: T) =>
  Type.Unsafe<T>({ type: 'string', description, default: fallback, enum: values })
