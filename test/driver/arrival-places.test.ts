/** What is told of an arrival at a place: one message about several of its orders, and messages to a contact without an account. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Email } from '../helper/emails.ts'
import { type ArrivalOffice, anArrivalOffice, evening } from './fixtures/arrival-office.ts'
import { aStopAt, at } from './fixtures/arrivals.ts'
import { type Driving, eventsFor, type Phone } from './fixtures/driving.ts'

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

/** Whom a letter is to, and which orders it is about. */
const titleOf = ({ to, subject }: Email): string => `${to.split('.')[0]} ${subject.split(': ')[0]}`

describe('several orders of one place', () => {
  /** Two orders of a place, and one of another client after them. */
  async function aVisit() {
    const company = await office.aClient('two')
    const first = await aStopAt(driving, 10, { company })
    const second = await aStopAt(driving, 10, { company, placeId: first.placeId })
    const after = await aStopAt(driving, 20, { company: await office.aClient('after') })
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
    expect(await office.sentBetween(at('18:00', evening), at('18:10', evening))).toEqual([
      '18:00 after odbiór jutro, ok. 08:00–09:10',
      '18:00 two odbiór jutro, ok. 07:10–08:00'
    ])
    const sent = await office.sentBetween(at('07:00'), at('10:00'), {
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
    office.setTime('18:00', evening)
    await office.run()
    const letter = (await office.sent()).find(({ to }) => to.startsWith('two')) as Email
    expect(letter.subject).toBe(`Zamówienie ${first.number} (i jeszcze 1): odbiór jutro, ok. 07:00–07:40`)
    expect(letter.text).toContain(`Zamówienia: ${first.number}, ${second.number}`)
    const [link = ''] = /https:\/\/portal\.example\.com\/t\/[\w-]{22}/.exec(letter.text) ?? []
    const pageNow = async () => String((await office.test.nobody().get(new URL(link).pathname)).body)
    const both = await pageNow()
    expect(both).toContain('<h1>Odbiór: 2 zamówienia</h1>')
    expect(both).toContain('07:00–07:40')
    for (const { number } of [first, second]) expect(both).toContain(`<strong>${number}</strong>`)
    office.setTime('07:20')
    await phone.tell(event(first.id, 'loaded', { quantity: 1 }), event(second.id, 'failed', { reason: 'closed' }))
    const ended = await pageNow()
    expect(ended).toContain('Odebrano część zamówień.')
    expect(ended).toContain('<span class="bad">Nie odebrano.</span><span>nie odebrano: zamknięte</span>')
    await office.db('driver.visit_links').where({ order_id: second.id }).delete()
    expect(await pageNow()).toContain(`<h1>Odbiór: zamówienie ${first.number}</h1>`)
  })

  it('are in one message for each person, about those that the person is told of', async () => {
    const { company, first, second } = await aVisit()
    const other = await office.aReader(company, { email: 'own.1@stops.example', language: 1 })
    await office.db('orders.orders').where({ id: second.id }).update({ created_by: other.id })
    office.setTime('18:00', evening)
    await office.run()
    const subjects = (await office.sent()).map(titleOf).filter(text => !text.startsWith('after'))
    // the first order is told to all administrators, because staff have placed it; the second to whoever has placed it
    expect(subjects.toSorted()).toEqual([
      `own Zamówienie ${first.number} (i jeszcze 1)`,
      `two Zamówienie ${first.number}`
    ])
  })
})

describe('the contact of a place without an account', () => {
  let contacts = 0
  /** An order at a place whose contact has an e-mail address and a phone, and has agreed or not. */
  async function atPlace(values: Readonly<Record<string, unknown>> = {}) {
    const company = await office.aClient('portal')
    const stop = await aStopAt(driving, 10, { company })
    contacts += 1
    const email = `gate.${contacts}@place.example`
    const contact = { email, phone: '501777888', arrival_messages: true, ...values }
    await office.db('companies.reception_places').where({ id: stop.placeId }).update(contact)
    return { ...stop, company, email }
  }
  const toGate = async (): Promise<Email[]> => (await office.sent()).filter(({ to }) => to.includes('@place.example'))

  it('gets e-mail and SMS in the language of the country, with links to the page and to where they are stopped', async () => {
    const { number, placeId } = await atPlace()
    const before = office.gateway.sent.length
    office.setTime('18:00', evening)
    await office.run()
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
    office.setTime('18:00', evening)
    await office.run()
    expect(await toGate()).toEqual([])
    expect(office.gateway.sent.slice(before)).toEqual([])
  })

  it('gets nothing where its company gets no such messages, or an account has its address', async () => {
    const { company, email } = await atPlace()
    await office.aReader(company, { email, phone: '501777888' })
    const off = await atPlace()
    await office.db('companies.companies').where({ id: off.company.id }).update({ arrival_messages: false })
    const before = office.gateway.sent.length
    office.setTime('18:00', evening)
    await office.run()
    // the account has the letter that it wants by its own settings
    expect((await toGate()).map(({ text }) => text.includes('ustawieniach konta'))).toEqual([true])
    expect(office.gateway.sent.slice(before)).toEqual([])
  })
})
