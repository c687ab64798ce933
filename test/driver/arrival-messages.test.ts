/** What clients are told of an arrival: a day with delays by a fake clock, and each message once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { languages, numberOf } from '../../src/contract/languages.ts'
import { smsParts } from '../../src/kernel/messaging/plain-letters.ts'
import type { Email } from '../helper/emails.ts'
import { type ArrivalOffice, anArrivalOffice, evening, shortOf } from './fixtures/arrival-office.ts'
import { aStopAt, at } from './fixtures/arrivals.ts'
import { type Driving, day, eventsFor, type Phone } from './fixtures/driving.ts'

let office: ArrivalOffice
let driving: Driving
let phone: Phone

beforeAll(async () => {
  office = await anArrivalOffice()
})
afterAll(() => office.close())
beforeEach(async () => {
  ;({ driving, phone } = await office.aDriver())
})

const event = eventsFor(() => office.test)

/** Three stops, 10 km (16 minutes) one after the other, of the clients a, b and c. */
async function threeStops() {
  const stop = async (km: number, name: string) => aStopAt(driving, km, { company: await office.aClient(name) })
  return [await stop(10, 'a'), await stop(20, 'b'), await stop(30, 'c')] as const
}

describe('a day with delays', () => {
  it('has the evening before, the next in line, and one new time', async () => {
    const [a, b, c] = await threeStops()
    const before = await office.sentBetween(at('17:30', evening), at('23:30', evening))
    expect(before).toEqual([
      '18:00 a odbiór jutro, ok. 07:00–07:40',
      '18:00 b odbiór jutro, ok. 07:30–08:20',
      '18:00 c odbiór jutro, ok. 08:00–09:00'
    ])
    const sent = await office.sentBetween(at('05:00'), at('12:00'), {
      '07:15': () => phone.tell(event(a.id, 'arrived', {})),
      // an hour late: b is the next one and c is told of the new time
      '08:35': () => phone.tell(event(a.id, 'loaded', { quantity: 1 })),
      '08:50': () => phone.tell(event(b.id, 'arrived', {})),
      '10:00': () => phone.tell(event(b.id, 'failed', { reason: 'closed' })),
      '10:20': () => phone.tell(event(c.id, 'arrived', {})),
      '10:40': () => phone.tell(event(c.id, 'loaded', { quantity: 1 }))
    })
    // b and c are told of a new time while a takes longer than planned
    expect(sent).toEqual([
      '08:00 b nowa godzina odbioru: ok. 08:00–08:40',
      '08:00 c nowa godzina odbioru: ok. 08:30–09:20',
      '08:35 b następny przystanek, ok. 08:30–09:10',
      '10:00 c następny przystanek, ok. 10:00–10:40'
    ])
  })

  it('that goes as planned has no new time', async () => {
    const [a, b, c] = await threeStops()
    await office.sentBetween(at('18:00', evening), at('18:00', evening))
    const sent = await office.sentBetween(at('06:00'), at('09:00'), {
      '07:15': () => phone.tell(event(a.id, 'arrived', {})),
      '07:35': () => phone.tell(event(a.id, 'loaded', { quantity: 1 })),
      '07:50': () => phone.tell(event(b.id, 'arrived', {})),
      '08:15': () => phone.tell(event(b.id, 'loaded', { quantity: 1 })),
      '08:30': () => phone.tell(event(c.id, 'arrived', {}))
    })
    expect(sent).toEqual([
      '07:35 b następny przystanek, ok. 07:30–08:10',
      '08:15 c następny przystanek, ok. 08:10–08:50'
    ])
  })

  it('of a driver who reports nothing has the evening before alone', async () => {
    await threeStops()
    expect(await office.sentBetween(at('18:00', evening), at('18:00', evening))).toHaveLength(3)
    expect(await office.sentBetween(at('06:00'), at('12:00'))).toEqual([])
  })

  it('tells a client of a place that nobody knows the day alone', async () => {
    await aStopAt(driving, undefined, { company: await office.aClient('lost') })
    expect(await office.sentBetween(at('18:00', evening), at('18:00', evening))).toEqual(['18:00 lost odbiór jutro'])
  })

  it('is told until 22:00 where it is planned late, or no worker ran', async () => {
    const company = await office.aClient('late')
    office.setTime('21:30', evening)
    await aStopAt(driving, 10, { company })
    expect(await office.sentBetween(at('21:30', evening), at('21:55', evening))).toEqual([
      '21:30 late odbiór jutro, ok. 07:00–07:40'
    ])
    await aStopAt(driving, 12, { company })
    expect(await office.sentBetween(at('22:00', evening), at('23:55', evening))).toEqual([])
  })
})

