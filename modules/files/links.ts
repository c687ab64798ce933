/**
 * Links that download a file. A browser opens a link without an access token, so the link itself grants access to one file: once, within
 * five minutes, and only while the session that asked for it is valid, whose rights are checked again when the link is used.
 */
import type { FastifyReply } from 'fastify'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { hasFullAccess } from '../../src/kernel/access/caller.ts'
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { attachment } from '../../src/kernel/files/download.ts'
import type { Services } from '../../src/kernel/services.ts'
import { FileLink } from './models.ts'
import { requireFile } from './records.ts'
import { linkMs } from './rules.ts'
import { hashToken, newToken } from './uploads.ts'

/** The path of the route that answers links. */
export const linkPath = '/api/Storage/files'

/** Returns a link to the file. Throws 404 if the caller may not fetch it. */
export async function makeLink(services: Services, caller: Caller, blobName: string, origin: string): Promise<string> {
  const file = await requireFile(services, caller, { blobName })
  const token = newToken()
  await FileLink.query(services.db).insert({
    tokenHash: hashToken(token),
    fileId: file.id,
    accountId: caller.accountId,
    sessionId: caller.sessionId,
    expiresAt: new Date(services.now().getTime() + linkMs)
  })
  return `${origin}${linkPath}/${token}`
}

/** Sends the file of a link, which cannot be used again. Throws 404 for any invalid link, without a reason. */
export async function sendFile(services: Services, token: string, reply: FastifyReply): Promise<FastifyReply> {
  const { db, storage, log } = services
  const now = services.now()
  const link = await queryOne<Pick<FileLink, 'fileId' | 'accountId' | 'sessionId' | 'expiresAt'>>(
    db,
    sql`delete from files.links where token_hash = ${hashToken(token)}
      returning file_id as "fileId", account_id as "accountId", session_id as "sessionId", expires_at as "expiresAt"`
  )
  if (!link || link.expiresAt <= now) return throwProblem('notFound')
  const caller = await services.sessions.callerOf(link.sessionId, link.accountId, now)
  if (!caller || !hasFullAccess(caller)) return throwProblem('notFound')
  const file = await requireFile(services, caller, { id: link.fileId })
  const bytes = await storage.read(file.blobName)
  if (!bytes) {
    log.error({ fileId: file.id }, 'files: a recorded file is not in the store')
    return throwProblem('notFound')
  }
  return reply
    .type(file.contentType)
    .header('content-length', file.size)
    .header('content-disposition', attachment(file.originalName))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .send(bytes)
}
