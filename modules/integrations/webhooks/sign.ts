/** Standard Webhooks 1.0.0: how a call is signed. */
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

export const newSecret = (): Buffer => randomBytes(secretBytes)

/** As its receiver is given it. */
export const secretText = (secret: Buffer): string => `${prefix}${secret.toString('base64')}`

export const secretOfText = (text: string): Buffer => Buffer.from(text.slice(prefix.length), 'base64')

export interface Signed {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

const signatureOf = (secret: Buffer, { id, timestamp, body }: Signed): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`

/** The headers; with several secrets a signature by each, so that a receiver may know either. */
export const signedHeaders = (secrets: readonly Buffer[], call: Signed): Record<string, string> => ({
  'webhook-id': call.id,
  'webhook-timestamp': String(call.timestamp),
  'webhook-signature': secrets.map(secret => signatureOf(secret, call)).join(' ')
})
