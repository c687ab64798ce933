/**
 * Metrics for the operator, as Prometheus text on a separate listener (METRICS_PORT), never on the one that
 * clients reach.
 */
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram } from 'prom-client'
import type { Metrics } from '../metrics.ts'

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
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

/** Listens on the port; returns the function that stops it. The caller skips this for port 0, which means off. */
export async function serveMetrics({ registry }: Metrics, port: number, host: string): Promise<() => Promise<void>> {
  collectDefaultMetrics({ register: registry })
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end()
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return () => new Promise(resolve => server.close(() => resolve()))
}
