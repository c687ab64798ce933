/** Hangs routes and commands on Fastify: the only place where the two meet HTTP. */
import type { TObject, TProperties, TSchema } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { check } from '../../contract/check.ts'
import { roleNames } from '../../contract/roles.ts'
import { isNullable, isText, type Schema } from '../../contract/schema.ts'
import { type AnyCommand, audiencesOf, isEdit, methodOf, pathOf, type RowCommand } from '../commands/command.ts'
import { bodyErrors, execute, formSchema } from '../commands/execute.ts'
import { inputOf, isPlain, refuseField, withOwnNames } from '../commands/validation.ts'
import { findByField } from '../resources/read-one.ts'
import { viewSchema } from '../resources/routes.ts'
import { Id, Nullable } from '../schema.ts'
import type { Services } from '../services.ts'
import { ApiError, throwProblem } from './errors.ts'
import { bodyLimit, strangersBodyLimit } from './limits.ts'
import { ItemResponse, type Route } from './route.ts'

const integer = /^(0|[1-9]\d{0,9})$/

/** The number in the path; what is no number names nothing. */
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

/**
 * Strangers are limited by their address. A role that is named beside them is known, and is not limited; where no stranger may call,
 * each account is limited by itself, wherever it calls from.
 */
function rateOf({ rateLimit }: Pick<Route, 'rateLimit'>, audiences: readonly string[]) {
  if (!rateLimit) return {}
  const isKnown = ({ audience }: FastifyRequest): boolean => roleNames.some(role => role === audience)
  const takesStrangers = audiences.includes('anyone')
  return {
    rateLimit: {
      ...rateLimit,
      keyGenerator: ({ ip, caller }: FastifyRequest) =>
        takesStrangers || !caller ? ip : `account ${caller.accountId}`,
      ...(takesStrangers ? { allowList: isKnown } : {})
    }
  }
}

/** Any type of content is handed over as it arrives; only `run` knows how much of it may come. */
const anyFile = { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }

function mountUpload(app: FastifyInstance, options: RouteOptions): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.route(options)
  })
}

/** The answer to a call that names the ETag of what it has. */
const unchanged = { 304: { type: 'null', description: 'the answer is the one that the caller has' } }

export function mountRoute(app: FastifyInstance, services: Services, route: Route<TObject>, tag: string): void {
  const options: RouteOptions = {
    method: route.method,
    url: route.url,
    exposeHeadRoute: route.head ?? true,
    config: withoutBlank({
      audiences: route.access,
      revalidated: route.revalidated,
      body: route.method === 'PUT' ? anyFile : undefined,
      ...rateOf(route, route.access)
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
      return route.run({
        services,
        caller: request.caller as never,
        query: request.query as never,
        get id() {
          return idOf(request)
        },
        param: name => (request.params as Record<string, string>)[name] ?? '',
        request,
        reply
      })
    }
  }
  if (route.method === 'PUT') mountUpload(app, options)
  else app.route(options)
}

/** `"7"` as the browser sends the version; absent where a caller does not care. */
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

/** The fields of a body: null is as good as absent for an optional text. */
const withNulls = ({ properties, required = [] }: TObject): TProperties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      const isOptionalText = !required.includes(name) && isText(field as Schema) && !isNullable(field as Schema)
      return [name, isOptionalText ? Type.Optional(Nullable(field)) : field]
    })
  )

/** What a body names its row by: the id, or a field of the command's resource. */
const idSchemaOf = (command: AnyCommand, field: string | undefined): TSchema =>
  field && command.kind === 'rows' ? (command.resource.schema.properties[field] as TSchema) : Id

/** The API's description names the field that carries or repeats the row's id, too, and the other names of fields. */
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

/** A creation answers 201 and the created row; what acts on rows, the row; an action its own answer. */
function answerSchema(command: AnyCommand): Record<number, TSchema> {
  const { status } = command
  if (command.kind === 'action') return { [status ?? 200]: ItemResponse(command.answer) }
  const row = viewSchema(command.resource, 'list')
  if (command.kind === 'creation') return { [status ?? 201]: ItemResponse(row) }
  const data = command.ids ? Type.Array(row) : row
  const success: TProperties = command.success ? { success: Type.Literal(true) } : {}
  const secret: TProperties = command.reveals
    ? { secret: Type.String({ description: 'given in this answer only' }) }
    : {}
  const unchanged = Type.Optional(Type.Literal(true, { description: 'nothing was different: no history, no version' }))
  return { [status ?? 200]: Type.Object({ ...success, data, ...secret, ...(isEdit(command) ? { unchanged } : {}) }) }
}

/** The query of a command: the id of its row, where that travels so. */
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
      ...rateOf(command, audiences)
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
      if (command.disabled) throw new ApiError(command.disabled)
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
        host: request.host
      })
      reply.code(answer.status).type('application/json; charset=utf-8')
      return answer.body
    }
  })
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1

/** The rows that a call is about; of a call for many, only once its body has been checked. */
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

/** The id of the row that a field of the body names by a text of its own. */
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

/** The body without the row's id, which no form asks for. */
function withoutId(command: AnyCommand, body: Record<string, unknown>): Record<string, unknown> {
  if (command.kind !== 'rows') return body
  const own = [command.repeatsId, command.idFrom && 'body' in command.idFrom ? command.idFrom.body : undefined]
  return Object.fromEntries(Object.entries(body).filter(([name]) => !own.includes(name)))
}
