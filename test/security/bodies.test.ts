/** No body takes more than 50 ms of the event loop to refuse, whoever sends it to whichever command. */
import { performance } from 'node:perf_hooks'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxFaults } from '../../src/contract/check.ts'
import type { Schema } from '../../src/contract/schema.ts'
import type { Audience } from '../../src/kernel/access/caller.ts'
import { type AnyCommand, audiencesOf, methodOf, pathOf } from '../../src/kernel/commands/command.ts'
import { maxBodyBytes, maxBodyNames, maxStrangersBodyBytes } from '../../src/kernel/limits.ts'
import { modules } from '../../src/modules.ts'
import { accountingSecret } from '../helper/accounting.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { slowBody, slowValues } from './fixtures/bodies.ts'
import type { Who } from './fixtures/callers.ts'
import { aWorld } from './fixtures/world.ts'

let test: TestApp
let tokens: Record<Who, string>
let address = 0

beforeAll(async () => {
  test = await anApp({ ROLES: 'web', ACCOUNTING_URL: 'http://127.0.0.1:9', ACCOUNTING_SECRET: accountingSecret })
  const callers = await (await aWorld(test)).callers()
  tokens = Object.fromEntries(Object.entries(callers).map(([who, { token }]) => [who, token])) as Record<Who, string>
})
afterAll(() => test.close())

const whoFor = (audience: Audience): Who => {
  if (audience === 'anyone') return 'nobody'
  if (audience === 'waiting') return 'inactive'
  return audience === 'signedIn' ? 'ADMIN' : audience
}

