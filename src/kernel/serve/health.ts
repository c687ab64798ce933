/**
 * Health: live while the event loop runs; ready once the database and every part that modules name have answered. The database is
 * asked on the listening connection, so that a busy pool does not make the process look unready.
 */
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { throwProblem } from '../errors/errors.ts'
import type { Services } from '../services.ts'

const Answer = Type.Object({ status: Type.Literal('ok') })

export async function mountHealth(app: FastifyInstance, services: Services): Promise<void> {
  const options = (operationId: string, summary: string) => ({
    config: { audiences: ['anyone' as const] },
    schema: { summary, operationId, tags: ['health'], response: { 200: Answer } }
  })
  app.get('/health/live', options('getHealthLive', 'The process turns'), async () => ({ status: 'ok' }))
  app.get('/health/ready', options('getHealthReady', 'Database and broker answer'), async request => {
    try {
      await services.listener.confirm()
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database does not answer')
      throwProblem('unavailable', { retryAfter: 2 })
    }
    if (services.runtime.readiness.some(isReady => !isReady())) throwProblem('unavailable', { retryAfter: 2 })
    return { status: 'ok' }
  })
}
