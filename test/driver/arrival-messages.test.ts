/** What clients are told of an arrival: a day with delays by a fake clock, and each message once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendArrivals } from '../../modules/driver/arrivals/messages.ts'
import { languages, numberOf } from '../../src/contract/languages.ts'
import { smsParts } from '../../src/kernel/messaging/plain-letters.ts'
import type { Email } from '../helper/emails.ts'
import type { ACompany } from '../helper/factories.ts'
import { anOffice, type Office } from '../notifications/fixtures/news.ts'
import { aStopAt } from './fixtures/arrivals.ts'
import { aDriving, anEvent, type Driving, day, type Phone } from './fixtures/driving.ts'

let office: Office
let driving: Driving
let phone: Phone
let clients = 0

const evening = '2026-06-01'
const at = (time: string, on = day): Date => new Date(`${on}T${time}:00+02:00`)
const run = () => sendArrivals(office.test.services)
const set = (time: string, on = day): void => {
  office.test.clock.now = at(time, on)
}

beforeAll(async () => {
  office = await anOffice()
})
afterAll(() => office.close())
/** Each test has a driver of its own, and nothing of the tests before is planned any more. */
beforeEach(async () => {
  await office.db('companies.companies').update({ arrival_messages: false })
  driving = await aDriving(office.test)
  phone = await driving.phone()
})

/** A client whose people are told, with one reader. */
async function aClient(name: string, language = 1): Promise<ACompany & { readonly readerId: number }> {
  clients += 1
  const company = await office.aCompany()
  await office.db('companies.companies').where({ id: company.id }).update({ arrival_messages: true })
  const { id } = await office.aReader(company, { email: `${name}.${clients}@stops.example`, language })
  return { ...company, readerId: id }
}

/** Three stops, 10 km (16 minutes) one after the other, of the clients a, b and c. */
async function threeStops() {
  const stop = async (km: number, name: string) => aStopAt(driving, km, { company: await aClient(name) })
  return [await stop(10, 'a'), await stop(20, 'b'), await stop(30, 'c')] as const
}

const event: typeof anEvent extends (app: never, ...rest: infer R) => infer E ? (...rest: R) => E : never = (...rest) =>
  anEvent(office.test, ...rest)

const shortOf = ({ to, subject }: Email): string => `${to.split('.')[0]} ${subject.split(': ').slice(1).join(': ')}`

/** Lets the clock run from one time to another in steps of five minutes; what was sent, each with its time. */
async function pass(from: Date, to: Date, happenings: Readonly<Record<string, () => Promise<unknown>>> = {}) {
  const sent: string[] = []
  for (let now = from.getTime(); now <= to.getTime(); now += 300_000) {
    office.test.clock.now = new Date(now)
    const time = new Intl.DateTimeFormat('pl', { timeZone: 'Europe/Warsaw', timeStyle: 'short' }).format(now)
    await happenings[time]?.()
    await run()
    for (const letter of await office.sent()) sent.push(`${time} ${shortOf(letter)}`)
  }
  return sent
}

