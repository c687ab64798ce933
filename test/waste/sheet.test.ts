/** The sheet of a card's values, for clients who have given no keys and type the card in the register by hand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '../../src/contract/days.ts'
import { pagesOf } from '../evidence/fixtures/pdf.ts'
import type { Person } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder, aVehicle } from '../helper/factories.ts'
import { type Acting, anActing } from './fixtures/acts.ts'
import { client as sender } from './fixtures/state-register.ts'

let acting: Acting
let company: ACompany
let client: Person
let itemId: number

beforeAll(async () => {
  acting = await anActing('web')
  acting.test.clock.now = new Date('2026-03-02T10:00:00Z')
  company = await aCompany(db(), { name: 'Wulkanizacja Żółw' })
  itemId = (await anItem(db(), { orderTypeId: 2 })).id
  await db()('companies.companies')
    .where({ id: company.id })
    .update({ tax_number: sender.nip, bdo_number: '000111222' })
  await db()('companies.reception_places').where({ id: company.placeId }).update({ bdo_number: '000111222' })
  client = await acting.test.signedInAs('CLIENT_ADMIN', { companyId: company.id })
})
afterAll(() => acting.close())

const db = () => acting.test.services.db
const today = () => dayOf(acting.test.clock.now)

async function planned(more: Readonly<Record<string, unknown>> = {}): Promise<{ id: number; number: string }> {
  const order = await anOrder(db(), { company, itemId, status: 2 })
  const vehicle = await aVehicle(db())
  await db()('fleet.vehicles')
    .where({ id: vehicle.id })
    .update({ register_number: `LCH ${vehicle.id}` })
  await db()('orders.orders')
    .where({ id: order.id })
    .update({ vehicle_id: vehicle.id, realization_date: addDays(today(), 1), ...more })
  return order
}
const path = (id: number, part = '') => `/api/Admin/Orders/${id}/card-values${part}`
const preview = async (id: number) => (await acting.staff.get(path(id))).body.data
const send = (id: number, who = acting.staff) => who.post(`/api/Admin/Orders/${id}/send-card-values`)

async function textsOf(id: number, who: Person, language = 'pl', query = ''): Promise<string> {
  const answer = await acting.test.app.inject({
    url: path(id, `/pdf${query}`),
    headers: { host: 'localhost:3000', authorization: `Bearer ${who.token}`, 'accept-language': language }
  })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  return pagesOf(answer.rawPayload)
    .flatMap(({ texts }) => texts)
    .join(' ')
}

describe('the sheet of a planned order', () => {
  it('has the values that a draft of the same order sends', async () => {
    const theirs = { clientId: 'their-client-id', clientSecret: 'their-client-secret' }
    expect((await client.post('/api/RegisterKeys', theirs)).status).toBe(201)
    const order = await planned({ order_type_id: 2, quantity: 3 })
    const made = await client.post('/api/Admin/CardDrafts', { orderId: order.id, mass: 3 })
    expect(made.status).toBe(201)
    const draft = await db()('waste.drafts').where({ id: made.body.data.id }).first()
    const text = await textsOf(order.id, acting.staff)
    const at = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('pl', { timeZone: 'Europe/Warsaw', ...options }).format(draft.planned_at)
    for (const value of [
      ...[draft.plate, draft.waste_code, draft.process, '3,000 Mg', sender.nip, '000111222', order.number],
      ...[at({ day: '2-digit', month: '2-digit', year: 'numeric' }), at({ hour: '2-digit', minute: '2-digit' })],
      ...['Zużyte opony', 'Wulkanizacja Żółw', 'Przekazujący odpady', 'Przejmujący odpady']
    ])
      expect(text).toContain(value)
    const [own] = await db()('waste.client_keys').where({ company_id: company.id }).select('places')
    expect(text).toContain(own.places[0].number)
    await db()('waste.drafts').where({ id: draft.id }).delete()
    await db()('waste.client_keys').delete()
  })

  it('has the time that its reader chooses, and is refused with one of today that is over', async () => {
    const order = await planned()
    expect(await textsOf(order.id, client, 'pl', '?plannedTime=13:35')).toContain('13:35')
    expect(await textsOf(order.id, client)).toContain(acting.test.services.settings.workdayStart)
    const ofToday = await planned({ realization_date: today() })
    const refused = await acting.staff.get(path(ofToday.id, '/pdf?plannedTime=10:55'))
    expect([refused.status, refused.body.code, refused.body.Errors?.[0]?.PropertyName]).toEqual([
      ...[422, 'waste.draftTimeOver', 'plannedTime']
    ])
    expect((await acting.staff.get(path(ofToday.id, '/pdf?plannedTime=25:00'))).status).toBe(400)
  })

  it('is in the client’s own language for the client, with the Polish labels of the register beside it', async () => {
    const text = await textsOf((await planned()).id, client, 'de')
    expect(text).toContain('Absender der Abfälle')
    expect(text).toContain('Przekazujący odpady')
    expect(text).toContain('Masa odpadów (planowana)')
    expect(text).not.toContain('waste.')
  })

  it('names what is missing and where it is filled in', async () => {
    const order = await planned({ vehicle_id: null })
    await db()('companies.reception_places').where({ id: company.placeId }).update({ bdo_number: null })
    const { missing } = await preview(order.id)
    expect(missing.split('\n')).toEqual(
      expect.arrayContaining([
        'Przekazujący odpady, Numer miejsca prowadzenia działalności: punkt odbioru, pole „Numer BDO”',
        'Transport, Numer rejestracyjny środka transportu: poda firma odbierająca (plan dnia: wybierz pojazd)',
        'Przejmujący odpady, Numer rejestrowy BDO: poda firma odbierająca (ustawienie BUSINESS_BDO)'
      ])
    )
    await db()('companies.reception_places').where({ id: company.placeId }).update({ bdo_number: '000111222' })
    expect((await preview((await planned()).id)).missing).not.toMatch(/punkt odbioru|pojazd/)
  })

  it.each([
    ['over', -1, 'Termin odbioru już minął'],
    ['too far', 40, 'najwyżej 30 dni przed transportem']
  ])('says that the day is %s, instead of a time', async (_, days, sentence) => {
    const { missing } = await preview((await planned({ realization_date: addDays(today(), days) })).id)
    expect(missing).toContain(sentence)
    expect(missing).not.toContain('Planowana data')
  })

  it('names the receiving place of the register, and the store while the register is away', async () => {
    const order = await planned()
    const number = acting.world.firms[0]?.places[0]?.identificationNumber as string
    expect(number).toMatch(/\d/)
    expect((await preview(order.id)).text).toContain(number)
    await acting.kill()
    expect((await preview(order.id)).missing).toContain('miejsca w rejestrze BDO')
    await acting.restart()
  })

  it.each([1, 4])('is refused of an order in state %i', async status => {
    const { id } = await planned({ status })
    expect((await acting.staff.get(path(id))).body.code).toBe('waste.sheetNotPlanned')
    expect((await send(id)).status).toBe(409)
  })

  it('is found by nobody of another company', async () => {
    const { id } = await planned()
    const stranger = await acting.test.signedInAs('CLIENT_ADMIN')
    expect((await stranger.get(path(id, '/pdf'))).status).toBe(404)
    expect((await client.get(path(id))).status).toBe(403)
  })
})

describe('the e-mail with the values', () => {
  const sent = (id: number) =>
    db()('notifications.messages as m')
      .join('notifications.subjects as s', 's.message_id', 'm.id')
      .where({ 's.resource_type': 'orders.order', 's.subject_id': id })
      .select('m.address', 'm.subject', 'm.body')

  it('goes to those whom the preview names, with its text, and stands in the history of the order', async () => {
    const { id, number } = await planned()
    const shown = await preview(id)
    const email = (await db()('users.accounts').where({ company_id: company.id }).first('email')).email
    expect(shown.to).toContain(email)
    expect((await send(id)).status).toBe(200)
    expect(await sent(id)).toEqual([
      { address: email, subject: `Dane do karty KPO, zamówienie ${number}`, body: shown.text }
    ])
    expect(shown.text).toContain(`/client/orders?row=${id}&panel=${id}`)
    const history = await acting.staff.get(`/api/Admin/Orders/${id}/history`)
    expect(JSON.stringify(history.body)).toContain('Wysłano klientowi dane do karty KPO')
    expect(JSON.stringify((await client.get(`/api/Admin/Orders/${id}/history`)).body)).not.toContain('dane do karty')
  })

  it('has the time that was chosen, and its preview that of the form, whole or not', async () => {
    const { id, number } = await planned()
    const textWith = async (time: string) => (await acting.staff.get(path(id, `?plannedTime=${time}`))).body.data.text
    expect(await textWith('13:35')).toContain('Planowana godzina transportu: 13:35')
    expect(await textWith('13:3')).toContain('Planowana godzina transportu: 07:00')
    const { status } = await acting.staff.post(`/api/Admin/Orders/${id}/send-card-values`, { plannedTime: '13:35' })
    expect(status).toBe(200)
    const [{ subject, body } = { subject: '', body: '' }] = await sent(id)
    expect(subject).toContain(number)
    expect(body).toContain('Planowana godzina transportu: 13:35')
  })

  it('is refused where nobody of the client can be reached', async () => {
    const alone = await aCompany(db(), { name: 'Bez ludzi' })
    const order = await anOrder(db(), { company: alone, itemId, status: 2 })
    await db()('orders.orders')
      .where({ id: order.id })
      .update({ realization_date: addDays(today(), 1), created_by: null })
    expect((await preview(order.id)).to).toBeNull()
    const { status, body } = await send(order.id)
    expect([status, body.code]).toEqual([422, 'waste.sheetNobody'])
  })
})
