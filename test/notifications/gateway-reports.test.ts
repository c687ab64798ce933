/** What the gateway reports about a message after it was handed over. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../helper/app.ts'
import type { Gateway } from '../helper/gateway.ts'
import { aSender, type Sender } from './fixtures/sender.ts'

let sender: Sender
let test: TestApp
let gateway: Gateway

beforeAll(async () => {
  sender = await aSender()
  ;({ test, gateway } = sender)
})
afterAll(() => sender.close())

const aMessage: Sender['aMessage'] = given => sender.aMessage(given)
const send = (id: number) => sender.send(id)
const row = (id: number) => sender.row(id)

describe('a report of the gateway', () => {
  const reportTo = (gatewayId: string, status: number, more = '') => {
    const url = new URL(gateway.sent.at(-1)?.fields.notify_url ?? '')
    return test.nobody().get(`${url.pathname}?MsgId=${gatewayId}&status=${status}${more}`)
  }
  const sentOne = async () => {
    const { id } = await aMessage()
    await send(id)
    return { id, ...(await row(id)) }
  }

  it('says when the message was delivered; told twice it is the same', async () => {
    test.clock.now = new Date('2026-06-10T10:00:00Z')
    const { id, gateway_id } = await sentOne()
    const at = new Date('2026-06-10T09:59:00Z')
    for (const _time of [1, 2]) {
      const { status, body, headers } = await reportTo(gateway_id, 404, `&donedate=${at.getTime() / 1_000}`)
      expect([status, body, headers['content-type']]).toEqual([200, 'OK', 'text/plain; charset=utf-8'])
    }
    expect(await row(id)).toMatchObject({ status: 2, delivered_at: at, error: null })
  })

  it('does not move a delivered message back', async () => {
    const { id, gateway_id } = await sentOne()
    await reportTo(gateway_id, 404)
    for (const status of [402, 403, 405, 409]) await reportTo(gateway_id, status)
    expect(await row(id)).toMatchObject({ status: 2, error: null })
  })

  it('that nobody got it is an error, until a later one says otherwise', async () => {
    const { id, gateway_id } = await sentOne()
    await reportTo(gateway_id, 405)
    expect(await row(id)).toMatchObject({ status: 3, error: 4 })
    await reportTo(gateway_id, 404)
    expect(await row(id)).toMatchObject({ status: 2, error: null })
  })

  it('may come before we know that the gateway has it', async () => {
    const { id } = await aMessage()
    gateway.next('taken')
    await expect(send(id)).rejects.toThrow()
    const { key } = await row(id)
    await reportTo('not-known-yet', 404, `&idx=${key}`)
    await send(id)
    expect(await row(id)).toMatchObject({ status: 2 })
  })

  it.each(['', 'x', 'A'.repeat(43)])('with the key %j finds nothing', async key => {
    const { id, gateway_id } = await sentOne()
    const { status } = await test.nobody().get(`/api/Notifications/reports/${key}?MsgId=${gateway_id}&status=404`)
    expect([status, (await row(id)).status]).toEqual([404, 1])
  })

  it('of a message that is not ours changes nothing', async () => {
    const { id } = await sentOne()
    expect((await reportTo('of-somebody-else', 404)).status).toBe(200)
    expect(await row(id)).toMatchObject({ status: 1 })
  })
})
