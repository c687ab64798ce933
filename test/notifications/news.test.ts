/** What clients are told of their orders: when, who, and how several changes become one letter. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendNews } from '../../modules/notifications/news/tell.ts'
import { clientNews } from '../../modules/notifications/public.ts'
import { modules } from '../../src/modules.ts'
import { type ACompany, aDepartment, aPlace } from '../helper/factories.ts'
import { anOffice, type Office, type Reader } from './fixtures/news.ts'

let office: Office
let company: ACompany
let boss: Reader
beforeAll(async () => {
  office = await anOffice()
})
afterAll(() => office.close())
beforeEach(async () => {
  await office.db('notifications.news').delete()
  company = await office.aCompany()
  boss = await office.aReader(company)
})

const waiting = () => office.db('notifications.news').orderBy('id')
const accept = (id: number) => office.put(`${id}/accept`)
const told = async () => (await office.told()).map(({ to, subject }) => [to, subject])
const cancel = (id: number) => office.put(`${id}/cancel`, { reasonForCancel: 'Brak dojazdu', Comment: 'Proszę o nowe' })

describe('a letter', () => {
  it('comes a quarter of an hour after the first change, and not before', async () => {
    const { id, number } = await office.anOrder(company)
    await accept(id)
    office.pass(14.9)
    await office.sendNews()
    expect(await office.sent()).toEqual([])
    office.pass(0.1)
    await office.sendNews()
    const [letter, ...more] = await office.sent()
    expect([letter?.to, letter?.subject, more]).toEqual([boss.email, `Zamówienie ${number}: przyjęte`, []])
    expect(await waiting()).toEqual([])
  })

  it('tells of all orders together, each with its own link, and of how each has ended', async () => {
    const [one, other, third] = [
      await office.anOrder(company),
      await office.anOrder(company),
      await office.anOrder(company)
    ]
    await accept(one.id)
    office.pass(5)
    await accept(other.id)
    await accept(third.id)
    await office.put(`${third.id}/undo`)
    office.pass(5)
    await cancel(other.id)
    await office.plan([one.id], '2026-11-25')
    const [letter, ...more] = await office.told()
    expect([letter?.to, letter?.subject, more]).toEqual([
      boss.email,
      `Zamówienie ${one.number}: przyjęte, odbiór śr. 25.11 (i jeszcze 1)`,
      []
    ])
    expect(letter?.text.replace(/Hutnicza \d+/g, 'Hutnicza')).toBe(`Dzień dobry,

Zamówienie ${one.number}:
Przyjęliśmy zamówienie.
Termin odbioru: środa, 25 listopada.
Kontener 30 m³, Chełm, Hutnicza, 22-100
https://portal.example.com/client/orders?row=${one.id}&panel=${one.id}

Zamówienie ${other.number}:
Anulowaliśmy zamówienie.
Powód anulowania: Brak dojazdu
Komentarz do anulowania: Proszę o nowe
Kontener 30 m³, Chełm, Hutnicza, 22-100
https://portal.example.com/client/orders?row=${other.id}&panel=${other.id}

Pokaż w portalu:
https://portal.example.com/client/dashboard

O czym piszemy i czy także SMS-em, wybierzesz w ustawieniach konta.
https://portal.example.com/client/dashboard?settings=notifications

-- 
Opony
`)
    expect(letter?.html).not.toContain(third.number)
  })

  it('says what is wished until the order is collected, also what of it has changed', async () => {
    const { id } = await office.anOrder(company)
    const set = (values: object) => office.db('orders.orders').where({ id }).update(values)
    await set({ wished_date: '2026-11-26', wished_part: 1, urgent: true })
    await accept(id)
    await office.plan([id], '2026-11-25')
    const [planned] = await office.told()
    expect(planned?.text).toContain(`Termin odbioru: środa, 25 listopada.
Kontener 30 m³, `)
    expect(planned?.text).toContain('\nPreferowany termin: czwartek, 26 listopada, przed południem, pilne\n')
  })

  it('is not written where everything is as it was', async () => {
    const { id } = await office.anOrder(company)
    await accept(id)
    await office.put(`${id}/undo`)
    expect(await told()).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('of a later change begins a time of its own', async () => {
    const { id, number } = await office.anOrder(company)
    await accept(id)
    await office.told()
    await office.plan([id], '2026-11-25')
    await office.sendNews()
    expect(await office.sent()).toEqual([])
    expect(await told()).toEqual([[boss.email, `Zamówienie ${number}: odbiór śr. 25.11`]])
  })

  it('does not interpret names of people as markup', async () => {
    const name = 'Guma:\nhttps://portal.example.com/evil\n<b>Syn</b>'
    await office.db('companies.reception_places').where({ id: company.placeId }).update({ street: name })
    const { id } = await office.anOrder(company)
    await office.put(`${id}/cancel`, { reasonForCancel: name })
    const [letter] = await office.told()
    expect(letter?.text).toContain('Powód anulowania: Guma: https://portal.example.com/evil <b>Syn</b>\n')
    expect(letter?.html).toContain('&lt;b&gt;Syn&lt;/b&gt;')
    expect(letter?.html).not.toContain('href="https://portal.example.com/evil')
  })
})

describe('those who are told', () => {
  const client = async () => office.aReader(company, { role: 'CLIENT' })

  it('are whoever placed the order', async () => {
    const person = await client()
    const { id, number } = await office.anOrder(company, { by: person.id })
    await accept(id)
    expect(await told()).toEqual([[person.email, `Zamówienie ${number}: przyjęte`]])
  })

  it('are the client administrators, if the staff placed it or whoever did is gone', async () => {
    const [person, second] = [await client(), await office.aReader(company)]
    await office.aReader(company, { confirmedAt: null })
    await office.aReader(company, { deactivatedAt: new Date() })
    await office.aReader(await office.aCompany())
    const [manual, left] = [await office.anOrder(company), await office.anOrder(company, { by: person.id })]
    await office.db('users.accounts').where({ id: person.id }).update({ deactivated_at: new Date() })
    await accept(manual.id)
    await accept(left.id)
    const both = `Zamówienie ${manual.number}: przyjęte (i jeszcze 1)`
    expect(await told()).toEqual([boss, second].map(({ email }) => [email, both]))
  })

  it('are not told of what clients do themselves', async () => {
    const [person, mine] = [await client(), await office.test.signedInAs(boss.id)]
    const { id } = await office.anOrder(company, { by: person.id })
    const edit = { receptionPlace: company.placeId, orderTypeItemId: office.itemId, quantity: 2 }
    await office.put(String(id), edit, await office.test.signedInAs(person.id))
    await office.put(`${id}/cancel`, {}, mine)
    expect(await waiting()).toEqual([])
  })

  it('leave out people who were deactivated or erased meanwhile', async () => {
    const second = await office.aReader(company)
    const { id, number } = await office.anOrder(company)
    await accept(id)
    await office.db('users.accounts').where({ id: boss.id }).update({ deactivated_at: new Date() })
    expect((await office.staff.call('DELETE', `/api/Admin/Users/${second.id}`)).status).toBe(200)
    const third = await office.aReader(company)
    await office.plan([id], '2026-11-25')
    expect(await told()).toEqual([[third.email, `Zamówienie ${number}: odbiór śr. 25.11`]])
    expect(await waiting()).toEqual([])
  })

  it('see the order: a client of another department gets no letter', async () => {
    const several = await office.aCompany({ multiDepartment: true })
    const person = await office.aReader(several, { role: 'CLIENT' })
    const { id } = await office.anOrder(several, { by: person.id })
    await accept(id)
    const { id: departmentId } = await aDepartment(office.db, several.id)
    const { id: placeId } = await aPlace(office.db, { companyId: several.id, departmentId })
    await office.db('orders.orders').where({ id }).update({ department_id: departmentId, reception_place_id: placeId })
    expect(await told()).toEqual([])
  })
})

describe('what is to be told', () => {
  it('is kept by one statement for any number of orders, and not at all by a call that is refused', async () => {
    const orders = await Promise.all(Array.from({ length: 200 }, () => office.anOrder(company, { status: 1 })))
    const ids = orders.map(({ id }) => id)
    const added: string[] = []
    const listen = ({ sql }: { sql: string }): void => void (sql.includes('into notifications.') && added.push(sql))
    office.db.on('query', listen)
    const fresh = await office.anOrder(company)
    expect((await office.plan([...ids, fresh.id], '2026-11-25')).status).toBe(409)
    expect(await waiting()).toEqual([])
    expect((await office.plan(ids, '2026-11-25')).status).toBe(200)
    office.db.off('query', listen)
    expect(added).toHaveLength(1)
    expect(await waiting()).toHaveLength(200)
    const [letter, ...more] = await office.told()
    expect([letter?.subject, more]).toEqual([expect.stringMatching(/: odbiór śr\. 25\.11 \(i jeszcze 199\)$/), []])
  })

  it('is told once, however many workers look at the same time', async () => {
    await accept((await office.anOrder(company)).id)
    office.pass(15)
    await Promise.all([1, 2, 3, 4].map(() => sendNews(office.test.services)))
    expect(await office.sent()).toHaveLength(1)
  })

  it('stays if the letter could not be queued, and keeps nobody else from being told', async () => {
    const other = await office.aCompany()
    const second = await office.aReader(other)
    await accept((await office.anOrder(company)).id)
    await accept((await office.anOrder(other)).id)
    const { jobs } = office.test.services
    let isAway = true
    const services = {
      ...office.test.services,
      jobs: {
        ...jobs,
        send: (...job: Parameters<typeof jobs.send>) => {
          if (!isAway) return jobs.send(...job)
          isAway = false
          return Promise.reject(new Error('killed'))
        }
      }
    }
    office.pass(15)
    await sendNews(services)
    expect((await office.sent()).map(({ to }) => to)).toEqual([second.email])
    await sendNews(services)
    expect((await office.sent()).map(({ to }) => to)).toEqual([boss.email])
  })
})

it('no field is listened for that the history of its resource does not keep', () => {
  const resources = modules.flatMap(({ resources: own = [] }) => own)
  const sources = clientNews.all(office.test.services.extensions)
  expect(sources.map(({ resourceType }) => resourceType).sort()).toEqual([
    ...['companies.company', 'companies.place', 'orders.order', 'users.account']
  ])
  for (const { resourceType, fields } of sources) {
    const ofType = resources.filter(({ subjectType }) => subjectType === resourceType)
    const kept = ofType.flatMap(({ views }) => views.history ?? [])
    expect(kept, resourceType).toEqual(expect.arrayContaining([...fields]))
  }
})

it('the office finds what was sent among the messages of the order and of the person', async () => {
  const { id, number } = await office.anOrder(company)
  await accept(id)
  await office.told()
  const expected = [{ to: boss.email, type: 7, channel: 1, status: 1, body: expect.stringContaining(number) }]
  for (const query of [`orderId=${id}`, `userId=${boss.id}`]) {
    const { body } = await office.staff.get(`/api/Notifications/sent?${query}`)
    expect(body.data).toMatchObject(expected)
  }
})
