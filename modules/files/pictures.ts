/** Sends the pictures of signed URLs (`picture-address.ts`). The rights of the session are checked at each use. */
import type { FastifyReply } from 'fastify'
import { hasFullAccess } from '../../src/kernel/access/caller.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import type { Services } from '../../src/kernel/services.ts'
import { readSigned } from './picture-address.ts'
import { requireFile } from './records.ts'

/** Throws 404 for any invalid URL, without a reason. */
export async function sendPicture(services: Services, token: string, reply: FastifyReply): Promise<FastifyReply> {
  const now = services.now()
  const address = readSigned(services.settings, token, now)
  if (!address) return throwProblem('notFound')
  const caller = await services.sessions.callerOf(address.sessionId, address.accountId, now)
  if (!caller || !hasFullAccess(caller)) return throwProblem('notFound')
  const file = await requireFile(services, caller, { id: address.fileId })
  const bytes = file.contentType.startsWith('image/') ? await services.storage.read(file.blobName) : undefined
  if (!bytes) return throwProblem('notFound')
  const seconds = Math.floor((address.expiresAt.getTime() - now.getTime()) / 1000)
  return reply
    .type(file.contentType)
    .header('content-length', file.size)
    .header('content-disposition', 'inline')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', `private, max-age=${seconds}, immutable`)
    .send(bytes)
}
