/** What a client wants to be told of, and by what. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ClientNews, MessageChannel } from '../../modules/notifications/schema.ts'
import { type ACompany, anAccount } from '../helper/factories.ts'
import { anOffice, type Office, type Reader } from './fixtures/news.ts'

let office: Office
let company: ACompany
let boss: Reader
beforeAll(async () => {
  office = await anOffice()
})
afterAll(() => office.close())
beforeEach(async () => {
  company = await office.aCompany()
  boss = await office.aReader(company)
})

const accept = (id: number) => office.put(`${id}/accept`)
const told = async () => (await office.told()).map(({ to, subject }) => [to, subject])

describe('a client', () => {
  const path = '/api/Notifications/preferences'
  const { email, sms } = MessageChannel
  const { orderAccepted, orderPlanned } = ClientNews

  it('gets e-mails of everything and no SMS, unless it chooses otherwise', async () => {
    const person = await office.test.signedInAs(boss.id)
    const { data } = (await person.get(path)).body
    expect(data).toHaveLength(20)
    for (const { channel, isOn } of data) expect(isOn).toBe(channel === email)
    expect((await person.put(path, { type: orderAccepted, channel: email, isOn: false })).status).toBe(200)
    const { body } = await person.put(path, { type: orderPlanned, channel: sms, isOn: true })
    expect(body.data).toContainEqual({ type: orderPlanned, channel: sms, isOn: true })
    const refused = await person.put(path, { type: 0, channel: email, isOn: true })
    expect([refused.status, refused.body.Errors?.[0]?.PropertyName]).toEqual([400, 'type'])
    expect((await person.put(path, { type: orderPlanned, channel: 2, isOn: true })).status).toBe(400)
  })

  it('is told what it wants to be told, by what it wants to be told by', async () => {
    const person = await office.test.signedInAs(boss.id)
    const choose = (type: number, channel: number, isOn: boolean) => person.put(path, { type, channel, isOn })
    await choose(orderAccepted, email, false)
    await choose(orderPlanned, sms, true)
    const [one, other] = [await office.anOrder(company), await office.anOrder(company)]
    await accept(one.id)
    await accept(other.id)
    await office.plan([other.id], '2026-11-25')
    const before = office.gateway.sent.length
    expect(await told()).toEqual([[boss.email, `Zamówienie ${other.number}: odbiór śr. 25.11`]])
    expect(office.gateway.sent.slice(before).map(({ to, message }) => [to, message])).toEqual([
      [
        '48501502503',
        `Opony: Zamowienie ${other.number}: odbior sr. 25.11\nhttps://portal.example.com/client/orders?row=${other.id}&panel=${other.id}`
      ]
    ])
  })

  it('reads in an SMS of three things at most, and how many more there are', async () => {
    const person = await office.test.signedInAs(boss.id)
    await person.put(path, { type: orderAccepted, channel: sms, isOn: true })
    const orders: Awaited<ReturnType<Office['anOrder']>>[] = []
    for (let n = 0; n < 5; n++) orders.push(await office.anOrder(company))
    for (const { id } of orders) await accept(id)
    const before = office.gateway.sent.length
    await office.told()
    const [message = ''] = office.gateway.sent.slice(before).map(sent => sent.message)
    const [first, second, third] = orders.map(({ number }) => `Zamowienie ${number}: przyjete`)
    expect(message).toBe(
      `Opony: ${first}\n${second}\n${third} (i jeszcze 2)\nhttps://portal.example.com/client/dashboard`
    )
  })

  it('without a phone gets no SMS', async () => {
    const silent = await anAccount(office.db, {
      ...{
        role: 'CLIENT_ADMIN',
        companyId: company.id,
        departmentId: company.departmentId,
        phone: null,
        email: 'a@b.pl'
      }
    })
    await office
      .db('notifications.preferences')
      .insert({ account_id: silent.id, type: orderAccepted, channel: sms, is_on: true })
    await accept((await office.anOrder(company, { by: silent.id })).id)
    const before = office.gateway.sent.length
    expect((await told()).map(([to]) => to)).toEqual(['a@b.pl'])
    expect(office.gateway.sent).toHaveLength(before)
  })
})
