/** How a collection ended, as the mail server gets it for the client: once, and one correction; nothing of what was taken back at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quietMs, sendReports } from '../../modules/driver/clients/report.ts'
import type { DriverEvent } from '../../modules/driver/contract.ts'
import { languages, numberOf } from '../../src/contract/languages.ts'
import type { Email } from '../helper/emails.ts'
import { anOffice, type Office } from '../notifications/fixtures/news.ts'
import { aDriving, type Driving, eventsFor, type Phone } from './fixtures/driving.ts'

let office: Office
let driving: Driving
let phone: Phone
let client: { readonly id: number; readonly email: string }

beforeAll(async () => {
  office = await anOffice()
  driving = await aDriving(office.test)
  phone = await driving.phone()
  client = await office.aReader(driving.company, { email: 'anna@client.example' })
})
afterAll(() => office.close())

const run = () => sendReports(office.test.services)
/** What is told two minutes later. */
async function told(): Promise<Email[]> {
  office.pass(quietMs / 60_000)
  await run()
  return office.sent()
}
const event = eventsFor(() => office.test)
const loaded = (order: number, quantity = 2): DriverEvent =>
  event(order, 'loaded', { quantity, tyres: { passenger: 40 } })
const signed = (order: number): DriverEvent => event(order, 'signed', { name: 'Anna Lis', path: 'M1 1L20 20' })
const undone = (order: number, eventId: string): DriverEvent => event(order, 'undone', { eventId })
const everything = (order: number): DriverEvent[] => [
  ...[loaded(order), signed(order), event(order, 'weighed', { kilograms: 830 })],
  event(order, 'card', { number: '77/2026' })
]
const subjects = (letters: readonly Email[]): string[] => letters.map(({ subject }) => subject)
const numberOfOrder = async (id: number): Promise<string> => {
  const { number } = await office.db('orders.orders').where({ id }).first('number')
  return number
}

describe('a letter about a collection', () => {
  it('says what was taken and who has signed, to whoever is told of the order, with a link to it', async () => {
    const order = await driving.planned()
    await phone.tell(event(order, 'arrived', {}), loaded(order), signed(order), event(order, 'card', { number: '17' }))
    const letters = await told()
    expect(letters.map(({ to }) => to)).toEqual([client.email])
    const [{ subject, text, html }] = letters as [Email]
    expect(subject).toBe(`Zamówienie ${await numberOfOrder(order)}: odebrano`)
    expect(text).toContain('Kierowca zakończył odbiór.\n– załadowano: 2 szt. (osobowe: 40)\n– podpis: Anna Lis')
    expect(html).toContain(`href="https://portal.example.com/client/orders?row=${order}&amp;panel=${order}"`)
    expect(await told()).toEqual([])
  })

  it('says why nothing was taken, and not what the driver wrote for the office', async () => {
    const order = await driving.planned()
    await phone.tell(event(order, 'failed', { reason: 'closed', note: 'Pies za bramą' }))
    const [letter] = (await told()) as [Email]
    expect(letter.subject).toBe(`Zamówienie ${await numberOfOrder(order)}: nie odebrano`)
    expect(letter.text).toContain('Kierowca nie odebrał odpadów.\n– nie odebrano: zamknięte')
    expect(letter.text).not.toContain('Pies')
  })

  it('comes in the language of each reader', async () => {
    const company = await office.aCompany()
    const own = { ...driving, company }
    for (const language of languages)
      await office.aReader(company, { language: numberOf(language), email: `${language}@six.example` })
    const order = await own.planned()
    await office.db('orders.orders').where({ id: order }).update({ company_id: company.id })
    await phone.tell(event(order, 'failed', { reason: 'none' }))
    const letters = await told()
    expect(letters.map(({ to, subject }) => [to.slice(0, 2), subject.split(': ').at(-1)])).toEqual([
      ['cs', 'neodvezeno'],
      ['de', 'nicht abgeholt'],
      ['en', 'not collected'],
      ['et', 'ära viimata'],
      ['pl', 'nie odebrano'],
      ['sk', 'neodvezené']
    ])
    for (const { text } of letters) expect(text).not.toMatch(/[{}]|undefined|driver\.\w|orders\.\w/)
  })
})

