/** Health: live while the loop turns; ready once the database answers and every part that modules name does. */
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { fail } from './errors.ts'
import type { Services } from './services.ts'

const Answer = Type.Object({ status: Type.Literal('ok') })

export async function mountHealth(app: FastifyInstance, services: Services): Promise<void> {
  const options = (operationId: string, summary: string) => ({
    config: { audiences: ['anyone' as const] },
    schema: { summary, operationId, tags: ['health'], response: { 200: Answer } }
  })
  app.get('/health/live', options('getHealthLive', 'The process turns'), async () => ({ status: 'ok' }))
  app.get('/health/ready', options('getHealthReady', 'Database and broker answer'), async request => {
    try {
      await services.db.raw('select 1')
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database does not answer')
      fail('unavailable', { retryAfter: 2 })
    }
    if (services.registries.readiness.some(isReady => !isReady())) fail('unavailable', { retryAfter: 2 })
    return { status: 'ok' }
  })
}
