/** News without a changed field (an order placed, an answer, a colleague who asks), and the bell of the portal. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxOwnNews } from '../../modules/notifications/own-bell.ts'
import type { Person } from '../helper/app.ts'
import type { ACompany } from '../helper/factories.ts'
import { anOffice, type Office, type Reader } from './fixtures/news.ts'

let office: Office
let company: ACompany
let boss: Reader
let person: Reader
let byPerson: Person
beforeAll(async () => {
  office = await anOffice()
})
afterAll(() => office.close())
beforeEach(async () => {
  await office.db('notifications.news').delete()
  company = await office.aCompany()
  boss = await office.aReader(company)
  person = await office.aReader(company, { role: 'CLIENT' })
  byPerson = await office.test.signedInAs(person.id)
})

const told = async () => (await office.told()).map(({ to, subject }) => [to, subject])
const waiting = async () => (await office.db('notifications.news').count('* as n').first())?.n
async function placeBy(who: Person): Promise<{ id: number; number: string }> {
  const order = { receptionPlace: company.placeId, orderTypeItemId: office.itemId, quantity: 1 }
  const { status, body } = await who.post('/api/Admin/Orders', {
    ...order,
    ...(who === office.staff && { netPrice: 1 })
  })
  expect(status).toBe(201)
  return body.data
}
const comment = (who: Person, id: number, body: object) => who.post(`/api/Admin/Orders/${id}/add-comment`, body)

describe('an order', () => {
  it('is confirmed to whoever has placed it, and to nobody else', async () => {
    const { number } = await placeBy(byPerson)
    expect(await told()).toEqual([[person.email, `Zamówienie ${number}: złożone`]])
  })

  it('that was accepted within the quarter of an hour is confirmed by that alone', async () => {
    const { id, number } = await placeBy(byPerson)
    await office.put(`${id}/accept`)
    expect(await told()).toEqual([[person.email, `Zamówienie ${number}: przyjęte`]])
  })

  it('that its client has cancelled meanwhile is not confirmed', async () => {
    const { id } = await placeBy(byPerson)
    await office.put(`${id}/cancel`, {}, byPerson)
    expect(await told()).toEqual([])
  })
})

describe('an answer', () => {
  it('goes to who has placed the order and to every client who has written, with all that was written since', async () => {
    const { id, number } = await office.anOrder(company, { by: person.id })
    const byBoss = await office.test.signedInAs(boss.id)
    await comment(byBoss, id, { content: 'Kiedy przyjedziecie?' })
    expect(await waiting()).toBe(0)
    await comment(office.staff, id, { content: 'Jutro.' })
    office.pass(1)
    await comment(office.staff, id, { content: 'Po 12.' })
    const letters = await office.told()
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual(
      [boss, person].map(({ email }) => [email, `Zamówienie ${number}: odpowiedź`])
    )
    expect(letters[0]?.text).toContain('Odpowiadamy:\n„Jutro.”\n„Po 12.”\n')
    expect(letters[0]?.text).not.toContain('Kiedy')
  })

  it('that is internal is told to nobody, also beside one that is not', async () => {
    const { id } = await office.anOrder(company, { by: person.id })
    await comment(office.staff, id, { content: 'Dłużnik?', internal: true })
    expect(await waiting()).toBe(0)
    await comment(office.staff, id, { content: 'Jutro.' })
    await comment(office.staff, id, { content: 'Nadal dłużnik', internal: true })
    const [letter] = await office.told()
    expect(letter?.text).toContain('Jutro.')
    expect(letter?.text).not.toContain('dłużnik')
  })
})

describe('a colleague who asks to join', () => {
  let asked = 0
  const ask = async (who: Person = office.test.nobody()) => {
    const email = `kolega${++asked}@example.com`
    const body = { email, firstName: 'Jan', lastName: 'Nowy', phone: '501502503' }
    expect((await who.post(`/api/Companies/RegisterAccount/${company.departmentId}`, body)).status).toBe(202)
    return (await office.db('users.accounts').where({ email }).first()).id as number
  }
  const peopleWhoAsk = async (who: Person) => (await who.get('/api/Dashboard/client')).body.data.peopleWhoAsk

  it('is told to the client administrators alone, who see how many wait on their home page', async () => {
    const byBoss = await office.test.signedInAs(boss.id)
    expect(await peopleWhoAsk(byBoss)).toBe(0)
    await ask()
    expect([await peopleWhoAsk(byBoss), await peopleWhoAsk(byPerson)]).toEqual([1, 0])
    expect((await told()).filter(([to]) => to === boss.email || to === person.email)).toEqual([
      [boss.email, 'Jan Nowy: prośba o dostęp']
    ])
  })

  it('is not told any more once let in, and not of whom the staff have added', async () => {
    const id = await ask()
    await office.staff.put(`/api/Admin/Users/${id}/activate`)
    await ask(office.staff)
    expect((await told()).filter(([to]) => to === boss.email)).toEqual([])
  })

  it('can be switched off by an administrator; an ordinary client is not asked', async () => {
    const path = '/api/Notifications/preferences'
    const types = async (who: Person) =>
      (await who.get(path)).body.data.map(({ type }: { type: number }) => type).includes(29)
    const byBoss = await office.test.signedInAs(boss.id)
    expect([await types(byBoss), await types(byPerson)]).toEqual([true, false])
    expect((await byPerson.put(path, { type: 29, channel: 1, isOn: true })).status).toBe(404)
    await byBoss.put(path, { type: 29, channel: 1, isOn: false })
    await ask()
    expect((await told()).filter(([to]) => to === boss.email)).toEqual([])
  })
})

describe('the bell of the portal', () => {
  const bell = async (who: Person = byPerson) => (await who.get('/api/Notifications/own')).body
  const read = (upTo: number, who: Person = byPerson) => who.put('/api/Notifications/own/read', { upTo })

  it('lists what the person was told of, also without letters, and nothing of others', async () => {
    await byPerson.put('/api/Notifications/preferences', { type: 21, channel: 1, isOn: false })
    const { id, number } = await office.anOrder(company, { by: person.id })
    await office.put(`${id}/accept`)
    expect(await bell()).toEqual({ data: [], total: 0 })
    expect(await told()).toEqual([])
    const entry = { title: `Zamówienie ${number}`, text: 'przyjęte', path: `/client/orders?row=${id}&panel=${id}` }
    expect(await bell()).toMatchObject({ data: [{ ...entry, isRead: false }], total: 1 })
    expect(await bell(await office.test.signedInAs(boss.id))).toEqual({ data: [], total: 0 })
  })

  it('counts what is not read: what comes meanwhile stays unread, and nobody reads for others', async () => {
    const { id } = await office.anOrder(company, { by: person.id })
    await office.put(`${id}/accept`)
    await office.told()
    const [first] = (await bell()).data
    await office.plan([id], '2026-11-25')
    await office.told()
    const { data, total } = await bell()
    expect([data.map(({ text }: { text: string }) => text), total]).toEqual([['odbiór śr. 25.11', 'przyjęte'], 2])
    await read(data[0].id, await office.test.signedInAs(boss.id))
    expect((await bell()).total).toBe(2)
    expect((await read(first.id)).body.data).toEqual({ unread: 1 })
    expect((await bell()).data.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([false, true])
  })

  it('keeps the newest', async () => {
    await office.db('notifications.own_news').insert(
      Array.from({ length: maxOwnNews + 5 }, (_, n) => ({
        ...{ account_id: person.id, title: `${n}`, text: '', path: '/', at: office.test.clock.now }
      }))
    )
    const { id } = await office.anOrder(company, { by: person.id })
    await office.put(`${id}/accept`)
    await office.told()
    const { data } = await bell()
    expect([data.length, data[0].text, data.at(-1).title]).toEqual([maxOwnNews, 'przyjęte', '6'])
    expect(await office.db('notifications.own_news').where({ account_id: person.id })).toHaveLength(maxOwnNews)
  })
})
