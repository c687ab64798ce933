/** Fastify, set up once: limits, headers, letter case of queries, errors as problem+json, the API's description. */
import { randomUUID } from 'node:crypto'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { formats } from '../../contract/check.ts'
import { defaultLanguage } from '../../contract/languages.ts'
import type { Problem } from '../../contract/problem.ts'
import { authenticate, languageFor } from '../access/authenticate.ts'
import type { Services } from '../services.ts'
import { type ApiError, errorCatalogue, throwProblem, toApiError } from './errors.ts'
import { allowSlowBodies } from './slow-bodies.ts'

const ourKeywords = ['vocabulary', 'decimals', 'messages', 'requiredWhen', 'rulesBy', 'sameAs']
const ourFormats = ['instant', 'day', 'email', 'phone', 'digits', 'nip', 'postalCode', 'blobName'] as const
const shownFormats = ['money', 'tonnes', 'metres', 'volts', 'degrees', 'percent', 'text', 'url', 'ratio']

export interface HttpOptions {
  readonly trustProxy: boolean | string | string[]
  readonly logger: object | boolean
}

export function makeFastify({ trustProxy, logger }: HttpOptions): FastifyInstance {
  return Fastify({
    logger,
    trustProxy,
    // One over all processes and starts: a person reads it out, an operator finds it in the log.
    genReqId: () => randomUUID(),
    bodyLimit: 1_048_576,
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    return503OnClosing: true,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: false, maxParamLength: 200 },
    ajv: {
      customOptions: {
        coerceTypes: 'array',
        allErrors: true,
        keywords: ourKeywords,
        formats: {
          ...Object.fromEntries(
            ourFormats.map(name => [name, { validate: formats[name] as (text: string) => boolean }])
          ),
          ...Object.fromEntries(shownFormats.map(name => [name, true]))
        }
      } as never
    }
  }) as unknown as FastifyInstance
}

export async function prepareHttp(app: FastifyInstance, services: Services): Promise<void> {
  allowSlowBodies(app.server)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('audience', undefined)
  app.decorateRequest('language', defaultLanguage)
  await app.register(helmet, { contentSecurityPolicy: false, crossOriginEmbedderPolicy: false })
  await app.register(rateLimit, { global: false })
  await app.register(websocket, { options: { maxPayload: 65_536, verifyClient: sameOrigin } })
  await describe(app)
  acceptEmptyJson(app)

  app.addHook('onRoute', route => {
    if (route.method === 'HEAD' || route.method === 'OPTIONS') return
    if (!route.config?.audiences) throw new Error(`${String(route.method)} ${route.url} does not say who it is for`)
  })
  app.setSerializerCompiler(() => data => JSON.stringify(data))
  app.addHook('onRequest', async request => {
    // Set again when the caller is known; until then errors, too, are in a requested language.
    request.language = languageFor(request.host, request.headers['accept-language'], undefined)
    if (!request.routeOptions.url) return
    await authenticate(services, request)
  })
  app.addHook('preValidation', async request => nameQueryKeys(request))
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('x-request-id', request.id)
    return payload
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    const facts = { err: refusal.status >= 500 ? error : undefined, code: refusal.code, url: request.routeOptions.url }
    if (refusal.status >= 500) request.log.error(facts, 'refused')
    else request.log.debug(facts, 'refused')
    if (refusal.retryAfter) reply.header('retry-after', refusal.retryAfter)
    return reply
      .code(refusal.status)
      .type('application/problem+json; charset=utf-8')
      .send(problemOf(services, request, refusal))
  })
}

/** A browser sends its origin; a page of another host may not open our hub. */
function sameOrigin(info: { origin?: string; req: { headers: { host?: string } } }): boolean {
  if (!info.origin) return true
  try {
    return new URL(info.origin).host === info.req.headers.host
  } catch {
    return false
  }
}

