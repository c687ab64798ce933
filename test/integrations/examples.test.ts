/** The programs of docs/integrators.md, run as they stand there; and the client that is made of the API's description. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anItem, anOrder } from '../helper/factories.ts'
import { nodeProgram } from '../helper/program.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/integrators.md'), 'utf8')
const codeOf = (name: string): string => {
  const found = new RegExp(`\`\`\`\\w+\\n((?://|#) ${name.replace('.', '\\.')}\\n[\\s\\S]*?)\`\`\``).exec(page)?.[1]
  if (!found) throw new Error(`docs/integrators.md has no program ${name}`)
  return found
}

/** How each is started; Node 20 cannot run TypeScript by itself. */
const programs = {
  'opony.ts': (file: string) => [nodeProgram, '--import', import.meta.resolve('tsx'), file],
  'opony.py': (file: string) => ['python3', file]
} as const
const names = Object.keys(programs) as (keyof typeof programs)[]

let test: TestApp
let staff: Person
let folder: string
let url: string
let key: string
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'opony-examples-'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  for (const name of names) await writeFile(join(folder, name), codeOf(name))
  test = await anApp({ ROLES: 'web', WEBHOOK_PRIVATE: 'loopback' })
  await test.begin()
  url = await test.app.listen({ port: 0, host: '127.0.0.1' })
  staff = await test.signedInAs('ADMIN')
  const made = await staff.post('/api/Admin/ApiKeys', { name: 'Example', scopes: ['events:read'] })
  key = made.body.data.key
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

/** A running program, with the lines that it has printed. */
function start(name: keyof typeof programs, args: string[], env: Record<string, string>) {
  const [command = '', ...given] = programs[name](join(folder, name))
  const child = spawn(command, [...given, ...args], { env: { ...process.env, ...env }, cwd: folder })
  children.push(child)
  const lines: string[] = []
  const waiting = new Set<() => void>()
  let errors = ''
  child.stderr.on('data', chunk => {
    errors += chunk
  })
  child.stdout.on('data', chunk => {
    lines.push(...String(chunk).split('\n').filter(Boolean))
    for (const look of waiting) look()
  })
  return {
    lines,
    ended: once(child, 'close').then(([code]) => ({ code, errors })),
    printed: (count: number) =>
      new Promise<void>(resolve => {
        const look = (): void => {
          if (lines.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
  }
}

async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

const anAcceptedOrder = async (): Promise<number> => {
  const { db } = test.services
  const company = await aCompany(db)
  const { id: itemId } = await anItem(db, { price: 100 })
  const { id } = await anOrder(db, { company, itemId })
  await staff.put(`/api/Admin/Orders/${id}/accept`)
  return id
}

describe.each(names)('%s', name => {
  it('reads the feed, and goes on where it was', async () => {
    const env = { OPONY_URL: url, OPONY_KEY: key, STATE: `${name}.txt` }
    const first = await anAcceptedOrder()
    const run = start(name, ['feed'], env)
    expect(await run.ended).toEqual({ code: 0, errors: '' })
    expect(run.lines.at(-1)).toMatch(new RegExp(`^evt_\\d+ order.accepted ${first}$`))
    const second = await anAcceptedOrder()
    const again = start(name, ['feed'], env)
    expect(await again.ended).toEqual({ code: 0, errors: '' })
    expect(again.lines).toEqual([expect.stringMatching(new RegExp(`^evt_\\d+ order.accepted ${second}$`))])
  })

  it('takes a webhook once, however often it comes, and none that somebody else has signed', async () => {
    const port = await aFreePort()
    const hook = { url: `http://127.0.0.1:${port}/`, types: ['order.accepted'] }
    const { id, secret } = (await staff.post('/api/Admin/Webhooks', hook)).body.data
    const run = start(name, ['hooks'], { OPONY_SECRET: secret, PORT: String(port) })
    await run.printed(1)
    test.clock.now = new Date()
    const order = await anAcceptedOrder()
    await test.runSchedule('integrations.webhooks')
    await run.printed(2)
    expect(run.lines[1]).toMatch(new RegExp(`^evt_\\d+ order.accepted ${order}$`))
    const attempts = async () => (await staff.get(`/api/Admin/Webhooks/${id}/attempts`)).body.data
    await staff.post(`/api/Admin/Webhooks/${id}/replay`, { attemptId: (await attempts())[0].id })
    await test.runSchedule('integrations.webhooks')
    expect((await attempts()).map(({ status }: { status: number }) => status)).toEqual([204, 204])
    const forged = await fetch(hook.url, {
      method: 'POST',
      body: '{}',
      headers: {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': 'v1,AAAA'
      }
    })
    expect([forged.status, run.lines.length]).toEqual([401, 2])
    await staff.call('DELETE', `/api/Admin/Webhooks/${id}`)
  })
})

it('a client made by openapi-typescript compiles, and knows the feed and the events', async () => {
  const { body } = await test.nobody().get('/api/openapi.json')
  const client = astToString(await openapiTS(body))
  const use = `import type { components, paths, webhooks } from './api.ts'
    type Feed = paths['/api/Admin/Events']['get']['responses'][200]['content']['application/json']
    type Told = webhooks['order.completed']['post']['requestBody']
    export const idOf = (event: Feed['data'][number]): number => event.id
    export const lastOf = (feed: Feed): number => feed.next
    export const placedOf = (event: components['schemas']['OrderCreatedV1']): number => event.data.companyId
    export type { Told }`
  const files: Record<string, string> = { [join(folder, 'api.ts')]: client, [join(folder, 'use.ts')]: use }
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    types: []
  }
  for (const [file, text] of Object.entries(files)) await writeFile(file, text)
  const program = ts.createProgram(Object.keys(files), options)
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  expect(faults).toEqual([])
})
