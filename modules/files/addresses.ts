/**
 * This server's origin as the caller reaches it, and the URLs of pictures for `<img>`. A browser fetches these without an access token, possibly several times, and a page may have many. So they
 * are signed instead of stored: a URL contains the file, the session, its expiry, and the server's signature of these.
 *
 * The expiry is rounded up, so that a picture has the same URL for some minutes and the browser fetches it once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../../config/settings.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { type Secrets, secretsOf } from '../../src/kernel/access/secrets.ts'
import type { Services } from '../../src/kernel/services.ts'
import { pictureMs } from './rules.ts'

/** The path of the route that answers such URLs. */
export const picturePath = '/api/Storage/pictures'

type Session = Pick<Caller, 'accountId' | 'sessionId'>

export interface PictureAddress extends Session {
  /** The id of the record in `files.files`. */
  readonly fileId: number
  readonly expiresAt: Date
}

/** The number of bytes of the signed content and of the signature. Together they are 83 characters of the path. */
const contentBytes = 30
const signatureBytes = 32

const signatureOf = (secret: string, content: Buffer): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('files.pictures').digest()).update(content).digest()

/** The path of a picture for the session. It expires after at least `pictureMs` and at most twice that. */
export function signedPath(settings: Secrets, { accountId, sessionId }: Session, fileId: number, now: Date): string {
  const content = Buffer.alloc(contentBytes)
  content.writeUInt32BE(fileId, 0)
  content.writeUInt32BE(accountId, 4)
  content.write(sessionId.replaceAll('-', ''), 8, 'hex')
  content.writeUIntBE((Math.ceil(now.getTime() / pictureMs) + 1) * pictureMs, 24, 6)
  return `${picturePath}/${Buffer.concat([content, signatureOf(settings.tokenSecret, content)]).toString('base64url')}`
}

/**
 * The URL of a picture, for `<img>`. It is valid for some minutes and for the caller's session, as long as it may see the row that has the
 * file. `fileId`: the id of the record, from `leftJoinFile`.
 */
export const pictureUrl = (
  { settings, now }: Services,
  caller: Caller,
  fileId: number,
  request: FastifyRequest
): string => originOf(request, settings) + signedPath(settings, caller, fileId, now())

const uuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Reads the last part of such a path. Undefined if the signature is wrong or it has expired. */
export function readSigned(settings: Secrets, token: string, now: Date): PictureAddress | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== contentBytes + signatureBytes || bytes.toString('base64url') !== token) return undefined
  const content = bytes.subarray(0, contentBytes)
  const signature = bytes.subarray(contentBytes)
  if (!secretsOf(settings).some(secret => timingSafeEqual(signature, signatureOf(secret, content)))) return undefined
  const expiresAt = new Date(content.readUIntBE(24, 6))
  if (expiresAt <= now) return undefined
  return {
    fileId: content.readUInt32BE(0),
    accountId: content.readUInt32BE(4),
    sessionId: uuid(content.toString('hex', 8, 24)),
    expiresAt
  }
}

/**
 * This server's origin as the caller reaches it. The Host header is one of this server's names (src/kernel/serve/hosts.ts). If it
 * names an address of the settings, the scheme of that address is used, because a proxy may hide it.
 */
export function originOf({ protocol, host }: FastifyRequest, { portalUrl, adminUrl }: Settings): string {
  const known = [portalUrl, adminUrl].map(address => new URL(address)).find(address => address.host === host)
  if (known) return known.origin
  return URL.canParse(`${protocol}://${host}`) ? new URL(`${protocol}://${host}`).origin : new URL(portalUrl).origin
}
