/** The API's description (OpenAPI), and the page that shows it. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { errorCatalogue } from '../errors/errors.ts'
import { type EventDefinition, eventSchema } from '../history/events.ts'
import type { Product } from '../product.ts'

export async function describeApi(
  app: FastifyInstance,
  product: Product,
  events: readonly EventDefinition[]
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: product.name,
        version: '1',
        description: `${product.about} Errors are RFC 9457 problem+json with a stable \`code\`.`
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'a token, or an API key (opn_…)' }
        },
        schemas: { Problem: problemSchema() as never, ...(eventSchemas(events) as object) }
      },
      security: [{ bearer: [] }],
      webhooks: webhooksOf(events) as never
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: {
        ...schema,
        body: route.config?.body,
        description: forWhom(route.config),
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
      logo: { type: 'image/svg+xml', content: product.logo, href: '/api/docs', target: '_self' },
      uiConfig: { docExpansion: 'none', deepLinking: true, validatorUrl: null }
    })
  })
}

/** Nothing from other origins; the one inline style is Swagger's own, and allowed by its hash. */
const docsPolicy = {
  'default-src': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'img-src': ["'self'", 'data:'],
  'object-src': "'none'",
  'script-src': "'self'",
  'style-src': ["'self'", "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"]
}

const forWhom = ({ audiences = [], scope, device }: FastifyContextConfig = {}): string =>
  `For: ${audiences.join(', ')}${scope ? `. API keys: ${scope}` : ''}${device ? '. Devices of drivers' : ''}`

const withProblem = (response: object | undefined): object => ({
  ...response,
  default: {
    description: 'The call was refused',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  }
})

/** The name of an event's schema: `OrderAcceptedV1`. */
const schemaName = ({ type, version }: EventDefinition): string =>
  `${type.replace(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase())}V${version}`

const schemaOf = (event: EventDefinition) => ({ $ref: `#/components/schemas/${schemaName(event)}` })

const eventSchemas = (events: readonly EventDefinition[]) => ({
  ...Object.fromEntries(events.map(event => [schemaName(event), eventSchema(event)])),
  Event: { oneOf: events.map(schemaOf) }
})

/** What is sent to webhooks: the same events as in the feed, without their id, which a header has. */
const webhooksOf = (events: readonly EventDefinition[]) =>
  Object.fromEntries(
    events.map(event => [
      event.type,
      {
        post: {
          summary: event.summary,
          operationId: `on${schemaName(event)}`,
          tags: ['webhooks'],
          requestBody: { content: { 'application/json': { schema: { ...eventSchema(event, false) } } } },
          responses: { '2XX': { description: 'the event was taken; any other answer is tried again' } }
        }
      }
    ])
  )

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
    see: { type: 'string', description: 'where in the application stands what the refusal is about' },
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
