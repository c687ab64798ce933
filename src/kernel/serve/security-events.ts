/** Security events of calls: what a request says by itself, and its refusals. */
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../access/address-key.ts'
import { isStaff, type Reader } from '../access/caller.ts'
import { query, raw, sql } from '../database/sql.ts'
import type { ApiError, Asked } from '../errors/errors.ts'
import { fromOf } from '../resources/select.ts'
import type { SecurityEvent } from '../security/events.ts'
import type { SecurityKind } from '../security/kinds.ts'
import { ofRefusal } from '../security/reported.ts'
import type { Services } from '../services.ts'

/** An event of this request, with what more is known of it. */
export function eventOf(request: FastifyRequest, kind: SecurityKind, more: Partial<SecurityEvent> = {}): SecurityEvent {
  const { caller, routeOptions } = request
  return {
    kind,
    accountId: caller?.accountId ?? null,
    sessionId: caller?.sessionId ?? null,
    network: networkOf(request.ip),
    requestId: request.id,
    call: routeOptions.url === undefined ? undefined : `${request.method} ${routeOptions.url}`,
    subject: routeOptions.config.command,
    ...more
  }
}

/** The function that records what is to be known of a refusal. It never waits, and never throws. */
export function recordRefusals({ db, security }: Pick<Services, 'db' | 'security'>) {
  const exist = async ({ resource, ids }: Asked): Promise<boolean> => {
    const id = raw(`${resource.alias}.id`)
    const found = await query(db, sql`select 1 from ${fromOf(resource)} where ${id} = any(${[...ids]}::int[]) limit 1`)
    return found.length > 0
  }
  const seesAll = (reader: Reader, { resource }: Asked): boolean => isStaff(reader) && !resource.isPersonal
  return (request: FastifyRequest, refusal: ApiError): void => {
    const { caller } = request
    const { asked } = refusal
    if (asked && caller && !seesAll(caller, asked))
      security.recordIf(() => exist(asked), eventOf(request, 'foreignId', { code: asked.resource.subjectType }))
    const event = ofRefusal(refusal, request.body)
    if (event) security.record(eventOf(request, event.kind, event))
  }
}
