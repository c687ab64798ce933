/** What a caller has written is known by its position; it comes back with what the caller reads next. */
import type { FastifyReply } from 'fastify'
import { positionHeader } from '../database/replica.ts'
import type { Services } from '../services.ts'

/** To be called after the commit of a change. Nothing is named where no replica is set. */
export async function namePosition({ replica }: Services, reply: FastifyReply): Promise<void> {
  const position = await replica?.afterChange()
  if (position !== undefined) reply.header(positionHeader, position)
}