describe('no letter', () => {
  it('comes of what was taken back, nor before the driver has reported nothing more for two minutes', async () => {
    const order = await driving.planned()
    const first = loaded(order)
    await phone.tell(first)
    await phone.tell(undone(order, first.id))
    expect(await told()).toEqual([])
    await phone.tell(loaded(order, 1))
    office.pass(1)
    await phone.tell(signed(order))
    office.pass(1)
    await run()
    expect(await office.sent()).toEqual([])
    office.pass(1)
    await run()
    expect(subjects(await office.sent())).toHaveLength(1)
  })

  it('comes a second time of the same, however often the driver reports it or the worker runs', async () => {
    const order = await driving.planned()
    const events = [loaded(order), signed(order)]
    await phone.tell(...events)
    office.pass(2)
    await Promise.all([run(), run(), run()])
    expect(await office.sent()).toHaveLength(1)
    await phone.send(events)
    await phone.tell(loaded(order))
    expect(await told()).toEqual([])
  })

  it('comes of an order that the office had finished, until it has accepted what the driver told', async () => {
    const order = await driving.planned()
    await office.db('orders.orders').where({ id: order }).update({ status: 3 })
    await phone.send([loaded(order)])
    expect(await told()).toEqual([])
    const { body } = await office.staff.get(`/api/Admin/Orders/${order}/driver-events`)
    expect((await office.staff.put(`/api/Admin/DriverEvents/${body.data[0].id}/accept`)).status).toBe(200)
    expect(subjects(await told())).toEqual([expect.stringContaining('odebrano')])
  })

  it('comes of what the office has finished with the same, once it has accepted what the driver told', async () => {
    const order = await driving.planned()
    await office.db('orders.orders').where({ id: order }).update({ quantity: 2 })
    await office.db('notifications.news').delete()
    await driving.finish(order, { quantityTaken: 2, tonnage: 0.83 })
    office.pass(16)
    await office.sendNews()
    expect(subjects(await office.sent())).toEqual([expect.stringContaining('odebrane')])
    await phone.send([loaded(order), signed(order), event(order, 'weighed', { kilograms: 830 })])
    await driving.acceptAll(order)
    expect(await told()).toEqual([])
    // of another mass the client must hear
    await phone.send([event(order, 'weighed', { kilograms: 1830 })])
    await driving.acceptAll(order)
    const [letter, ...others] = await told()
    expect([others, letter?.text]).toEqual([[], expect.stringContaining('1830 kg')])
  })

  it('comes of a report that the office finishes the order by at once: the finish is told', async () => {
    const order = await driving.planned()
    await office.db('orders.orders').where({ id: order }).update({ quantity: 2 })
    await office.db('notifications.news').delete()
    await phone.tell(...everything(order))
    office.pass(1)
    await driving.finish(order)
    expect(await told()).toEqual([])
    office.pass(16)
    await office.sendNews()
    expect(subjects(await office.sent())).toHaveLength(1)
  })

  it('comes to those who do not want to hear of collections; it stands in their bell', async () => {
    const order = await driving.planned()
    const off = { account_id: client.id, type: 25, channel: 1, is_on: false }
    await office.db('notifications.preferences').insert(off)
    await phone.tell(loaded(order))
    expect(await told()).toEqual([])
    await office.db('notifications.preferences').where({ account_id: client.id }).del()
    const bell = await office.db('notifications.own_news').where({ account_id: client.id }).orderBy('id', 'desc')
    expect(bell[0]).toMatchObject({ title: `Zamówienie ${await numberOfOrder(order)}`, text: 'odebrano' })
  })
})

describe('a finish by the office', () => {
  /** The driver's letter, then the finish, and the letters after it. */
  async function finished(order: number, body: object): Promise<Email[]> {
    expect(subjects(await told())).toHaveLength(1)
    // of the plans of this and the other orders
    await office.db('notifications.news').delete()
    await driving.finish(order, body)
    office.pass(16)
    await office.sendNews()
    return office.sent()
  }

  it('of what the driver has reported sends no second letter', async () => {
    const order = await driving.planned()
    await office.db('orders.orders').where({ id: order }).update({ quantity: 2 })
    await phone.tell(...everything(order))
    expect(await finished(order, {})).toEqual([])
    const title = `Zamówienie ${await numberOfOrder(order)}`
    expect(await office.db('notifications.own_news').where({ account_id: client.id, title })).toHaveLength(1)
  })

  it.each([
    ['another quantity', { quantityTaken: 3 }, '3'],
    ['another mass', { tonnage: 0.9 }, '0,9 t'],
    ['another number of the card', { kpo: '78/2026' }, '78/2026']
  ])('with %s sends a letter that says so', async (_what, body, said) => {
    const order = await driving.planned()
    await office.db('orders.orders').where({ id: order }).update({ quantity: 2 })
    await phone.tell(...everything(order))
    const [letter, ...others] = await finished(order, body)
    expect([others, letter?.text]).toEqual([[], expect.stringContaining(said)])
  })
})

it('a correction comes once: what the driver reports after it is in the portal alone', async () => {
  const order = await driving.planned()
  await phone.tell(loaded(order))
  expect(subjects(await told())).toHaveLength(1)
  await phone.tell(event(order, 'weighed', { kilograms: 830 }))
  const [letter] = (await told()) as [Email]
  expect(letter.subject).toContain('sprostowanie: odebrano')
  expect(letter.text).toContain('– zważono: 830 kg')
  await phone.tell(event(order, 'weighed', { kilograms: 840 }))
  expect(await told()).toEqual([])
})

it('a correction comes where the end was taken back, and the next end is in the portal alone', async () => {
  const order = await driving.planned()
  const end = loaded(order)
  await phone.tell(end, signed(order))
  expect(subjects(await told())).toHaveLength(1)
  await phone.tell(undone(order, end.id))
  const [letter] = (await told()) as [Email]
  expect(letter.subject).toContain('sprostowanie: jeszcze nieodebrane')
  expect(letter.text).toContain('Kierowca wycofał swoje zgłoszenie.')
  expect(letter.text).not.toContain('– ')
  await phone.tell(loaded(order))
  expect(await told()).toEqual([])
})