describe('a day with delays', () => {
  it('has the evening before, the next in line, and one new time', async () => {
    const [a, b, c] = await threeStops()
    const before = await pass(at('17:30', evening), at('23:30', evening))
    expect(before).toEqual([
      '18:00 a odbiór jutro, ok. 07:00–07:40',
      '18:00 b odbiór jutro, ok. 07:30–08:20',
      '18:00 c odbiór jutro, ok. 08:00–09:00'
    ])
    const sent = await pass(at('05:00'), at('12:00'), {
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
    await pass(at('18:00', evening), at('18:00', evening))
    const sent = await pass(at('06:00'), at('09:00'), {
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
    expect(await pass(at('18:00', evening), at('18:00', evening))).toHaveLength(3)
    expect(await pass(at('06:00'), at('12:00'))).toEqual([])
  })

  it('tells a client of a place that nobody knows the day alone', async () => {
    await aStopAt(driving, undefined, { company: await aClient('lost') })
    expect(await pass(at('18:00', evening), at('18:00', evening))).toEqual(['18:00 lost odbiór jutro'])
  })

  it('is told until 22:00 where it is planned late, or no worker ran', async () => {
    const company = await aClient('late')
    set('21:30', evening)
    await aStopAt(driving, 10, { company })
    expect(await pass(at('21:30', evening), at('21:55', evening))).toEqual(['21:30 late odbiór jutro, ok. 07:00–07:40'])
    await aStopAt(driving, 12, { company })
    expect(await pass(at('22:00', evening), at('23:55', evening))).toEqual([])
  })
})

describe('nothing is sent', () => {
  it('of an order that was canceled, planned anew or taken out of the plan before', async () => {
    const [a, b, c] = await threeStops()
    set('17:00', evening)
    const cancel = await driving.staff.put(`/api/Admin/Orders/${a.id}/cancel`, { reasonForCancel: 'Brak dojazdu' })
    const change = { orderIds: [b.id], orderRealizationDate: '2026-06-05' }
    const replan = await driving.staff.put('/api/Admin/Orders/change-plan', change)
    const restore = await driving.staff.put(`/api/Admin/Orders/${c.id}/set-accepted`, {})
    expect([cancel.status, replan.status]).toEqual([200, 200])
    expect(restore.status).toBe(200)
    expect(await pass(at('18:00', evening), at('21:55', evening))).toEqual([])
    expect(await pass(at('18:00', '2026-06-04'), at('18:00', '2026-06-04'))).toEqual([
      '18:00 b odbiór jutro, ok. 07:10–07:50'
    ])
  })

  it('a second time where it is planned anew for another day and back', async () => {
    const { id } = await aStopAt(driving, 10, { company: await aClient('back') })
    expect(await pass(at('18:00', evening), at('18:00', evening))).toHaveLength(1)
    for (const date of ['2026-06-05', day]) {
      const change = { orderIds: [id], orderRealizationDate: date }
      expect((await driving.staff.put('/api/Admin/Orders/change-plan', change)).status).toBe(200)
    }
    expect(await pass(at('18:05', evening), at('21:00', evening))).toEqual([])
  })

  it('where the client gets no such messages, or its people want none', async () => {
    await aStopAt(driving, 10, { company: await office.aCompany() })
    const company = await aClient('none')
    await aStopAt(driving, 11, { company })
    const off = { account_id: company.readerId, type: 22, channel: 1, is_on: false }
    await office.db('notifications.preferences').insert(off)
    expect(await pass(at('18:00', evening), at('21:55', evening))).toEqual([])
    const bell = await office.db('notifications.own_news').where({ account_id: company.readerId })
    expect(bell.map(({ text, path }) => [text, path.split('?')[0]])).toEqual([
      ['odbiór jutro, ok. 07:10–08:00', '/client/orders']
    ])
  })
})

describe('each message goes once', () => {
  it('however many workers run at the same time', async () => {
    await threeStops()
    set('18:00', evening)
    await Promise.all([run(), run(), run()])
    await run()
    expect((await office.sent()).map(shortOf)).toHaveLength(3)
  })

  it('where a worker fails half way: the others are sent at once, it is sent later', async () => {
    const [a] = await threeStops()
    set('18:00', evening)
    const { jobs } = office.test.services
    const { send } = jobs
    let calls = 0
    jobs.send = (...given) => {
      calls += 1
      if (calls === 1) throw new Error('killed')
      return send.apply(jobs, given)
    }
    await run()
    jobs.send = send
    expect((await office.sent()).map(shortOf)).toHaveLength(2)
    expect(await office.db('driver.arrival_notices').where({ order_id: a.id })).toEqual([])
    await run()
    expect((await office.sent()).map(shortOf)).toEqual(['a odbiór jutro, ok. 07:00–07:40'])
  })
})

describe('a message', () => {
  it('leads to the page of the order, and its record has no link', async () => {
    const company = await aClient('link')
    const { number } = await aStopAt(driving, 10, { company })
    set('18:00', evening)
    await run()
    const [letter] = (await office.sent()) as [Email]
    expect(letter.subject).toBe(`Zamówienie ${number}: odbiór jutro, ok. 07:00–07:40`)
    expect(letter.text).toContain('Kierowca przyjedzie jutro, wtorek, 2 czerwca, około 07:00–07:40.')
    const [link = ''] = /https:\/\/portal\.example\.com\/t\/[\w-]{22}/.exec(letter.text) ?? []
    expect(letter.html).toContain(`href="${link}"`)
    const page = await office.test.nobody().get(new URL(link).pathname)
    expect([page.status, page.body]).toEqual([200, expect.stringContaining(number)])
    const records = await office.db('notifications.messages').where({ account_id: company.readerId })
    expect(records).toHaveLength(1)
    expect(JSON.stringify(records)).not.toContain(link)
    expect(records[0].body).toContain('https://portal.example.com/t/**********************')
  })

  it.each(languages)('by SMS is one part, in plain letters (%s)', async language => {
    const company = await aClient(language, numberOf(language))
    await office.db('users.accounts').where({ id: company.readerId }).update({ phone: '+48501502503' })
    for (const channel of [0, 1])
      await office
        .db('notifications.preferences')
        .insert({ account_id: company.readerId, type: 22, channel, is_on: channel === 0 })
    const first = await aStopAt(driving, 5, { company: await office.aCompany() })
    const { number } = await aStopAt(driving, 10, { company })
    const before = office.gateway.sent.length
    set('18:00', evening)
    await run()
    await office.sent()
    set('07:10')
    await phone.tell(event(first.id, 'arrived', {}))
    set('08:15')
    await run()
    await office.sent()
    await phone.tell(event(first.id, 'loaded', { quantity: 1 }))
    await run()
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
