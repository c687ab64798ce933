import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopOrphan } from '../../src/embedded/postgres.ts'
import { aProcess, type Running } from '../helper/process.ts'

/** What an operator does: start, stop, start again, and lose the power. Everything embedded, in a folder of its own. */
describe('the process', () => {
  let folder: string
  const started: Running[] = []

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'opony-start-'))
  })
  afterAll(async () => {
    for (const running of started) await running.stop()
    const home = await stopOrphan(folder)
    if (home) await rm(home, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  })

  const start = async (): Promise<Running> => {
    const running = await aProcess('node', { DATA_DIR: folder })
    started.push(running)
    return running
  }
  const newOrders = async (app: Running): Promise<number> => {
    const signedIn = await app.ask('/api/Authorization/sign-in', {
      method: 'POST',
      host: 'admin.localhost',
      body: { email: 'admin@example.com', password: 'Demo-2026-Opony' }
    })
    const token = (signedIn.body as { data: { accessToken: string } }).data.accessToken
    const { body } = await app.ask('/api/Admin/Orders?limit=1', { token, host: 'admin.localhost' })
    return (body as { total: number }).total
  }

  it('starts from nothing with a demo business, says where it is, and stops cleanly', async () => {
    const app = await start()
    expect(app.output()).toContain(`Back office  http://admin.localhost:${app.port}`)
    expect(app.output()).toContain('client.admin@example.com')
    expect((await app.ask('/health/ready')).status).toBe(200)
    expect(await newOrders(app)).toBe(1500)
    expect(await app.stop('SIGINT')).toBe(0)
    expect(app.output()).toContain('Stopped.')
  })

  it('restarts quickly with the same data', async () => {
    const app = await start()
    expect(await newOrders(app)).toBe(1500)
    expect(app.output()).not.toContain('Demo business:')
    console.info(`second start: ready in ${(app.readyMs / 1000).toFixed(1)} s`)
    await app.stop('SIGKILL')
  })

  it('starts again after kill -9, with the database that was still running', async () => {
    const app = await start()
    expect(await newOrders(app)).toBe(1500)
    // As logrotate and a terminal that closes send them.
    for (const signal of ['SIGHUP', 'SIGUSR2'] as const) app.signal(signal)
    expect(await newOrders(app)).toBe(1500)
    expect(await app.stop('SIGTERM')).toBe(0)
  })

  it('tells all faults of its settings at once, and how to mend each', async () => {
    const failed = aProcess('node', { DATA_DIR: folder, NODE_ENV: 'production', PORT: 'x' })
    await expect(failed).rejects.toThrow(/PORT[\s\S]*TOKEN_SECRET/)
  })
})
