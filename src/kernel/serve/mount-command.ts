/** Mounts a command on Fastify: makes its call of a request, and sends its answer. */
import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { check } from '../../contract/check.ts'
import type { Schema } from '../../contract/schema.ts'
import type { Audience } from '../access/caller.ts'
import { commandLimit } from '../access/rate-limit.ts'
import type { CommandCall } from '../commands/call.ts'
import { type AnyCommand, audiencesOf, methodOf, pathOf, type RowCommand } from '../commands/command.ts'
import { bodyErrors, execute, formSchema } from '../commands/execute.ts'
import { inputOf, isPlain, refuseField, withOwnNames } from '../commands/validation.ts'
import { defined } from '../defined.ts'
import { ApiError, throwProblem } from '../errors/errors.ts'
import { maxBatchBytes, maxBatchNames, maxBodyBytes, maxStrangersBodyBytes } from '../limits.ts'
import { findByField } from '../resources/read-one.ts'
import type { Services } from '../services.ts'
import { bodySchema, commandShape } from './api-shape.ts'
import { idOf, numberOf } from './path-values.ts'
import { namePosition } from './position.ts'

export function mountCommand(app: FastifyInstance, services: Services, command: AnyCommand, tag: string): void {
  const audiences = audiencesOf(command)
  app.route({
    method: methodOf(command),
    url: pathOf(command),
    bodyLimit: audiences.includes('anyone') ? maxStrangersBodyBytes : command.wire.batch ? maxBatchBytes : maxBodyBytes,
    config: defined({
      audiences,
      command: command.name,
      scope: command.wire.scope,
      device: command.wire.device,
      patient: command.wire.patient,
      bodyNames: command.wire.batch && maxBatchNames,
      body: bodySchema(command),
      ...commandLimit(command.wire.rateLimit, audiences)
    }),
    schema: commandShape(command, services.messages.say('en', `${command.name}.label`), tag),
    handler: async (request, reply) => {
      const { audience } = request
      if (!audience) return throwProblem('forbidden')
      const answer = await execute(services, command, await callOf(services, command, audience, request))
      await namePosition(services, reply)
      reply.code(answer.status).type('application/json; charset=utf-8')
      return answer.body
    }
  })
}

/** The call that a request makes of the command. @throws where its body does not pass the check of the caller's form */
async function callOf(
  services: Services,
  command: AnyCommand,
  audience: Audience,
  request: FastifyRequest
): Promise<CommandCall> {
  const body = request.body ?? {}
  if (!isPlain(body)) return throwProblem('malformed')
  const ids = await idsOf(services, command, request, body)
  return {
    ids,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    body,
    input: checkedInput(command, audience, body),
    caller: request.caller,
    audience,
    param: name => numberOf(request, name),
    language: request.language,
    version: versionOf(request),
    key: keyOf(request),
    address: request.ip,
    device: request.headers['user-agent']?.slice(0, 300) ?? null,
    host: request.host,
    requestId: request.id
  }
}

/** What the body says to `run`, by the form of the audience. */
function checkedInput(command: AnyCommand, audience: Audience, body: Record<string, unknown>): Record<string, unknown> {
  const form = withOwnNames(command.wire.aliases ?? {}, withoutId(command, body))
  const isBare = command.kind === 'rows' && command.wire.allowEmptyBody && Object.keys(form).length === 0
  const fieldErrors = isBare ? [] : bodyErrors(command, audience, form)
  if (fieldErrors.length > 0) throwProblem('invalid', { fieldErrors })
  // a command on rows says so of rows that the caller may see (execute.ts)
  if (command.disabled && command.kind !== 'rows') throw new ApiError(command.disabled)
  return inputOf(formSchema(command, audience), form)
}

/** The row's version from If-Match, `"7"`; undefined where a caller does not send it. */
function versionOf(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return undefined
  const version = Number(/^"?(\d{1,9})"?$/.exec(header)?.[1])
  return Number.isSafeInteger(version) ? version : throwProblem('malformed')
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  return typeof key === 'string' && /^[\w-]{8,100}$/.test(key) ? key : throwProblem('malformed')
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1

/** The ids of the rows that a call is about; those of several rows are in the body, which has to be checked first. */
async function idsOf(
  services: Services,
  command: AnyCommand,
  request: FastifyRequest,
  body: Record<string, unknown>
): Promise<readonly number[]> {
  if (command.kind !== 'rows') return []
  const { ids, idFrom, repeatsId } = command.wire
  if (ids) return (body[ids] ?? []) as number[]
  if (idFrom && 'query' in idFrom) return [Number((request.query as Record<string, unknown>)[idFrom.query])]
  if (idFrom?.field) return [await namedId(services, command, request, body)]
  if (idFrom) {
    const id = body[idFrom.body]
    return isId(id) ? [id] : refuseField(idFrom.body, 'check.required')
  }
  const id = idOf(request)
  const repeated = repeatsId === undefined ? undefined : body[repeatsId]
  if (repeated !== undefined && repeatsId && repeated !== id) return refuseField(repeatsId, 'check.otherId')
  return [id]
}

/** The id of the row that the body names by a text field. */
async function namedId(
  { db }: Services,
  { resource, wire: { idFrom } }: RowCommand,
  request: FastifyRequest,
  body: Record<string, unknown>
): Promise<number> {
  if (!idFrom || !('body' in idFrom) || !idFrom.field) return throwProblem('notFound')
  const name = idFrom.body
  const only = Type.Object({ [name]: resource.schema.properties[idFrom.field] as TSchema })
  const fieldErrors = check(only as Schema, { [name]: body[name] })
  if (fieldErrors.length > 0) return throwProblem('invalid', { fieldErrors })
  const caller = request.caller ?? throwProblem('unauthorized')
  const id = await findByField(db, resource, idFrom.field, String(body[name]).trim(), caller)
  return id ?? throwProblem('notFound')
}

/** The body without the row's id, which is not a field of the form. */
function withoutId(command: AnyCommand, body: Record<string, unknown>): Record<string, unknown> {
  if (command.kind !== 'rows') return body
  const { repeatsId, idFrom } = command.wire
  const own = [repeatsId, idFrom && 'body' in idFrom ? idFrom.body : undefined]
  // a body may have very many names: it is copied only where something is left out
  if (!own.some(name => name !== undefined && Object.hasOwn(body, name))) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !own.includes(name)))
}
