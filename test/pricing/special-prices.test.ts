import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '../../src/contract/days.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem } from '../helper/factories.ts'

// The list's state is the database's, whose clock is not the test's.
const today = dayOf(new Date())
const tomorrow = addDays(today, 1)
const inFiveDays = addDays(today, 5)
const inAYear = addDays(today, 365)
let test: SharedApp
let admin: Person
let company: ACompany
let item: number

beforeAll(async () => {
  test = await aSharedApp()
  admin = await test.signedInAs('ADMIN')
})
beforeEach(async () => {
  test.clock.now = new Date(`${today}T10:00:00Z`)
  company = await aCompany(test.services.db)
  item = (await anItem(test.services.db, { name: `Opony osobowe ${crypto.randomUUID().slice(0, 8)}` })).id
})

interface Row {
  readonly id?: number | null
  readonly value: unknown
  readonly dateFrom: string
  readonly dateTo: string
  readonly orderTypeItemId: number
}
const row = (more: Partial<Row> = {}): Row => ({
  orderTypeItemId: item,
  value: 80,
  dateFrom: today,
  dateTo: inAYear,
  ...more
})
const owners = {
  company: () => ({ path: `/api/Admin/Companies/${company.id}`, filter: `CompanyId=${company.id}` }),
  place: () => ({
    path: `/api/Admin/reception-places/${company.placeId}`,
    filter: `ReceptionPlaceId=${company.placeId}`
  })
}
const ofCompany = owners.company
const set = (list: readonly Row[], owner = ofCompany(), headers: Record<string, string> = {}) =>
  admin.put(`${owner.path}/special-prices`, { specialPrices: list }, headers)
const listed = async ({ filter } = ofCompany()) =>
  (await admin.get(`/api/Admin/Prices/special-prices?${filter}`)).body.data
const priceOn = async (day: string): Promise<number> => {
  test.clock.now = new Date(`${day}T10:00:00Z`)
  return (await admin.get(`/api/Admin/OrderTypeItems/${item}?receptionPlaceId=${company.placeId}`)).body.data.netPrice
}
const faultsOf = (body: { Errors?: { PropertyName: string; ErrorMessage: string }[] }) =>
  (body.Errors ?? []).map(({ PropertyName, ErrorMessage }) => [PropertyName, ErrorMessage])

it('of a company are among its own data, without ended ones', async () => {
  const specialPrices = async () => (await admin.get(`/api/Admin/Companies/${company.id}`)).body.data.specialPrices
  expect(await specialPrices()).toEqual([])
  await set([row()])
  const [{ id }] = await listed()
  expect(await specialPrices()).toEqual([{ id, ...row() }])
  await set([])
  expect(await specialPrices()).toEqual([])
})

