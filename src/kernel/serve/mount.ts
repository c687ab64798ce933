/** Mounts routes and commands on Fastify: the only place where they meet HTTP. */
import type { TObject, TProperties, TSchema } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { check } from '../../contract/check.ts'
import { isNullable, isText, type Schema } from '../../contract/schema.ts'
import { commandLimit, statedLimit } from '../access/rate-limit.ts'
import { type AnyCommand, audiencesOf, isEdit, methodOf, pathOf, type RowCommand } from '../commands/command.ts'
import { bodyErrors, execute, formSchema } from '../commands/execute.ts'
import { inputOf, isPlain, refuseField, withOwnNames } from '../commands/validation.ts'
import { ApiError, throwProblem } from '../errors/errors.ts'
import { SheetFile } from '../files/download.ts'
import { bodyLimit, strangersBodyLimit } from '../limits.ts'
import { findByField } from '../resources/read-one.ts'
import { viewSchema } from '../routes/resource-routes.ts'
import { ItemResponse, type Route } from '../routes/route.ts'
import { Id, Nullable } from '../schema.ts'
import type { Services } from '../services.ts'
import { eventOf } from './security-events.ts'

const integer = /^(0|[1-9]\d{0,9})$/

/** The number in the path; anything else is a 404. */
function numberOf(request: FastifyRequest, name: string): number {
  const text = (request.params as Record<string, string>)[name] ?? ''
  const number = integer.test(text) ? Number(text) : Number.NaN
  return number <= 2_147_483_647 ? number : throwProblem('notFound')
}

/** The id in the path: a number from 1. */
const idOf = (request: FastifyRequest): number => numberOf(request, 'id') || throwProblem('notFound')

const pathSchema = (url: string): TObject | undefined => {
  const names = [...url.matchAll(/:(\w+)/g)].map(match => match[1] as string)
  if (names.length === 0) return undefined
  return Type.Object(Object.fromEntries(names.map(name => [name, Type.String({ maxLength: 100 })])))
}

const withoutBlank = (parts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))

/** `GET /api/Admin/Orders/:id/details` is called `getAdminOrdersIdDetails` in the API's description. */
const nameOf = ({ method, url }: Pick<Route, 'method' | 'url'>): string =>
  `${method.toLowerCase()}${url
    .replace(/^\/api\//i, '')
    .split(/\W+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`

/** Accepts any content type and passes the body on as a stream; `run` limits its size. */
const anyFile = { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }

function mountUpload(app: FastifyInstance, options: RouteOptions): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.route(options)
  })
}

/** The answer to a call that already has the current version. */
const unchanged = { 304: { type: 'null', description: 'the answer is the one that the caller has' } }

/** What the call leaves among the security events once it has answered. */
const eventOfRoute = ({ securityEvent, answer }: Route) =>
  securityEvent ?? (answer === SheetFile ? { kind: 'exported' as const } : undefined)

export function mountRoute(app: FastifyInstance, services: Services, route: Route<TObject>, tag: string): void {
  const event = eventOfRoute(route)
  const options: RouteOptions = {
    method: route.method,
    url: route.url,
    exposeHeadRoute: route.head ?? true,
    config: withoutBlank({
      audiences: route.access,
      revalidated: route.revalidated,
      body: route.method === 'PUT' ? anyFile : undefined,
      ...statedLimit(route.rateLimit, route.access)
    }),
    schema: withoutBlank({
      summary: route.summary,
      operationId: nameOf(route),
      tags: [tag],
      querystring: route.query,
      params: pathSchema(route.url),
      response: { [route.status ?? 200]: route.answer, ...(route.revalidated ? unchanged : {}) }
    }),
    handler: async (request, reply) => {
      reply.code(route.status ?? 200)
      const param = (name: string): string => (request.params as Record<string, string>)[name] ?? ''
      const answer = await route.run({
        services,
        caller: request.caller as never,
        query: request.query as never,
        get id() {
          return idOf(request)
        },
        param,
        request,
        reply
      })
      if (event) services.security.record(eventOf(request, event.kind, { subject: event.subject?.(param) }))
      return answer
    }
  }
  if (route.method === 'PUT') mountUpload(app, options)
  else app.route(options)
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

/** The fields of a body: an optional text may also be null. */
const withNulls = ({ properties, required = [] }: TObject): TProperties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const isOptionalText = !required.includes(name) && isText(field as Schema) && !isNullable(field as Schema)
      return [name, isOptionalText ? Type.Optional(Nullable(field)) : field]
    })
  )

/** The schema of the body field that names the row: its id, or a field of the command's resource. */
const idSchemaOf = (command: AnyCommand, field: string | undefined): TSchema =>
  field && command.kind === 'rows' ? (command.resource.schema.properties[field] as TSchema) : Id

