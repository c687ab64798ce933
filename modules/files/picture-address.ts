/**
 * Addresses of pictures, for pages that show them. A browser fetches what an `<img>` names without a token of its own, possibly
 * several times, and a list of pictures names many at once. So such an address is signed instead of kept: it states the file, the
 * session and when it ends, and the server's signature of that.
 *
 * The end is rounded up, so that the same picture has the same address for some minutes and the browser fetches it once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../../config/settings.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { pictureMs } from './rules.ts'

/** Of the route that answers such an address. */
export const picturePath = '/api/Storage/pictures'

type Key = Pick<Settings, 'tokenSecret'>
type Session = Pick<Caller, 'accountId' | 'sessionId'>

export interface PictureAddress extends Session {
  /** Of the record in `files.files`. */
  readonly fileId: number
  readonly expiresAt: Date
}

/** How many bytes each part has: what is signed, and the signature. Together they are 83 characters of a path. */
const contentBytes = 30
const signatureBytes = 32

const signatureOf = ({ tokenSecret }: Key, content: Buffer): Buffer =>
  createHmac('sha256', createHmac('sha256', tokenSecret).update('files.pictures').digest()).update(content).digest()

/** The path of a file's picture for the session, which ends after `pictureMs` at least and twice that at most. */
export function signedPath(settings: Key, { accountId, sessionId }: Session, fileId: number, now: Date): string {
  const content = Buffer.alloc(contentBytes)
  content.writeUInt32BE(fileId, 0)
  content.writeUInt32BE(accountId, 4)
  content.write(sessionId.replaceAll('-', ''), 8, 'hex')
  content.writeUIntBE((Math.ceil(now.getTime() / pictureMs) + 1) * pictureMs, 24, 6)
  return `${picturePath}/${Buffer.concat([content, signatureOf(settings, content)]).toString('base64url')}`
}

const uuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** What the last part of such a path states; undefined where the server has not signed it, or it has ended. */
export function readSigned(settings: Key, token: string, now: Date): PictureAddress | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== contentBytes + signatureBytes || bytes.toString('base64url') !== token) return undefined
  const content = bytes.subarray(0, contentBytes)
  if (!timingSafeEqual(bytes.subarray(contentBytes), signatureOf(settings, content))) return undefined
  const expiresAt = new Date(content.readUIntBE(24, 6))
  if (expiresAt <= now) return undefined
  return {
    fileId: content.readUInt32BE(0),
    accountId: content.readUInt32BE(4),
    sessionId: uuid(content.toString('hex', 8, 24)),
    expiresAt
  }
}
