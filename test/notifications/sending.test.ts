/** One message from its order to its end, with a gateway and a mail server that are real, and crashes that are told, not made. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onMessageDelivered } from '../../modules/notifications/public.ts'
import { sending } from '../../modules/notifications/send.ts'
import { collectExtensions } from '../../src/kernel/extension-points.ts'
import type { TryAgain } from '../../src/kernel/jobs/tries.ts'
import type { Person, TestApp } from '../helper/app.ts'
import type { Mailbox } from '../helper/emails.ts'
import type { Gateway } from '../helper/gateway.ts'
import { aSender, type Sender } from './fixtures/sender.ts'

let sender: Sender
let test: TestApp
let gateway: Gateway
let mailbox: Mailbox
let staff: Person

beforeAll(async () => {
  sender = await aSender()
  ;({ test, gateway, mailbox } = sender)
  staff = await test.signedInAs('ADMIN')
})
afterAll(() => sender.close())

const aMessage: Sender['aMessage'] = given => sender.aMessage(given)
const send = (id: number) => sender.send(id)
const row = (id: number) => sender.row(id)
const sentTo = (key: string) => gateway.sent.filter(({ idx }) => idx === key)
const listed = async (accountId: number) => (await staff.get(`/api/Notifications/sent?userId=${accountId}`)).body.data

it('a message that is not taken is tried 11 times: an e-mail over most of a day, an SMS over about an hour', async () => {
  const pausesOf = async (channel: 0 | 1): Promise<number[]> => {
    const { id, email } = await aMessage({ channel })
    const pauses: number[] = []
    for (;;) {
      if (channel === 0) gateway.next(103)
      else mailbox.refuse(email)
      const error = await send(id).then(
        () => undefined,
        (failure: TryAgain) => failure
      )
      if (!error) break
      expect(error).toMatchObject({ tried: pauses.length + 1, of: 11 })
      pauses.push(error.afterSeconds)
    }
    expect(await row(id)).toMatchObject({ status: 3, error: 3, attempts: 11 })
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
    return pauses
  }
  const hours = (pauses: readonly number[]): number => pauses.reduce((sum, pause) => sum + pause, 0) / 3600
  expect(hours(await pausesOf(1))).toBeGreaterThan(12)
  expect(hours(await pausesOf(0))).toBeCloseTo(1.1, 0)
})

describe('an SMS', () => {
  it('is handed over as the gateway wants it, once, and the list says so', async () => {
    test.clock.now = new Date('2026-06-01T10:00:00Z')
    const { id, accountId } = await aMessage()
    // Somebody else's is in the list of nobody but them.
    await aMessage()
    expect(await listed(accountId)).toMatchObject([{ id, status: 0, sentDate: '2026-06-01T10:00:00.000Z' }])
    test.clock.now = new Date('2026-06-01T10:00:07Z')
    await send(id)
    await send(id)
    const { key, gateway_id } = await row(id)
    expect(sentTo(key)).toEqual([
      {
        to: '48501502503',
        message: 'Zazolc - Übergröße',
        idx: key,
        authorization: 'Bearer a token of the gateway',
        fields: {
          to: '48501502503',
          message: 'Zazolc - Übergröße',
          from: 'Opony',
          encoding: 'utf-8',
          format: 'json',
          idx: key,
          check_idx: '1',
          notify_url: expect.stringMatching(/^https:\/\/opony\.example\.com\/api\/Notifications\/reports\/[\w-]{43}$/)
        }
      }
    ])
    expect(gateway_id).toMatch(/^\w{24}$/)
    expect(await listed(accountId)).toEqual([
      {
        id,
        body: 'Zazolc - Übergröße',
        channel: 0,
        status: 1,
        type: 5,
        sentDate: '2026-06-01T10:00:07.000Z',
        to: '501502503',
        error: null
      }
    ])
  })

  it('that was being sent when the process died is sent again under its id, and goes out once', async () => {
    const { id } = await aMessage()
    gateway.next('taken')
    await expect(send(id)).rejects.toThrow(`Message ${id} was not taken`)
    expect(await row(id)).toMatchObject({ status: 0, sending_since: expect.any(Date), attempts: 1 })
    const before = gateway.again
    await send(id)
    const { key, status, sending_since } = await row(id)
    expect({ status, sending_since, again: gateway.again - before, sent: sentTo(key).length }).toEqual({
      status: 1,
      sending_since: null,
      again: 1,
      sent: 1
    })
  })

  it('is not sent again when the gateway may have forgotten its id', async () => {
    const { id } = await aMessage()
    gateway.next('taken')
    await expect(send(id)).rejects.toThrow()
    const day = 24 * 3_600_000
    test.clock.now = new Date(test.clock.now.getTime() + 4 * day)
    await send(id)
    const { key, ...kept } = await row(id)
    expect(kept).toMatchObject({ status: 3, error: 0 })
    expect(sentTo(key)).toHaveLength(1)
  })

  it.each(['broken' as const, 500, 103, 203])('that meets %s goes out the next time', async step => {
    const { id } = await aMessage()
    gateway.next(step)
    await expect(send(id)).rejects.toThrow(`Message ${id} was not taken`)
    await send(id)
    const { key, status, attempts } = await row(id)
    expect({ status, attempts, sent: sentTo(key).length }).toEqual({ status: 1, attempts: 2, sent: 1 })
  })

  it('to a number that nobody has ends at once, and says why', async () => {
    const { id, accountId } = await aMessage()
    gateway.next(13)
    await send(id)
    expect(await row(id)).toMatchObject({ status: 3, error: 1, detail: '13 Error 13', attempts: 1 })
    expect(await listed(accountId)).toMatchObject([{ status: 3, error: 1 }])
  })

  it.each([
    [203, 3],
    ['broken' as const, 0]
  ])('whose last attempt meets %s ends in error %d', async (step, error) => {
    const { id } = await aMessage()
    await test.services.db('notifications.messages').where({ id }).update({ attempts: 10 })
    gateway.next(step)
    await send(id)
    expect(await row(id)).toMatchObject({ status: 3, error, sending_since: null })
  })

  it('to a person who has been erased meanwhile is not sent, and no record keeps the number', async () => {
    const [{ id, accountId }, told] = [await aMessage(), await aMessage()]
    await test.services.db('notifications.messages').where({ id: told.id }).update({ account_id: accountId })
    await send(told.id)
    await test.services.db('users.accounts').where({ id: accountId }).update({ erased_at: new Date() })
    await send(id)
    expect(await row(id)).toMatchObject({ status: 3, error: 1, address: null })
    expect(await row(told.id)).toMatchObject({ status: 1, address: null })
    expect(sentTo((await row(id)).key)).toEqual([])
  })
})

describe('a letter', () => {
  it('goes out once, under an id of its own', async () => {
    const { id, email } = await aMessage({ channel: 1 })
    await send(id)
    await send(id)
    const { text, html, subject: title, raw } = await mailbox.to(email)
    const { key, status } = await row(id)
    expect({ title, text: text.replaceAll('\r', '').trim(), status }).toEqual({
      title: 'Zamówienia',
      text: 'Zażółć – Übergröße\n\n-- \nOpony',
      status: 1
    })
    expect(raw).toContain(`Message-ID: <${key}@opony.example.com>`)
    expect(raw).toContain('Auto-Submitted: auto-generated')
    expect(html).toContain('>Zażółć – Übergröße</p>')
    expect(mailbox.kept).not.toContain(email)
  })

  it('that was being sent when the process died is marked as unknown and not sent', async () => {
    const { id, email, accountId } = await aMessage({ channel: 1 })
    await test.services.db('notifications.messages').where({ id }).update({ sending_since: test.clock.now })
    await send(id)
    await send(id)
    expect(await row(id)).toMatchObject({ status: 3, error: 0, detail: 'interrupted' })
    expect(await listed(accountId)).toMatchObject([{ status: 3, error: 0 }])
    expect(mailbox.kept).not.toContain(email)
  })

  it('that was refused for now goes out the next time', async () => {
    const { id, email } = await aMessage({ channel: 1 })
    mailbox.refuse(email)
    await expect(send(id)).rejects.toThrow(`Message ${id} was not taken`)
    expect(await row(id)).toMatchObject({ status: 0, sending_since: null, attempts: 1 })
    await send(id)
    expect((await mailbox.to(email)).subject).toBe('Zamówienia')
    expect(await row(id)).toMatchObject({ status: 1, detail: null })
  })

  it('that is acknowledged after it was marked as unknown counts as sent', async () => {
    const { id, email } = await aMessage({ channel: 1 })
    const { db, mail } = test.services
    const slow = {
      ...mail,
      async send(letter: Parameters<typeof mail.send>[0]) {
        await send(id)
        expect(await row(id)).toMatchObject({ status: 3, error: 0 })
        return mail.send(letter)
      }
    }
    await sending.run({ ...test.services, mail: slow }, { id })
    expect(await db('notifications.messages').where({ id }).first()).toMatchObject({ status: 1, error: null })
    await mailbox.to(email)
    expect(mailbox.kept).not.toContain(email)
  })
})

describe('what a message is about', () => {
  type FollowUp = Parameters<typeof onMessageDelivered.fill>[0]['run']
  /** Sends the message while a module follows up on messages about things of these tests. */
  const sendFollowedBy = (id: number, run: FollowUp): Promise<void> => {
    const extensions = collectExtensions([
      {
        name: 'tests',
        extensionPoints: [onMessageDelivered],
        extends: [
          onMessageDelivered.fill({ resourceType: 'tests.thing', run }),
          onMessageDelivered.fill({ resourceType: 'tests.other', run: () => Promise.reject(new Error('other')) }),
          onMessageDelivered.fill({ resourceType: 'tests.thing', type: 7, run })
        ]
      }
    ])
    return sending.run({ ...test.services, extensions }, { id })
  }

  it('is passed to the extension point once the gateway has the message, in the same transaction', async () => {
    const { id, about, accountId } = await aMessage()
    const delivered: unknown[] = []
    await sendFollowedBy(id, async (trx, what) => {
      delivered.push({ ...what, status: (await trx('notifications.messages').where({ id }).first()).status })
    })
    expect(delivered).toEqual([
      { subjects: [{ id: about, snapshot: null }], accountId, at: expect.any(Date), status: 1 }
    ])
  })

  it('may fail to be followed up: the message has gone out all the same', async () => {
    const { id } = await aMessage({ channel: 1 })
    await sendFollowedBy(id, async trx => {
      await trx.raw('select 1 / 0')
    })
    expect(await row(id)).toMatchObject({ status: 1 })
  })

  it('is not followed up when the message was not taken', async () => {
    const { id } = await aMessage()
    const followUps: unknown[] = []
    gateway.next(13)
    await sendFollowedBy(id, async (_trx, what) => {
      followUps.push(what)
    })
    expect([followUps, (await row(id)).status]).toEqual([[], 3])
  })
})