/** Sends a JSON text, each time from another address: how often one may call is another matter. */
async function send(method: string, url: string, payload: string, who: Who) {
  address++
  const answer = await test.app.inject({
    method: method as 'POST',
    url,
    remoteAddress: `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
    headers: {
      host: 'localhost',
      'content-type': 'application/json',
      ...(tokens[who] ? { authorization: `Bearer ${tokens[who]}` } : {})
    },
    payload
  })
  return { status: answer.statusCode, text: answer.payload }
}

/** What the process had of a processor since then, in ms. */
const processorMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

const reference = JSON.stringify(
  Array.from({ length: 12_000 }, (_, at) => ({ id: at, name: `name ${at}`, at: [at, null] }))
)
/** Where the limit was set, this work took 7 ms at its best. Where it takes more than 10, the machine is slow, and not the answer. */
const usualMs = 10
function referenceMs(): number {
  const takes = Array.from({ length: 5 }, () => {
    const since = process.cpuUsage()
    const rows: { name: string }[] = JSON.parse(reference)
    JSON.stringify(rows.sort((a, b) => (a.name < b.name ? -1 : 1)))
    return processorMs(since)
  })
  return Math.min(...takes)
}

/**
 * How long the event loop was busy with a call, in ms of a usual machine. It is no longer than the loop was out of waiting, and no longer than
 * the process had a processor: a machine with other work stretches the first. The least of some calls counts, against the least of the reference.
 */
async function timed<T>(call: () => Promise<T>): Promise<{ answer: T; busy: number }> {
  let least: { answer: T; busy: number } | undefined
  let pace: number | undefined
  const usual = (busy: number): number => (pace === undefined ? busy : busy * Math.min(1, usualMs / pace))
  for (let time = 0; time < 30 && (!least || usual(least.busy) > 50); time++) {
    const [loop, processor] = [performance.eventLoopUtilization(), process.cpuUsage()]
    const answer = await call()
    const busy = Math.min(performance.eventLoopUtilization(loop).active, processorMs(processor))
    if (!least || busy < least.busy) least = { answer, busy }
    if (busy > 50) pace = Math.min(pace ?? Number.POSITIVE_INFINITY, referenceMs())
  }
  const { answer, busy } = least as { answer: T; busy: number }
  return { answer, busy: usual(busy) }
}

interface Call {
  readonly command: AnyCommand
  readonly audience: Audience
}

/** Every command for each of its audiences, by both names. */
const calls: ReadonlyMap<string, Call> = new Map(
  modules
    .flatMap(module => module.commands ?? [])
    .flatMap(command =>
      audiencesOf(command).map(audience => [`${command.name} by ${audience}`, { command, audience }] as const)
    )
)
const commandOf = (name: string): AnyCommand => (calls.get(name) as Call).command
const schemaOf = (name: string): Schema | undefined => {
  const { command, audience } = calls.get(name) as Call
  return command.access[audience]?.form?.schema as Schema | undefined
}
const limitOf = (command: AnyCommand): number =>
  audiencesOf(command).includes('anyone') ? maxStrangersBodyBytes : maxBodyBytes
const urlOf = (command: AnyCommand): string => pathOf(command).replace(/:\w+/g, '1')

/** How a report names a body that was not refused: some have 100 kB. */
const shortly = (name: string, body: string) => ({ [fc.toStringMethod]: () => `${name}: ${body.slice(0, 80)}` })

describe('a body that is meant to be slow to refuse', () => {
  it('is refused within 50 ms, by any command and in any shape', async () => {
    const most = { busy: 0, call: '' }
    const anyCall = fc
      .constantFrom(...calls.keys())
      .chain(name =>
        slowBody(schemaOf(name), limitOf(commandOf(name))).map(body => ({ name, body, ...shortly(name, body) }))
      )
    await fc.assert(
      fc.asyncProperty(anyCall, async ({ name, body }) => {
        const { command, audience } = calls.get(name) as Call
        const { answer, busy } = await timed(() => send(methodOf(command), urlOf(command), body, whoFor(audience)))
        if (busy > most.busy) Object.assign(most, { busy, call: `${name} ${body.slice(0, 40)}` })
        // spaces alone are no value, which a field that may be left out accepts
        const mayPass = /^\{"\w+":"\s*"\}$/.test(body) ? [200] : []
        expect([400, 404, 413, ...mayPass], name).toContain(answer.status)
        expect(answer.text.length).toBeLessThan(16_384)
        expect(busy).toBeLessThan(50)
      }),
      { numRuns: 400, seed: 20_261_121 }
    )
    if (process.env.TEST_LOG) console.log(`at most ${most.busy.toFixed(1)} ms: ${most.call}`)
  })

  it.each(Object.keys(slowValues))('of a stranger is answered in at most 16 kB: %s', async shape => {
    const value = slowValues[shape] as (length: number) => string
    for (const body of [value(maxStrangersBodyBytes), `{"email":${value(maxStrangersBodyBytes - 10)}}`]) {
      const { answer, busy } = await timed(() => send('POST', '/api/Authorization/sign-in', body, 'nobody'))
      expect(answer.status).toBe(400)
      expect(answer.text.length).toBeLessThan(16_384)
      expect(busy).toBeLessThan(50)
    }
  })

  it('of more names of fields than 500 rows have is not read, however they are written: 413', async () => {
    const named = (count: number, colon: string): string =>
      `{${Array.from({ length: count }, (_, at) => `"${at.toString(36)}"${colon}1`).join()}}`
    for (const [count, colon, status] of [
      [maxBodyNames, ':', 400],
      [maxBodyNames + 1, ':', 413],
      [maxBodyNames + 1, ' \n:', 413]
    ] as const) {
      const answer = await send('POST', '/api/Admin/Orders', named(count, colon), 'ADMIN')
      expect([count, answer.status]).toEqual([count, status])
    }
  })

  it('of 95,000 fields is not read: 413 to strangers and to administrators', async () => {
    const many = slowValues['unknown fields']?.(807_000) as string
    for (const [method, url, who] of [
      ['POST', '/api/Authorization/sign-in', 'nobody'],
      ['POST', '/api/Nowhere', 'nobody'],
      ['POST', '/api/Admin/Orders', 'ADMIN']
    ] as const) {
      const { answer, busy } = await timed(() => send(method, url, many, who))
      expect([url, answer.status]).toEqual([url, 413])
      expect(busy).toBeLessThan(50)
    }
  })
})

describe('many faults', () => {
  const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, at]))
  it('are named up to the twentieth, and the answer says that there may be more', async () => {
    const { status, text } = await send('POST', '/api/Authorization/sign-in', JSON.stringify(unknown), 'nobody')
    const { Errors, detail } = JSON.parse(text)
    expect(status).toBe(400)
    expect(Errors).toHaveLength(maxFaults)
    expect(Errors.map((fault: { PropertyName: string }) => fault.PropertyName)).toContain('field0')
    expect(detail).toContain('może być ich więcej')
  })

  it('of a query are named up to the twentieth', async () => {
    const query = Array.from({ length: 1000 }, () => 'OrderStatus=x').join('&')
    const { answer, busy } = await timed(async () => {
      const { statusCode, payload } = await test.app.inject({
        url: `/api/Admin/Orders?${query}`,
        headers: { host: 'localhost', authorization: `Bearer ${tokens.ADMIN}` }
      })
      return { status: statusCode, Errors: JSON.parse(payload).Errors as unknown[] }
    })
    expect(answer.status).toBe(400)
    expect(answer.Errors.length).toBeGreaterThan(0)
    expect(answer.Errors.length).toBeLessThanOrEqual(maxFaults)
    expect(busy).toBeLessThan(50)
  })
})

/** Where each list and text of a body ends: the check of the whole is bounded only if that of each part is. */
function unbounded(schema: Schema, path: string): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap(branch => unbounded(branch, path))
  if (schema.type === 'array')
    return [...(schema.maxItems === undefined ? [path] : []), ...unbounded(schema.items ?? {}, `${path}[]`)]
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => unbounded(inner, `${path}.${name}`))
  const isBounded =
    schema.const !== undefined ||
    schema.enum !== undefined ||
    schema.maxLength !== undefined ||
    schema.format !== undefined ||
    schema.pattern !== undefined
  return schema.type === 'string' && !isBounded ? [path] : []
}

it('every list and every text of a form has a bound', () => {
  const missing = [...calls.keys()].flatMap(name => unbounded(schemaOf(name) ?? {}, commandOf(name).name))
  expect([...new Set(missing)]).toEqual([])
})