describe.each(Object.entries(owners))('special prices of a %s', (_name, ownerOf) => {
  it('are set, listed with gross price and state, and count from the first day to the last', async () => {
    const { status, body } = await set([row({ value: 80.5, dateFrom: tomorrow, dateTo: addDays(today, 2) })], ownerOf())
    expect([status, body.data.version]).toEqual([200, 2])
    expect(await listed(ownerOf())).toMatchObject([
      { value: 80.5, grossValue: 86.94, dateFrom: tomorrow, dateTo: addDays(today, 2), orderTypeItemId: item, state: 1 }
    ])
    const days = [0, 1, 2, 3].map(at => addDays(today, at))
    const prices: number[] = []
    for (const day of days) prices.push(await priceOn(day))
    expect(prices).toEqual([100, 80.5, 80.5, 100])
  })

  it('replace those before; what is taken away is ended and kept, and explains the prices of its days', async () => {
    await set([row()], ownerOf())
    test.clock.now = new Date(`${inFiveDays}T10:00:00Z`)
    await set([], ownerOf())
    expect(await listed(ownerOf())).toEqual([])
    const kept = await test.services.db('pricing.special_prices').where({ order_type_item_id: item })
    expect(kept).toMatchObject([
      { value: 80, date_from: today, date_to: inAYear, ended_at: new Date(`${inFiveDays}T10:00:00Z`) }
    ])
    expect(await priceOn(inFiveDays)).toBe(100)
    expect(await priceOn(addDays(inFiveDays, -1))).toBe(80)
  })

  it('keep the ids of those that stay, and history names what was added, changed and withdrawn', async () => {
    const other = (await anItem(test.services.db)).id
    await set([row(), row({ orderTypeItemId: other, dateFrom: tomorrow })], ownerOf())
    const before = await listed(ownerOf())
    const idOf = (itemId: number): number =>
      before.find((price: { orderTypeItemId: number }) => price.orderTypeItemId === itemId).id
    const longer = row({ id: idOf(item), dateTo: addDays(inAYear, 1) })
    const { status } = await set(
      [longer, row({ value: 12, dateFrom: addDays(inAYear, 2), dateTo: addDays(inAYear, 3) })],
      ownerOf()
    )
    expect(status).toBe(200)
    const after = await listed(ownerOf())
    expect(after.map(({ id }: { id: number }) => id)).toContain(idOf(item))
    expect(after).toHaveLength(2)
    const [entry] = await test.services
      .db('kernel.changes')
      .where({ code: entryOf(ownerOf().path) })
      .orderBy('id', 'desc')
      .limit(1)
    const params = typeof entry.params === 'string' ? JSON.parse(entry.params) : entry.params
    expect(params.added).toMatch(/^Opony osobowe .* 12,00 zł \(\d\d\.\d\d\.\d{4} – /)
    expect(params.changed).toContain(` 80,00 zł (${dayText(today)} – ${dayText(addDays(inAYear, 1))})`)
    expect(params.ended).toMatch(/^Pozycja .* 80,00 zł [^;]*$/)
  })

  it('sent again as they are change nothing, with or without their ids', async () => {
    await set([row()], ownerOf())
    const [{ id }] = await listed(ownerOf())
    for (const list of [[row()], [row({ id })]]) {
      const { status, body } = await set(list, ownerOf())
      expect([status, body.unchanged]).toEqual([200, true])
    }
    expect(await listed(ownerOf())).toMatchObject([{ id }])
  })

  it('may swap their days', async () => {
    const [first, second] = [
      { dateFrom: tomorrow, dateTo: tomorrow, value: 1 },
      { dateFrom: addDays(today, 2), dateTo: addDays(today, 3), value: 2 }
    ]
    await set([row(first), row(second)], ownerOf())
    const ids = (await listed(ownerOf()))
      .toSorted((a: Row, b: Row) => Number(a.value) - Number(b.value))
      .map(({ id }: Row) => id)
    const { status } = await set(
      [row({ ...second, value: 1, id: ids[0] }), row({ ...first, value: 2, id: ids[1] })],
      ownerOf()
    )
    expect(status).toBe(200)
    expect(await priceOn(tomorrow)).toBe(2)
  })

  it('that overlap are refused at the row, in the specification’s words', async () => {
    await set([row({ dateFrom: tomorrow, dateTo: tomorrow })], ownerOf())
    const before = await listed(ownerOf())
    const { status, body } = await set([row(), row({ dateFrom: inAYear, dateTo: addDays(inAYear, 9) })], ownerOf())
    const sentence = 'Wybrana data jest już zajęta'
    expect([status, body.code, body.detail]).toEqual([422, 'pricing.dateTaken', sentence])
    expect(faultsOf(body)).toEqual([['specialPrices.1.dateFrom', sentence]])
    expect(await listed(ownerOf())).toEqual(before)
  })

  it('that begin before today are refused; today is the day in Warsaw', async () => {
    test.clock.now = new Date(`${today}T23:30:00Z`)
    const { status, body } = await set([row()], ownerOf())
    expect([status, faultsOf(body)]).toEqual([
      422,
      [['specialPrices.0.dateFrom', 'Data nie może być wcześniejsza niż dzisiejsza']]
    ])
    expect((await set([row({ dateFrom: tomorrow })], ownerOf())).status).toBe(200)
  })

  it('may stay as they are when they have begun', async () => {
    await set([row()], ownerOf())
    const list = await listed(ownerOf())
    test.clock.now = new Date(`${inFiveDays}T10:00:00Z`)
    const present = list.map(({ id, value, dateFrom, dateTo, orderTypeItemId }: Row) => ({
      id,
      value,
      dateFrom,
      dateTo,
      orderTypeItemId
    }))
    const more = row({ dateFrom: addDays(inAYear, 1), dateTo: addDays(inAYear, 2) })
    expect((await set([...present, more], ownerOf())).status).toBe(200)
    expect(await listed(ownerOf())).toHaveLength(2)
  })
})

const dayText = (day: string): string => day.split('-').reverse().join('.')
const entryOf = (path: string): string =>
  path.includes('Companies') ? 'pricing.setCompanyPrices' : 'pricing.setPlacePrices'

describe('special prices', () => {
  it.each<[Partial<Record<keyof Row, unknown>>, string, string | object]>([
    [{ value: -1 }, 'value', expect.any(String)],
    [{ value: 1.005 }, 'value', expect.any(String)],
    [{ value: '80' }, 'value', 'Wpisz liczbę.'],
    [{ value: null }, 'value', 'To pole jest wymagane.'],
    [{ dateFrom: '2026-06-31' }, 'dateFrom', 'Wpisz istniejącą datę.'],
    [{ dateTo: undefined }, 'dateTo', 'To pole jest wymagane.'],
    [{ orderTypeItemId: undefined }, 'orderTypeItemId', 'To pole jest wymagane.'],
    [{ orderTypeItemId: 999_999 }, 'orderTypeItemId', 'Wybierz jedną z dostępnych wartości.'],
    [{ companyId: 1 } as object, 'companyId', 'Tego pola nie można tu podać.']
  ])('with %j are refused at that field of their row', async (more, field, sentence) => {
    const { status, body } = await set([{ ...row(), ...more } as Row])
    expect([status, faultsOf(body)]).toEqual([400, [[`specialPrices.0.${field}`, sentence]]])
    expect(await listed()).toEqual([])
  })

  it('of another company are not touched by their ids', async () => {
    await set([row()])
    const [{ id }] = await listed()
    const other = await aCompany(test.services.db)
    const theirs = { path: `/api/Admin/Companies/${other.id}`, filter: `CompanyId=${other.id}` }
    const { status, body } = await set([row({ id, value: 1 })], theirs)
    expect([status, body.code]).toEqual([422, 'pricing.unknownSpecialPrice'])
    expect(await listed()).toMatchObject([{ id, value: 80 }])
  })

  it('say whether they apply; those that are over are listed by Over alone', async () => {
    const [gone, present] = [
      row({ dateFrom: addDays(today, -5), dateTo: addDays(today, -3) }),
      row({ dateFrom: addDays(today, -2) })
    ]
    test.clock.now = new Date(`${addDays(today, -5)}T10:00:00Z`)
    await set([gone, present, row({ dateFrom: addDays(inAYear, 1), dateTo: addDays(inAYear, 1) })])
    const states = async (more: string) =>
      (await listed({ ...ofCompany(), filter: ofCompany().filter + more })).map(({ state }: { state: number }) => state)
    expect(await states('')).toEqual([1, 0, 2])
    expect(await states('&Over=false')).toEqual([1, 0])
    expect(await states('&Over=true')).toEqual([2])
  })

  it('go with their item', async () => {
    const unused = (await anItem(test.services.db, { orderTypeId: 2 })).id
    await set([row({ orderTypeItemId: unused })])
    expect((await admin.call('DELETE', `/api/Admin/OrderTypes/2/items/${unused}`)).status).toBe(200)
    expect(await listed()).toEqual([])
  })
})

describe('two special prices set at once by two connections', () => {
  /** Waits until so many connections wait for a lock. */
  const waiting = (count: number) =>
    expect
      .poll(async () => {
        const locked = test.services.db('pg_stat_activity').where({ wait_event_type: 'Lock' })
        return (await locked.whereRaw('datname = current_database()')).length
      })
      .toBe(count)

  it('by three calls: one succeeds, the others get a conflict', async () => {
    const hold = await test.services.db.transaction()
    await hold.raw('select id from companies.companies where id = ? for update', [company.id])
    const calls = Promise.all([81, 82, 83].map(value => set([row({ value })])))
    await waiting(3)
    await hold.commit()
    const answers = await calls
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([409, 'kernel.concurrent']))
    const won = answers.findIndex(({ status }) => status === 200)
    expect(await listed()).toMatchObject([{ value: 81 + won }])
  })

  it('by two calls of the same version: exactly one wins', async () => {
    const answers = await Promise.all([81, 82].map(value => set([row({ value })], ofCompany(), { 'if-match': '"1"' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const won = answers.findIndex(({ status }) => status === 200)
    expect(await listed()).toMatchObject([{ value: 81 + won }])
  })

  it('by SQL: the database accepts one, and a simultaneous call is refused by the constraint', async () => {
    const { db } = test.services
    const insert = { company_id: company.id, order_type_item_id: item, date_from: tomorrow, date_to: inAYear, value: 5 }
    const [first, second] = await Promise.all([db.transaction(), db.transaction()])
    await first('pricing.special_prices').insert(insert)
    const blocked = second('pricing.special_prices').insert({ ...insert, date_from: today })
    const refusal = expect(blocked).rejects.toMatchObject({ code: '23P01', constraint: 'special_prices_company_free' })
    const call = set([row({ value: 90 })])
    await waiting(2)
    await first.commit()
    await refusal
    await second.rollback()
    const { status, body } = await call
    expect([status, body.code]).toEqual([422, 'pricing.dateTaken'])
    expect(await listed()).toMatchObject([{ value: 5 }])
  })
})

it('of a panel are sorted by item, then by day', async () => {
  const [a, z] = [
    await anItem(test.services.db, { name: 'AAA opony' }),
    await anItem(test.services.db, { name: 'ŻŻŻ opony' })
  ]
  const later = { dateFrom: addDays(today, 10), dateTo: inAYear }
  const early = { dateFrom: today, dateTo: addDays(today, 9) }
  await set([
    row({ orderTypeItemId: z.id, value: 1 }),
    row({ orderTypeItemId: a.id, value: 2, ...later }),
    row({ orderTypeItemId: a.id, value: 3, ...early })
  ])
  const { filter } = ofCompany()
  const { data } = (await admin.get(`/api/Admin/Prices/special-prices?${filter}&OrderBy=orderTypeItemName`)).body
  expect(data.map(({ value }: Row) => value)).toEqual([3, 2, 1])
})
