import { describe, expect, it } from 'vitest'
import { openMetrics } from '../../src/kernel/metrics.ts'
import { serveMetrics } from '../../src/kernel/serve/metrics.ts'
import { anApp } from '../helper/app.ts'
import { freePort } from '../helper/relay.ts'

describe('metrics', () => {
  it('time each answer by its route, and are not served beside the API', async () => {
    const test = await anApp()
    try {
      const staff = await test.signedInAs('ADMIN')
      await staff.get('/api/Admin/Orders/77/details')
      expect(await test.services.metrics.registry.metrics()).toContain(
        'opony_http_seconds_count{route="/api/Admin/Orders/:id/details",method="GET",status="404"} 1'
      )
      expect((await staff.get('/metrics')).body).not.toContain('opony_http_seconds')
    } finally {
      await test.close()
    }
  })

  it('are read on a listener of their own', async () => {
    const metrics = openMetrics()
    metrics.observe('opony_readings', 'Readings', 'outcome', () => ({ stored: 7 }))
    const port = await freePort()
    const stop = await serveMetrics(metrics, port, '127.0.0.1')
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
      const text = await answer.text()
      expect(text).toContain('opony_readings{outcome="stored"} 7')
      expect(text).toContain('process_cpu_seconds_total')
      expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404)
    } finally {
      await stop()
    }
  })
})
