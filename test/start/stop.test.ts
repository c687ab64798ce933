/** What is left when `npm start` is stopped as supervisors stop it: nothing. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findHome } from '../../src/embedded/home.ts'
import { stopOrphan } from '../../src/embedded/postgres.ts'
import { alive, hasProc, killLeft, npmStart, processesNaming, type Started } from '../helper/npm-start.ts'

let folder: string
const trees: Map<number, string>[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'opony-stop-'))
})
afterEach(() => killLeft(trees.splice(0)))
afterAll(async () => {
  const home = await stopOrphan(folder)
  if (home) await rm(home, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

async function started(until: RegExp): Promise<{ run: Started; tree: Map<number, string> }> {
  const run = npmStart({ DATA_DIR: folder, DEMO: 'false' })
  await run.says(until).finally(() => trees.push(run.tree()))
  return { run, tree: run.tree() }
}

const listens = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = createConnection(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

/** Of what was seen, and of what uses the cluster, which may have been started later. */
async function nothingIsLeft(tree: ReadonlyMap<number, string>): Promise<void> {
  const { cluster } = await findHome(folder)
  await expect.poll(() => [...alive(tree), ...processesNaming(cluster)], { timeout: 15_000, interval: 50 }).toEqual([])
}

const ready = /Opony is ready[\s\S]*mqtt:.*\n/

describe.skipIf(!hasProc)('SIGTERM', () => {
  it('to npm ends everything while the first start is under way', async () => {
    const { run, tree } = await started(/Making a PostgreSQL/)
    process.kill(run.pid, 'SIGTERM')
    await nothingIsLeft(tree)
    expect(run.output()).not.toContain('Opony is ready')
  })

  it.each([
    ["npm's own process", 1],
    ["npm's own process, again", 1],
    ['the group', -1],
    ['the group, again', -1]
  ])(
    'to %s ends everything',
    async (_, sign) => {
      const { run, tree } = await started(ready)
      const lines = [...tree.values()].join('\n')
      for (const part of [/^npm start/m, /^sh -c node --import tsx/m, /^node --import tsx/m, /bin\/postgres -D/m])
        expect(lines).toMatch(part)
      const ports = [...run.output().matchAll(/localhost:(\d+)/g)].map(([, port]) => Number(port))
      process.kill(sign * run.pid, 'SIGTERM')
      await nothingIsLeft(tree)
      for (const port of ports) expect(await listens(port)).toBe(false)
      expect(run.output()).toContain('Stopped.')
    },
    60_000
  )
})

it.skipIf(!hasProc)(
  'npm is killed, and the server and its database follow it',
  async () => {
    const { run, tree } = await started(ready)
    process.kill(run.pid, 'SIGKILL')
    await nothingIsLeft(tree)
    expect(run.output()).toContain('Stopped.')
  },
  60_000
)
