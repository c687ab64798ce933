/** Fastify, set up once: limits, headers, letter case of queries, errors as problem+json. */
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { formats, maxFaults } from '../../contract/check.ts'
import { defaultLanguage } from '../../contract/languages.ts'
import type { Schema } from '../../contract/schema.ts'
import { openCallCounts } from '../access/call-counts.ts'
import { storeOf } from '../access/rate-limit.ts'
import { defined } from '../defined.ts'
import { ApiError, throwProblem, toApiError } from '../errors/errors.ts'
import { problemOf, problemType } from '../errors/problem.ts'
import { allEvents } from '../history/events.ts'
import type { Messages } from '../i18n/messages.ts'
import { maxBodyNames, maxStrangersBodyBytes } from '../limits.ts'
import type { Product } from '../product.ts'
import type { Services } from '../services.ts'
import { authentication, languageFor } from './authenticate.ts'
import { answerClientErrors } from './client-errors.ts'
import { setHeaders } from './headers.ts'
import { lazyValidators } from './lazy-validators.ts'
import { describeApi } from './openapi.ts'
import { type Load, limitSharing } from './overload.ts'
import { requestIdOf, traceIdOf } from './request-ids.ts'
import { logCalls } from './request-log.ts'
import { recordRefusals } from './security-events.ts'
import { allowSlowBodies } from './slow-bodies.ts'
import { traceCalls } from './traced-calls.ts'

const ourKeywords = [
  'vocabulary',
  'words',
  'decimals',
  'messages',
  'requiredWhen',
  'rulesBy',
  'sameAs',
  'unit',
  'seconds'
]
const shownFormats = [
  'money',
  'tonnes',
  'kilograms',
  'metres',
  'volts',
  'seconds',
  'degrees',
  'percent',
  'text',
  'url',
  'ratio'
]

export interface HttpOptions {
  readonly trustProxy: boolean | string | string[]
  readonly logger: object | boolean
  readonly messages: Messages
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Compiles the schemas of routes that were not called yet, and says how many schemas there are. */
    compileSchemas(): number
  }
}

export function makeFastify({ trustProxy, logger, messages }: HttpOptions): FastifyInstance {
  const validators = lazyValidators()
  const app = Fastify({
    logger,
    trustProxy,
    genReqId: ({ headers }) => requestIdOf(headers),
    childLoggerFactory: (parent, bindings, options, { headers }) =>
      parent.child({ ...bindings, ...defined({ traceId: traceIdOf(headers) }) }, options),
    // Routes that ask for a session take more (mount-command.ts).
    bodyLimit: maxStrangersBodyBytes,
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    // A call on a connection that is still open is answered as ever, and that connection then ends: Fastify's own 503 is no problem+json.
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true }),
    ...answerClientErrors(messages),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: false, maxParamLength: 200 },
    schemaController: { compilersFactory: { buildValidator: validators.factory } },
    ajv: {
      customOptions: {
        coerceTypes: 'array',
        // With strictNumbers Ajv would coerce the text Infinity to a number, and compare only finite numbers with their limits.
        strictNumbers: false,
        allErrors: true,
        keywords: ourKeywords,
        formats: {
          ...Object.fromEntries(Object.entries(formats).map(([name, validate]) => [name, { validate }])),
          ...Object.fromEntries(shownFormats.map(name => [name, true]))
        }
      } as never
    }
  }) as unknown as FastifyInstance
  app.decorate('compileSchemas', validators.compileAll)
  setHeaders(app)
  traceCalls(app)
  logCalls(app)
  return app
}

