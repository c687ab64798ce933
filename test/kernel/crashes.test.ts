import { afterAll, beforeAll, expect, it } from 'vitest'
import { maxMessage, withoutData } from '../../src/contract/crash.ts'
import { anApp, type TestApp } from '../helper/app.ts'

const lines: { msg: string; crash?: unknown }[] = []
let test: TestApp
beforeAll(async () => {
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) }
  test = await anApp({}, undefined, { level: 'error', stream })
})
afterAll(() => test.close())

const url = '/api/ui/crashes'
const report = { message: 'TypeError: x is undefined', path: ['Overview (/assets/dashboard-a.js:1:2)'], build: 'abc' }

it('logs and counts what a browser reports, also of a stranger', async () => {
  expect((await test.nobody().post(url, report)).status).toBe(204)
  expect(lines.find(({ crash }) => crash)).toMatchObject({ crash: { ...report, isCurrent: false } })
  expect(await test.services.metrics.registry.metrics()).toContain('opony_browser_crashes_total{build="earlier"} 1')
})

it('keeps no data of people', async () => {
  const said = `SyntaxError: "Jan Kowalski" is not valid JSON, jan@example.com, 600700800`
  await test.nobody().post(url, { ...report, message: said })
  expect(lines.at(-1)?.crash).toMatchObject({ message: 'SyntaxError: "…" is not valid JSON, … …' })
})

it.each([
  ['another field', { ...report, rows: [] }],
  ['no path', { ...report, path: undefined }],
  ['a long message', { ...report, message: 'x'.repeat(maxMessage + 1) }],
  ['no object', []]
])('refuses %s', async (_case, body) => {
  expect((await test.nobody().post(url, body)).status).toBe(400)
})

it('refuses a large body before reading it', async () => {
  expect((await test.nobody().post(url, { ...report, message: 'x'.repeat(9_000) })).status).toBe(413)
})

it('refuses more than twenty reports of one address in a minute', async () => {
  const caller = test.nobody({ from: '203.0.113.9' })
  for (let n = 0; n < 20; n += 1) expect((await caller.post(url, report)).status).toBe(204)
  expect((await caller.post(url, report)).status).toBe(429)
  expect((await test.nobody({ from: '203.0.113.10' }).post(url, report)).status).toBe(204)
})

it('removes quoted texts, addresses and long numbers from a message', () => {
  expect(withoutData('a "b" „c” d@e.pl 12345 123')).toBe('a "…" "…" … … 123')
  expect(withoutData('y'.repeat(1_000))).toHaveLength(maxMessage)
})