/** The body in the API's description, with the field that carries or repeats the row's id, and with the fields' other names. */
function describedBody(command: AnyCommand, schema: TObject): TObject {
  const { repeatsId, idFrom } = command.kind === 'rows' ? command : {}
  const required = idFrom && 'body' in idFrom ? { [idFrom.body]: idSchemaOf(command, idFrom.field) } : {}
  const optional = repeatsId ? { [repeatsId]: Type.Optional(Id) } : {}
  const properties = { ...required, ...optional, ...withNulls(schema) }
  for (const [alias, name] of Object.entries(command.aliases ?? {})) {
    const field = schema.properties[name] as TSchema
    const instead = `may be sent instead of \`${name}\``
    Object.assign(properties, {
      [name]: Type.Optional(field),
      [alias]: Type.Optional(Type.Unsafe({ ...field, description: instead }))
    })
  }
  return Type.Object(properties)
}

function bodySchema(command: AnyCommand): TSchema | undefined {
  const forms = Object.values(command.access).flatMap(rule => rule?.form?.schema ?? [])
  const different = [...new Set(forms)].map(schema => describedBody(command, schema))
  if (different.length < 2) return different[0]
  return Type.Union(different)
}

/** A creation answers 201 with the created row, a command on rows answers the row, an action its own data. */
function answerSchema(command: AnyCommand): Record<number, TSchema> {
  const { status } = command
  if (command.kind === 'action') return { [status ?? 200]: ItemResponse(command.answer) }
  const row = viewSchema(command.resource, 'list')
  const revealed: TProperties = { secret: Type.String({ description: 'given in this answer only' }) }
  if (command.kind === 'creation')
    return {
      [status ?? 201]: ItemResponse(command.reveals ? Type.Object({ ...row.properties, ...revealed }) : row)
    }
  const data = command.ids ? Type.Array(row) : row
  const success: TProperties = command.success ? { success: Type.Literal(true) } : {}
  const secret = command.reveals ? revealed : {}
  const unchanged = Type.Optional(Type.Literal(true, { description: 'nothing was different: no history, no version' }))
  return { [status ?? 200]: Type.Object({ ...success, data, ...secret, ...(isEdit(command) ? { unchanged } : {}) }) }
}

/** The query of a command, where its row's id is sent there. */
const querySchema = (command: AnyCommand): TObject | undefined =>
  command.kind === 'rows' && command.idFrom && 'query' in command.idFrom
    ? Type.Object({ [command.idFrom.query]: Id })
    : undefined

export function mountCommand(app: FastifyInstance, services: Services, command: AnyCommand, tag: string): void {
  const url = pathOf(command)
  const audiences = audiencesOf(command)
  app.route({
    method: methodOf(command),
    url,
    bodyLimit: audiences.includes('anyone') ? strangersBodyLimit : bodyLimit,
    config: withoutBlank({
      audiences,
      command: command.name,
      body: bodySchema(command),
      ...commandLimit(command.rateLimit, audiences)
    }),
    schema: withoutBlank({
      summary: command.summary ?? services.messages.say('en', `${command.name}.label`),
      operationId: command.name,
      tags: [tag],
      querystring: querySchema(command),
      params: pathSchema(url),
      response: answerSchema(command)
    }),
    handler: async (request, reply) => {
      const { audience } = request
      if (!audience) return throwProblem('forbidden')
      const body = request.body ?? {}
      if (!isPlain(body)) return throwProblem('malformed')
      const ids = await idsOf(services, command, request, body)
      const form = withOwnNames(command.aliases ?? {}, withoutId(command, body))
      const isBare = command.kind === 'rows' && command.allowEmptyBody && Object.keys(form).length === 0
      const fieldErrors = isBare ? [] : bodyErrors(command, audience, form)
      if (fieldErrors.length > 0) throwProblem('invalid', { fieldErrors })
      // a command on rows says so of rows that the caller may see (execute.ts)
      if (command.disabled && command.kind !== 'rows') throw new ApiError(command.disabled)
      const answer = await execute(services, command, {
        ids,
        params: request.params as Record<string, string>,
        query: request.query as Record<string, unknown>,
        body,
        input: inputOf(formSchema(command, audience), form),
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
      })
      reply.code(answer.status).type('application/json; charset=utf-8')
      return answer.body
    }
  })
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
  const { ids, idFrom, repeatsId } = command
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
  { resource, idFrom }: RowCommand,
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
  const own = [command.repeatsId, command.idFrom && 'body' in command.idFrom ? command.idFrom.body : undefined]
  return Object.fromEntries(Object.entries(body).filter(([name]) => !own.includes(name)))
}