/** "All calls go with a JSON content type", those without a body too. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else parse(request, text as string, done)
  })
  app.removeContentTypeParser('text/plain')
}

/** The specification writes query keys both ways (`Page`, `page`): each gets the name that the route uses. */
function nameQueryKeys(request: FastifyRequest): void {
  const schema = request.routeOptions.schema?.querystring as { properties?: Record<string, unknown> } | undefined
  if (!schema?.properties) return
  const known = new Map(Object.keys(schema.properties).map(name => [name.toLowerCase(), name]))
  const query = request.query as Record<string, unknown>
  request.query = Object.fromEntries(
    Object.entries(query).map(([key, value]) => [known.get(key.toLowerCase()) ?? key, value])
  )
}

interface AjvFault {
  readonly instancePath: string
  readonly keyword: string
  readonly params?: { missingProperty?: string }
}

function refusalOf(error: unknown): ApiError {
  const { validation } = error as { validation?: AjvFault[] }
  if (!validation) return toApiError(error)
  const codes: Record<string, string> = { required: 'required', enum: 'choice', type: 'type', maxLength: 'tooLong' }
  const fieldErrors = validation.map(({ instancePath, keyword, params }) => ({
    path: instancePath.replace(/^\//, '').replaceAll('/', '.') || params?.missingProperty || '',
    code: codes[keyword] ?? 'query',
    params: {},
    message: 'check.query'
  }))
  try {
    return throwProblem('invalid', { fieldErrors })
  } catch (refusal) {
    return refusal as ApiError
  }
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

export function problemOf({ messages }: Services, request: FastifyRequest, refusal: ApiError): Problem {
  const { language } = request
  const errors = refusal.fieldErrors.map(({ path, message, params }) => ({
    PropertyName: path,
    ErrorMessage: messages.say(language, message, params)
  }))
  return {
    type: 'about:blank',
    title: messages.say(language, `errors.${refusal.code}`, refusal.params),
    status: refusal.status,
    detail:
      errors.length > 0 && refusal.code === 'kernel.invalid'
        ? [...new Set(errors.map(error => sentence(error.ErrorMessage)))].join(' ')
        : messages.say(language, refusal.message, refusal.params),
    code: refusal.code,
    instance: request.id,
    ...refusal.extra,
    ...(errors.length > 0 ? { Errors: errors } : {})
  }
}

async function describe(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Opony',
        version: '1',
        description: 'Collection of used tyres and containers. Errors are RFC 9457 problem+json with a stable `code`.'
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
        schemas: { Problem: problemSchema() as never }
      },
      security: [{ bearer: [] }]
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: {
        ...schema,
        body: route.config?.body,
        description: forWhom(route.config?.audiences),
        response: withProblem((schema as { response?: object }).response)
      } as never
    })
  })
  app.get('/api/openapi.json', { config: { audiences: ['anyone'] }, schema: { hide: true } as never }, async () =>
    app.swagger()
  )
  await app.register(async docs => {
    docs.addHook('onRoute', route => {
      route.config = { ...route.config, audiences: ['anyone'] }
    })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: docsPolicy,
      uiConfig: { docExpansion: 'list', deepLinking: true, validatorUrl: null }
    })
  })
}

/** Nothing from elsewhere; one style element is Swagger's own, and known by its hash. */
const docsPolicy = {
  'default-src': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'img-src': ["'self'", 'data:'],
  'object-src': "'none'",
  'script-src': "'self'",
  'style-src': ["'self'", "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"]
}

const forWhom = (audiences: readonly string[] = []): string => `For: ${audiences.join(', ')}`

const withProblem = (response: object | undefined): object => ({
  ...response,
  default: {
    description: 'The call was refused',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  }
})

const problemSchema = () => ({
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'fit to show, in the caller’s language' },
    code: { type: 'string', enum: [...errorCatalogue().keys()].sort() },
    instance: { type: 'string', description: 'id of the request' },
    current: { type: 'object', additionalProperties: true },
    changes: { type: 'array', items: { type: 'object', additionalProperties: true } },
    data: { type: 'object', additionalProperties: true },
    Errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['PropertyName', 'ErrorMessage'],
        properties: { PropertyName: { type: 'string' }, ErrorMessage: { type: 'string' } }
      }
    }
  }
})