export async function prepareHttp(
  app: FastifyInstance,
  services: Services,
  load: Load,
  product: Product
): Promise<void> {
  allowSlowBodies(app.server)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('audience', undefined)
  app.decorateRequest('apiKey', undefined)
  app.decorateRequest('language', defaultLanguage)
  const counts = openCallCounts(services)
  await app.register(rateLimit, { global: false, store: storeOf(counts) })
  await app.register(websocket, {
    options: { maxPayload: 65_536, verifyClient: sameOrigin },
    // Such as a frame that is too large: a client can cause it as often as it likes, so it is no warning.
    errorHandler(error, socket, request) {
      request.log.debug({ err: error }, 'a socket failed')
      socket.terminate()
    }
  })
  // before any route is mounted, because a route has the handler that there is then
  const recordRefusal = recordRefusals(services)
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request)
    recordRefusal(request, refusal)
    request.refusal = refusal.code
    // A 503 that we threw ourselves is no fault, and under overload there are hundreds a second; metrics count them.
    const isChosen = refusal === error && refusal.status === 503
    if (refusal.status >= 500 && !isChosen)
      request.log.error({ err: error, code: refusal.code, route: request.routeOptions.url }, 'failed')
    if (refusal.retryAfter) reply.header('retry-after', refusal.retryAfter)
    return reply
      .code(refusal.status)
      .type(problemType)
      .send(problemOf(services.messages, request, refusal))
  })
  if (services.settings.apiDocs) await describeApi(app, product, allEvents.of(services.extensions))
  acceptEmptyJson(app)

  app.addHook('onRoute', route => {
    if (route.method === 'HEAD' || route.method === 'OPTIONS') return
    if (!route.config?.audiences) throw new Error(`${String(route.method)} ${route.url} does not say who it is for`)
  })
  app.setSerializerCompiler(() => data => JSON.stringify(data))
  const authenticate = authentication(services, counts)
  app.addHook('onRequest', async request => {
    // Set again when the caller is known; until then errors are in the language of the request.
    request.language = languageFor(request.host, request.headers['accept-language'], undefined)
    if (!request.routeOptions.url) return
    await authenticate(request)
  })
  limitSharing(app, services, load)
  app.addHook('preValidation', async request => nameQueryKeys(request))
}

/** A browser sends its origin: pages of another host may not open our hub. */
function sameOrigin(info: { origin?: string; req: { headers: { host?: string } } }): boolean {
  if (!info.origin) return true
  try {
    return new URL(info.origin).host === info.req.headers.host
  } catch {
    return false
  }
}

/** Whether a JSON text has more names of fields than that. */
function hasMoreNames(text: string, most: number): boolean {
  let count = 0
  for (const _ of text.matchAll(/"\s*:/g)) {
    count += 1
    if (count > most) return true
  }
  return false
}

/** "All calls go with a JSON content type", those without a body too. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else if (hasMoreNames(text as string, request.routeOptions.config?.bodyNames ?? maxBodyNames))
      done(new ApiError('kernel.tooLarge'))
    else parse(request, text as string, done)
  })
  app.removeContentTypeParser('text/plain')
}

const querySchemaOf = (request: FastifyRequest): Schema | undefined =>
  request.routeOptions.schema?.querystring as Schema | undefined

/** The specification writes query keys in both ways (`Page`, `page`): each is renamed to the route's own spelling. */
function nameQueryKeys(request: FastifyRequest): void {
  const { properties } = querySchemaOf(request) ?? {}
  if (!properties) return
  const known = new Map(Object.keys(properties).map(name => [name.toLowerCase(), name]))
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

/** The words of these codes are those of forms, whose values a query may be; a blank value is a missing one there, too. */
const formWords: Record<string, string> = { required: 'check.required', choice: 'check.choice' }

/** What is wrong with the query of a call; where a field of its schema has a sentence for that, in this sentence. */
function refusalOf(error: unknown, request: FastifyRequest): ApiError {
  const { validation } = error as { validation?: AjvFault[] }
  if (!validation) return toApiError(error)
  const codes: Record<string, string> = { required: 'required', enum: 'choice', type: 'type', maxLength: 'tooLong' }
  const fields = querySchemaOf(request)?.properties ?? {}
  const fieldErrors = validation.slice(0, maxFaults).map(({ instancePath, keyword, params }) => {
    const path = instancePath.replace(/^\//, '').replaceAll('/', '.') || params?.missingProperty || ''
    const isBlank = (request.query as Record<string, unknown>)[path] === ''
    const code = isBlank ? 'required' : (codes[keyword] ?? 'query')
    const own = Object.hasOwn(fields, path) ? fields[path]?.messages : undefined
    return { path, code, params: {}, message: own?.[code] ?? formWords[code] ?? 'check.query' }
  })
  try {
    return throwProblem('invalid', { fieldErrors })
  } catch (refusal) {
    return refusal as ApiError
  }
}
