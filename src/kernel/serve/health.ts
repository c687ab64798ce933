/**
 * Health: live while the event loop runs; ready once the process has begun and until it is to stop, while the database and every part that modules name have
 * answered. The database is asked on the listening connection, so that a busy pool does not make the process look unready. Both are
 * answered beside the API, and in every role on the listener of METRICS_PORT, which also says which part is not ready.
 */
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { throwProblem } from '../errors/errors.ts'
import type { BuildVersion } from '../product.ts'
import type { Services } from '../services.ts'

const Answer = Type.Object({ status: Type.Literal('ok'), version: Type.String(), commit: Type.String() })

export interface Readiness {
  readonly isReady: boolean
  /** Each part, and whether it is. */
  readonly parts: Readonly<Record<string, boolean>>
}

export interface Health {
  readonly build: BuildVersion
  readiness(): Promise<Readiness>
  /** From now on the process is not ready, so that a proxy sends its calls elsewhere. */
  leave(): void
}

export function openHealth({ listener, runtime, log, metrics }: Services, build: BuildVersion): Health {
  let isLeaving = false
  const database = async (): Promise<boolean> => {
    try {
      await listener.confirm()
      return true
    } catch (error) {
      log.warn({ err: error }, 'not ready: the database does not answer')
      return false
    }
  }
  const readiness = async (): Promise<Readiness> => {
    const named = runtime.readiness.map(({ name, isReady }) => [name, isReady()] as const)
    const parts = {
      database: await database(),
      ...Object.fromEntries(named),
      ...(isLeaving ? { stopping: false } : {})
    }
    return { isReady: Object.values(parts).every(Boolean), parts }
  }
  metrics.ask('opony_ready', 'Whether the part is ready: the database answers, sensors are heard', ['part'], async () =>
    Object.entries((await readiness()).parts).map(([part, isReady]) => ({ labels: { part }, value: Number(isReady) }))
  )
  const leave = (): void => {
    isLeaving = true
  }
  return { build, readiness, leave }
}

export function mountHealth(app: FastifyInstance, { build, readiness }: Health): void {
  const options = (operationId: string, summary: string) => ({
    config: { audiences: ['anyone' as const] },
    schema: { summary, operationId, tags: ['health'], response: { 200: Answer } }
  })
  const ok = { status: 'ok', ...build }
  app.get('/health/live', options('getHealthLive', 'The process turns'), async () => ok)
  app.get('/health/ready', options('getHealthReady', 'Database and broker answer'), async () => {
    if (!(await readiness()).isReady) throwProblem('unavailable', { retryAfter: 2 })
    return ok
  })
}
