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

const shortTitle = ({ to, subject }: Email): string => `${to.split('.')[0]} ${subject.split(': ')[0]}`

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

describe('several orders of one place', () => {
  /** Two orders of a place, and one of another client after them. */
  async function aVisit() {
    const company = await aClient('two')
    const first = await aStopAt(driving, 10, { company })
    const second = await aStopAt(driving, 10, { company, placeId: first.placeId })
    const after = await aStopAt(driving, 20, { company: await aClient('after') })
    return { company, first, second, after }
  }

  it('that the driver collects one after another have one message each time, by the arrival at the first', async () => {
    const { first, second, after } = await aVisit()
    const before = await aStopAt(driving, 5, { company: await office.aCompany() })
    const route = await office.db('orders.stops').where({ order_id: before.id }).first('route_id')
    for (const [sequence, { id }] of [before, first, second, after].entries())
      await office
        .db('orders.stops')
        .where({ order_id: id, route_id: route.route_id })
        .update({ sequence: 100 + sequence })
    expect(await pass(at('18:00', evening), at('18:10', evening))).toEqual([
      '18:00 after odbiór jutro, ok. 08:00–09:10',
      '18:00 two odbiór jutro, ok. 07:10–08:00'
    ])
    const sent = await pass(at('07:00'), at('10:00'), {
      '07:10': () => phone.tell(event(before.id, 'loaded', { quantity: 1 })),
      '07:30': () => phone.tell(event(first.id, 'arrived', {})),
      '07:50': () => phone.tell(event(first.id, 'loaded', { quantity: 1 })),
      '08:20': () => phone.tell(event(second.id, 'loaded', { quantity: 1 })),
      '08:40': () => phone.tell(event(after.id, 'arrived', {}))
    })
    // nothing of the second order once the driver is at the place
    expect(sent).toEqual([
      '07:10 two następny przystanek, ok. 07:10–07:40',
      '08:20 after następny przystanek, ok. 08:20–09:00'
    ])
  })

  it('have a link to one page with all of them, which is that of one order where only one is left', async () => {
    const { first, second } = await aVisit()
    set('18:00', evening)
    await run()
    const letter = (await office.sent()).find(({ to }) => to.startsWith('two')) as Email
    expect(letter.subject).toBe(`Zamówienie ${first.number} (i jeszcze 1): odbiór jutro, ok. 07:00–07:40`)
    expect(letter.text).toContain(`Zamówienia: ${first.number}, ${second.number}`)
    const [link = ''] = /https:\/\/portal\.example\.com\/t\/[\w-]{22}/.exec(letter.text) ?? []
    const pageNow = async () => String((await office.test.nobody().get(new URL(link).pathname)).body)
    const both = await pageNow()
    expect(both).toContain('<h1>Odbiór: 2 zamówienia</h1>')
    expect(both).toContain('07:00–07:40')
    for (const { number } of [first, second]) expect(both).toContain(`<strong>${number}</strong>`)
    set('07:20')
    await phone.tell(event(first.id, 'loaded', { quantity: 1 }), event(second.id, 'failed', { reason: 'closed' }))
    const ended = await pageNow()
    expect(ended).toContain('Odebrano część zamówień.')
    expect(ended).toContain('<span class="bad">Nie odebrano.</span><span>nie odebrano: zamknięte</span>')
    await office.db('driver.visit_links').where({ order_id: second.id }).delete()
    expect(await pageNow()).toContain(`<h1>Odbiór: zamówienie ${first.number}</h1>`)
  })

  it('are in one message for each person, about those that the person is told of', async () => {
    const { company, first, second } = await aVisit()
    const other = await office.aReader(company, { email: `own.${clients}@stops.example`, language: 1 })
    await office.db('orders.orders').where({ id: second.id }).update({ created_by: other.id })
    set('18:00', evening)
    await run()
    const subjects = (await office.sent()).map(shortTitle).filter(text => !text.startsWith('after'))
    // the first order is told to all administrators, because staff have placed it; the second to whoever has placed it
    expect(subjects.toSorted()).toEqual([
      `own Zamówienie ${first.number} (i jeszcze 1)`,
      `two Zamówienie ${first.number}`
    ])
  })
})

describe('the contact of a place without an account', () => {
  /** An order at a place whose contact has an e-mail address and a phone, and has agreed or not. */
  async function atPlace(values: Readonly<Record<string, unknown>> = {}) {
    const company = await aClient('portal')
    const stop = await aStopAt(driving, 10, { company })
    const contact = { email: `gate.${clients}@place.example`, phone: '501777888', arrival_messages: true, ...values }
    await office.db('companies.reception_places').where({ id: stop.placeId }).update(contact)
    return { ...stop, company }
  }
  const toGate = async (): Promise<Email[]> => (await office.sent()).filter(({ to }) => to.includes('@place.example'))

  it('gets e-mail and SMS in the language of the country, with links to the page and to where they are stopped', async () => {
    const { number, placeId } = await atPlace()
    const before = office.gateway.sent.length
    set('18:00', evening)
    await run()
    const [letter] = (await toGate()) as [Email]
    expect(letter.subject).toBe(`Zamówienie ${number}: odbiór jutro, ok. 07:00–07:40`)
    const [link = ''] = /https:\/\/portal\.example\.com\/t\/[\w-]{22}/.exec(letter.text) ?? []
    expect(letter.text).toContain(`${link}/stop`)
    expect(letter.text).not.toContain('ustawieniach konta')
    const [sms] = office.gateway.sent.slice(before)
    expect(sms?.message).toContain(link)
    const path = new URL(link).pathname
    const shown = async (url: string) => String((await office.test.nobody().get(url)).body)
    expect(await shown(path)).toContain(`/stop?language=pl`)
    expect(await shown(`${path}/stop`)).toContain('<form method="post"><button>Wyłącz wiadomości</button></form>')
    const pressed = await office.test.app.inject({
      method: 'POST',
      url: `${path}/stop?language=pl`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'portal.example.com' },
      payload: ''
    })
    expect([pressed.statusCode, pressed.body]).toEqual([
      200,
      expect.stringContaining('Wiadomości dla tego punktu są wyłączone.')
    ])
    expect(await office.db('companies.reception_places').where({ id: placeId }).first()).toMatchObject({
      arrival_messages: false
    })
    const { body } = await office.staff.get(`/api/Admin/reception-places/${placeId}/history`)
    expect(JSON.stringify(body.data)).toContain('Kontakt punktu zrezygnował z wiadomości o przyjeździe')
    for (const url of [path, `${path}/stop`]) expect(await shown(url)).not.toContain('<form')
    expect(await shown(path)).not.toContain('/stop')
  })

  it.each([
    ['has not agreed', { arrival_messages: false }],
    ['has no address', { email: null, phone: null }]
  ])('gets nothing where it %s', async (_why, values) => {
    await atPlace(values)
    const before = office.gateway.sent.length
    set('18:00', evening)
    await run()
    expect(await toGate()).toEqual([])
    expect(office.gateway.sent.slice(before)).toEqual([])
  })

  it('gets nothing where its company gets no such messages, or an account has its address', async () => {
    const { company } = await atPlace()
    await office.aReader(company, { email: `gate.${clients}@place.example`, phone: '501777888' })
    const off = await atPlace()
    await office.db('companies.companies').where({ id: off.company.id }).update({ arrival_messages: false })
    const before = office.gateway.sent.length
    set('18:00', evening)
    await run()
    // the account has the letter that it wants by its own settings
    expect((await toGate()).map(({ text }) => text.includes('ustawieniach konta'))).toEqual([true])
    expect(office.gateway.sent.slice(before)).toEqual([])
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