describe('nothing is sent', () => {
  it('of an order that was canceled, planned anew or taken out of the plan before', async () => {
    const [a, b, c] = await threeStops()
    office.setTime('17:00', evening)
    const cancel = await driving.staff.put(`/api/Admin/Orders/${a.id}/cancel`, { reasonForCancel: 'Brak dojazdu' })
    const change = { orderIds: [b.id], orderRealizationDate: '2026-06-05' }
    const replan = await driving.staff.put('/api/Admin/Orders/change-plan', change)
    const restore = await driving.staff.put(`/api/Admin/Orders/${c.id}/set-accepted`, {})
    expect([cancel.status, replan.status]).toEqual([200, 200])
    expect(restore.status).toBe(200)
    expect(await office.sentBetween(at('18:00', evening), at('21:55', evening))).toEqual([])
    expect(await office.sentBetween(at('18:00', '2026-06-04'), at('18:00', '2026-06-04'))).toEqual([
      '18:00 b odbiór jutro, ok. 07:10–07:50'
    ])
  })

  it('a second time where it is planned anew for another day and back', async () => {
    const { id } = await aStopAt(driving, 10, { company: await office.aClient('back') })
    expect(await office.sentBetween(at('18:00', evening), at('18:00', evening))).toHaveLength(1)
    for (const date of ['2026-06-05', day]) {
      const change = { orderIds: [id], orderRealizationDate: date }
      expect((await driving.staff.put('/api/Admin/Orders/change-plan', change)).status).toBe(200)
    }
    expect(await office.sentBetween(at('18:05', evening), at('21:00', evening))).toEqual([])
  })

  it('where the client gets no such messages, or its people want none', async () => {
    await aStopAt(driving, 10, { company: await office.aCompany() })
    const company = await office.aClient('none')
    await aStopAt(driving, 11, { company })
    const off = { account_id: company.readerId, type: 22, channel: 1, is_on: false }
    await office.db('notifications.preferences').insert(off)
    expect(await office.sentBetween(at('18:00', evening), at('21:55', evening))).toEqual([])
    const bell = await office.db('notifications.own_news').where({ account_id: company.readerId })
    expect(bell.map(({ text, path }) => [text, path.split('?')[0]])).toEqual([
      ['odbiór jutro, ok. 07:10–08:00', '/client/orders']
    ])
  })
})

describe('each message goes once', () => {
  it('however many workers run at the same time', async () => {
    await threeStops()
    office.setTime('18:00', evening)
    await Promise.all([office.run(), office.run(), office.run()])
    await office.run()
    expect((await office.sent()).map(shortOf)).toHaveLength(3)
  })

  it('where a worker fails half way: the others are sent at once, it is sent later', async () => {
    const [a] = await threeStops()
    office.setTime('18:00', evening)
    const { jobs } = office.test.services
    const { send } = jobs
    let calls = 0
    jobs.send = (...given) => {
      calls += 1
      if (calls === 1) throw new Error('killed')
      return send.apply(jobs, given)
    }
    await office.run()
    jobs.send = send
    expect((await office.sent()).map(shortOf)).toHaveLength(2)
    expect(await office.db('driver.arrival_notices').where({ order_id: a.id })).toEqual([])
    await office.run()
    expect((await office.sent()).map(shortOf)).toEqual(['a odbiór jutro, ok. 07:00–07:40'])
  })
})

describe('a message', () => {
  it('leads to the page of the order, and its record has no link', async () => {
    const company = await office.aClient('link')
    const { number } = await aStopAt(driving, 10, { company })
    office.setTime('18:00', evening)
    await office.run()
    const [letter] = (await office.sent()) as [Email]
    expect(letter.subject).toBe(`Zamówienie ${number}: odbiór jutro, ok. 07:00–07:40`)
    expect(letter.text).toContain('Kierowca przyjedzie jutro, wtorek, 2 czerwca, około 07:00–07:40.')
    const [link = ''] = /https:\/\/portal\.example\.com\/t\/[\w-]{22}/.exec(letter.text) ?? []
    // the page is no page of the portal
    expect(letter.text).toContain(`Otwórz bez logowania:\n${link}`)
    expect(letter.html).toContain(`href="${link}"`)
    const page = await office.test.nobody().get(new URL(link).pathname)
    expect([page.status, page.body]).toEqual([200, expect.stringContaining(number)])
    const records = await office.db('notifications.messages').where({ account_id: company.readerId })
    expect(records).toHaveLength(1)
    expect(JSON.stringify(records)).not.toContain(link)
    expect(records[0].body).toContain('https://portal.example.com/t/**********************')
  })

  it.each(languages)('by SMS is one part, in plain letters (%s)', async language => {
    const company = await office.aClient(language, numberOf(language))
    await office.db('users.accounts').where({ id: company.readerId }).update({ phone: '+48501502503' })
    for (const channel of [0, 1])
      await office
        .db('notifications.preferences')
        .insert({ account_id: company.readerId, type: 22, channel, is_on: channel === 0 })
    const first = await aStopAt(driving, 5, { company: await office.aCompany() })
    const { number } = await aStopAt(driving, 10, { company })
    const before = office.gateway.sent.length
    office.setTime('18:00', evening)
    await office.run()
    await office.sent()
    office.setTime('07:10')
    await phone.tell(event(first.id, 'arrived', {}))
    office.setTime('08:15')
    await office.run()
    await office.sent()
    await phone.tell(event(first.id, 'loaded', { quantity: 1 }))
    await office.run()
    await office.sent()
    const texts = office.gateway.sent.slice(before).map(({ message }) => message)
    expect(texts).toHaveLength(3)
    for (const text of texts) {
      expect(smsParts(text)).toBe(1)
      expect(text).toMatch(/^[\x20-\x7eäöüß\n]+$/)
      expect(text).toContain(number)
      expect(text).toMatch(/\d\d:\d\d-\d\d:\d\d\nhttps:\/\/portal\.example\.com\/t\/[\w-]{22}$/)
    }
  })
})
