/**
 * What the operator's own programs ask, on a separate listener (METRICS_HOST, METRICS_PORT), never on the one that clients reach: metrics
 * as Prometheus text, and the health of a process in any role.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram } from 'prom-client'
import type { Metrics } from '../metrics.ts'
import type { Health } from './health.ts'
import { routeOf } from './request-log.ts'

/** Times every answer by route, method and status. */
export function measureHttp(app: FastifyInstance, { registry }: Metrics): void {
  const seconds = new Histogram({
    name: 'opony_http_seconds',
    help: 'Time from request to answer',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry]
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request, reply.statusCode)
    seconds.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

const json = (response: ServerResponse, status: number, body: object): void => {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  response.writeHead(status, status === 503 ? { ...headers, 'retry-after': '2' } : headers).end(JSON.stringify(body))
}

/** What is answered at each path. */
const answersOf = (
  { registry }: Metrics,
  { build, readiness }: Health
): Readonly<Record<string, (response: ServerResponse) => void | Promise<void>>> => ({
  '/health/live': response => json(response, 200, { status: 'ok', ...build }),
  async '/health/ready'(response) {
    const { isReady, parts } = await readiness()
    json(response, isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable', ...build, parts })
  },
  async '/metrics'(response) {
    const text = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  }
})

export interface MetricsAddress {
  readonly host: string
  readonly port: number
}

/** Listens; returns the function that stops it. The caller skips this for port 0, which means off. */
export async function serveMetrics(
  metrics: Metrics,
  health: Health,
  { host, port }: MetricsAddress
): Promise<() => Promise<void>> {
  collectDefaultMetrics({ register: metrics.registry })
  const answers = answersOf(metrics, health)
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined
    if (!answer) response.writeHead(404).end()
    else Promise.resolve(answer(response)).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: Error & { code?: string }) => {
      const taken = `Port ${port} is taken. Stop what listens there, or set METRICS_PORT to a free one.`
      reject(error.code === 'EADDRINUSE' ? new Error(taken) : error)
    })
    server.listen(port, host, resolve)
  })
  return () =>
    new Promise(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
