/** Mounts a route on Fastify. */

import type { TObject } from '@sinclair/typebox'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Knex } from 'knex'
import { statedLimit } from '../access/rate-limit.ts'
import { positionIn } from '../database/replica.ts'
import { defined } from '../defined.ts'
import { SheetFile } from '../files/download.ts'
import type { Route } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { routeShape } from './api-shape.ts'
import { idOf } from './path-values.ts'
import { namePosition } from './position.ts'
import { eventOf } from './security-events.ts'

/** Accepts any content type and passes the body on as a stream; `run` limits its size. */
const anyFile = { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }

function mountUpload(app: FastifyInstance, options: RouteOptions): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.route(options)
  })
}

/** A form without fields is sent as `application/x-www-form-urlencoded` and is empty. */
function mountButton(app: FastifyInstance, options: RouteOptions): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_request, _text, done) =>
      done(null, undefined)
    )
    scope.route(options)
  })
}

/** What the call leaves among the security events once it has answered. */
const eventOfRoute = ({ securityEvent, answer }: Route) =>
  securityEvent ?? (answer === SheetFile ? { kind: 'exported' as const } : undefined)

export function mountRoute(app: FastifyInstance, services: Services, route: Route<TObject>, tag: string): void {
  const event = eventOfRoute(route)
  const options: RouteOptions = {
    method: route.method,
    url: route.url,
    exposeHeadRoute: route.head ?? true,
    config: defined({
      audiences: route.access,
      scope: route.scope,
      device: route.device,
      patient: route.patient,
      revalidated: route.revalidated,
      replica: route.replica,
      body: route.method === 'PUT' ? anyFile : undefined,
      ...statedLimit(route.rateLimit, route.access)
    }),
    schema: routeShape(route, tag),
    handler: async (request, reply) => {
      reply.code(route.status ?? 200)
      const param = (name: string): string => (request.params as Record<string, string>)[name] ?? ''
      const run = (db: Knex): Promise<unknown> =>
        route.run({
          services: db === services.db ? services : { ...services, db },
          caller: request.caller as never,
          query: request.query as never,
          get id() {
            return idOf(request)
          },
          param,
          request,
          reply
        })
      const { replica } = services
      const answer = await (replica && route.replica
        ? replica.read(positionIn(request.headers), run)
        : run(services.db))
      if (route.method === 'PUT') await namePosition(services, reply)
      if (event) services.security.record(eventOf(request, event.kind, { subject: event.subject?.(param) }))
      return answer
    }
  }
  if (route.method === 'PUT') mountUpload(app, options)
  else if (route.method === 'POST') mountButton(app, options)
  else app.route(options)
}
