/**
 * Where browsers report their own faults: a line in the log, and a number for the operator's alarms. Anybody may call, because a page can
 * fail before anybody has signed in; so the calls of an address are limited, the body is small, and its texts are cleaned again.
 */
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { check } from '../../contract/check.ts'
import { type CrashReport, maxMessage, maxPath, maxPathItem, withoutData } from '../../contract/crash.ts'
import { addressKey } from '../access/address-key.ts'
import { throwProblem } from '../errors/errors.ts'
import type { Services } from '../services.ts'

const Report = Type.Object(
  {
    message: Type.String({ maxLength: maxMessage }),
    path: Type.Array(Type.String({ maxLength: maxPathItem }), { maxItems: maxPath }),
    build: Type.String({ maxLength: 40 })
  },
  { additionalProperties: false }
)

const maxBytes = 8_192
const limit = { max: 20, timeWindow: 60_000 }

/** POST /api/ui/crashes; answers 204. `build`: the build that the server serves now, to tell a fault of an old page. */
export function mountCrashes(app: FastifyInstance, { metrics, log }: Services, build: string | undefined): void {
  const crashes = new Counter({
    name: 'opony_browser_crashes_total',
    help: 'Faults that browsers have reported, of pages of the present build and of earlier ones',
    labelNames: ['build'],
    registers: [metrics.registry]
  })
  const options = {
    bodyLimit: maxBytes,
    config: {
      audiences: ['anyone' as const],
      rateLimit: { ...limit, keyGenerator: ({ ip }: FastifyRequest) => addressKey(ip) }
    },
    schema: { hide: true } as never
  }
  app.post('/api/ui/crashes', options, (request, reply) => {
    if (check(Report, request.body).length > 0) throwProblem('malformed')
    const { message, path, build: of } = request.body as CrashReport
    const isCurrent = of === build
    crashes.inc({ build: isCurrent ? 'current' : 'earlier' })
    log.error(
      { crash: { message: withoutData(message), path: path.map(withoutData), build: withoutData(of), isCurrent } },
      'a browser has reported a fault of its page'
    )
    return reply.code(204).send()
  })
}
