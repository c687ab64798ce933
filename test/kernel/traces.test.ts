/** Traces as a collector receives them: a server that takes OTLP over HTTP. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestJson } from '../../src/kernel/outbound/request-json.ts'
import { recordSpans, spanOf } from '../../src/kernel/traces.ts'
import { openTraces, type Traces } from '../../src/traces.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'

interface Sent {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly status: { readonly code?: number }
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
}

let spans: Sent[] = []
let resource: Sent['attributes'] = []
let isAway = false
const collector = createServer((request, response) => {
  let text = ''
  request.on('data', part => (text += part))
  request.on('end', () => {
    if (isAway) return void response.writeHead(400).end()
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end()
    for (const { resource: of, scopeSpans } of JSON.parse(text).resourceSpans) {
      resource = of.attributes
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
const valuesOf = (attributes: Sent['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
const complaints: string[] = []
const lines: Record<string, unknown>[] = []
const [server, client, consumer, failed] = [2, 3, 5, 2]

let traces: Traces
let test: TestApp
let staff: Person
let at: string
beforeAll(async () => {
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
  at = `http://127.0.0.1:${(collector.address() as { port: number }).port}`
  const build = { version: '1.2.3', commit: 'abcdefabcdef' }
  traces = openTraces({ endpoint: `${at}/`, build, complain: text => void complaints.push(text) })
  recordSpans(traces.tracer)
  const logger = { level: 'info', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } }
  test = await anApp({ ROLES: 'web' }, undefined, logger)
  staff = await test.signedInAs('ADMIN')
})
afterAll(async () => {
  await test.close()
  recordSpans(undefined)
  await traces.stop()
  await new Promise(resolve => collector.close(resolve))
})

/** What is sent because of the act. */
const spansOf = async (act: () => Promise<unknown>): Promise<Sent[]> => {
  await traces.flush()
  spans = []
  lines.length = 0
  await act()
  await traces.flush()
  return spans
}

describe('a call', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`

  it('is a span of its caller’s trace, with the statements of the database below it, and no value', async () => {
    const sent = await spansOf(() => staff.get('/api/Admin/RecycleOperators?limit=7', { traceparent }))
    const own = sent.find(({ kind }) => kind === server)
    expect(own).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', name: 'GET /api/Admin/RecycleOperators' })
    expect(valuesOf(own?.attributes ?? [])).toMatchObject({
      'http.route': '/api/Admin/RecycleOperators',
      'http.response.status_code': 200,
      'opony.account': staff.accountId,
      'opony.request_id': lines[0]?.reqId
    })
    const statements = sent.filter(({ kind }) => kind === client)
    expect(statements.length).toBeGreaterThan(0)
    for (const one of statements) expect(one).toMatchObject({ traceId, parentSpanId: own?.spanId })
    expect(valuesOf(statements[0]?.attributes ?? [])).toMatchObject({ 'db.system.name': 'postgresql' })
    expect(lines).toMatchObject([{ msg: 'answered', traceId }])
    expect(valuesOf(resource)).toMatchObject({ 'service.name': 'opony', 'service.version': '1.2.3+abcdefabcdef' })
  })

  it('with a body has the statements of its command below it, too', async () => {
    const sent = await spansOf(() => staff.post('/api/Admin/RecycleOperators', { name: 'Tajny operator' }))
    const own = sent.find(({ kind }) => kind === server)
    expect(lines).toMatchObject([{ traceId: own?.traceId }])
    const inserts = sent.filter(({ name }) => name === 'insert')
    expect(inserts.length).toBeGreaterThan(0)
    for (const one of inserts) expect(one).toMatchObject({ traceId: own?.traceId, parentSpanId: own?.spanId })
    expect(JSON.stringify(sent)).not.toContain('Tajny')
  })

  it('that is refused names the code; a fault of ours is an error', async () => {
    const sent = await spansOf(async () => {
      await staff.get('/api/Admin/RecycleOperators/2000000000')
      const { db } = test.services
      await db.raw('alter view fleet.present_operators rename to away')
      await staff.get('/api/Admin/RecycleOperators')
      await db.raw('alter view fleet.away rename to present_operators')
    })
    const calls = sent.filter(({ kind }) => kind === server)
    expect(calls.map(({ attributes }) => valuesOf(attributes)['error.type'])).toEqual([
      'kernel.notFound',
      'kernel.unexpected'
    ])
    expect(calls.map(({ status }) => status.code === failed)).toEqual([false, true])
  })
})

it('statements outside of every span are none', async () => {
  expect(await spansOf(() => test.services.db.raw('select 1'))).toEqual([])
})

it('a job, and its call of another system, are spans, which name no path', async () => {
  const sent = await spansOf(() =>
    spanOf('work', 'job users.letter', {}, () =>
      requestJson({ url: new URL(`${at}/secret/4711?nip=4711`), agent: 'x', timeoutMs: 1_000 })
    )
  )
  expect(sent).toHaveLength(2)
  const job = sent.find(({ kind }) => kind === consumer)
  expect(sent.find(({ kind }) => kind === client)).toMatchObject({
    name: `GET ${new URL(at).host}`,
    parentSpanId: job?.spanId
  })
  expect(JSON.stringify(sent)).not.toContain('4711')
})

it('a collector that refuses is told of, and disturbs no call', async () => {
  isAway = true
  const { status } = await staff.get('/api/Admin/RecycleOperators')
  await traces.flush().catch(() => undefined)
  isAway = false
  expect(status).toBe(200)
  expect(complaints.join()).toMatch(/^traces: /)
})

it('the packages are loaded by one file, which is loaded only where the setting asks for it', () => {
  const sources = ['src', 'modules', 'config'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => join(folder, name))
  )
  const naming = (pattern: RegExp) => sources.filter(path => pattern.test(readFileSync(path, 'utf8')))
  expect(naming(/from '@opentelemetry\//)).toEqual(['src/traces.ts'])
  expect(naming(/from '(\.\/|\.\.\/)traces\.ts'/).filter(path => !path.startsWith('src/kernel/'))).toEqual([])
  expect(naming(/import\('\.\/traces\.ts'\)/)).toEqual(['src/main.ts'])
})
