/** The accounting system of the demo: what it books and invoices by the signed protocol, and that `npm start` brings it. */
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type DemoAccounting, startDemoAccounting } from '../../seeds/demo/accounting.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { aCompany, anItem, anOrder } from '../helper/factories.ts'

const secret = 'a secret that both sides of the demo share'
let accounting: DemoAccounting | undefined
let test: TestApp | undefined
let listener: Server | undefined
afterEach(async () => {
  await test?.close()
  await accounting?.stop()
  listener?.close()
  test = accounting = listener = undefined
})

/** A call as the application makes it. */
const post = (document: object, { key = secret, at = Math.floor(Date.now() / 1000) } = {}) => {
  const body = JSON.stringify(document)
  const signature = createHmac('sha256', key).update(`${at}.${body}`).digest('hex')
  const headers = { 'x-opony-timestamp': String(at), 'x-opony-signature': signature, 'idempotency-key': 'order-7' }
  return fetch(`${accounting?.settings.accountingUrl}/orders`, { method: 'POST', body, headers })
}

describe('the accounting system of the demo', () => {
  it('gives a completed order its number and its invoice within seconds, by the protocol of any connector', async () => {
    accounting = await startDemoAccounting(secret)
    const { accountingUrl, accountingSecret } = accounting.settings
    test = await anApp({ ROLES: 'web,worker', ACCOUNTING_URL: accountingUrl, ACCOUNTING_SECRET: accountingSecret })
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    accounting.reportTo(`http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`)
    await test.begin()
    const { db } = test.services
    const staff = await test.signedInAs('ADMIN')
    const [company, item] = [await aCompany(db), await anItem(db)]
    const { id } = await anOrder(db, { company, itemId: item.id, status: 3, number: 'Z/2026/000077' })
    expect((await staff.put(`/api/Admin/Orders/${id}/sync`)).status).toBe(200)
    const details = async () => (await staff.get(`/api/Admin/Orders/${id}/details`)).body.data
    await vi.waitFor(
      async () =>
        expect(await details()).toMatchObject({
          currentStatus: 5,
          optimaStatus: 2,
          optimaNumber: 'RO/000077/2026',
          invoiceNumber: 'FS/000077/2026'
        }),
      { timeout: 15_000, interval: 100 }
    )
  })

  it('answers a repeat as before, also after a restart', async () => {
    const numbers: unknown[] = []
    for (let start = 0; start < 2; start++) {
      accounting = await startDemoAccounting(secret)
      for (let call = 0; call < 2; call++) numbers.push(await (await post({ id: 7, number: 'Z/2026/000007' })).json())
      await accounting.stop()
    }
    accounting = undefined
    expect(numbers).toEqual(Array(4).fill({ number: 'RO/000007/2026' }))
  })

  it.each([
    ['is signed with another secret', 401, { number: 'Z/2026/1', id: 1 }, { key: 'another' }],
    ['was signed long ago', 401, { number: 'Z/2026/1', id: 1 }, { at: 1_700_000_000 }],
    ['is no order', 422, { id: 'one' }, {}],
    ['is too long', 413, { id: 1, number: 'x'.repeat(100_000) }, {}]
  ])('refuses what %s', async (_what, status, document, options) => {
    accounting = await startDemoAccounting(secret)
    expect((await post(document, options)).status).toBe(status)
  })

  it('reports an invoice again until it is accepted', async () => {
    const statuses = [503, 409, 200]
    const events: string[] = []
    listener = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      events.push(JSON.parse(body).eventId)
      response.writeHead(statuses[events.length - 1] ?? 200).end()
    })
    await new Promise<void>(resolve => listener?.listen(0, '127.0.0.1', resolve))
    accounting = await startDemoAccounting(secret)
    accounting.reportTo(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`)
    await post({ id: 9, number: 'Z/2026/000009' })
    await vi.waitFor(() => expect(events).toEqual(['demo-9', 'demo-9', 'demo-9']), { timeout: 15_000, interval: 100 })
  })
})
