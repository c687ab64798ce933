import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '../../src/contract/days.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem } from '../helper/factories.ts'

// The list's state is the database's, whose clock is not the test's.
const today = dayOf(new Date())
const [general, postal, place, company] = [0, 1, 2, 3]
const [current, upcoming, over, ended, notInUse] = [0, 1, 2, 3, 4]
let test: SharedApp
let admin: Person
let client: ACompany
let item: number

interface Price {
  readonly id: number
  readonly kind: number
  readonly state: number
  readonly owner: string | null
  readonly value: number
  readonly postalCodes: string | null
}
const listed = async (query: string): Promise<{ data: Price[]; total: number }> =>
  (await admin.get(`/api/Admin/Prices/detailed?${query}`)).body
const ofItem = (more = '') => listed(`OrderTypeItemId=${item}&limit=100${more}`)

beforeAll(async () => {
  test = await aSharedApp()
  admin = await test.signedInAs('ADMIN')
  const { db } = test.services
  client = await aCompany(db, { name: 'Wulkanizacja Żółkiewka' })
  item = (await anItem(db, { name: 'Opony rolnicze', orderTypeId: 2, price: null })).id
  const prices = [{ postalCodePrefix: '2', value: 90 }]
  await admin.post(`/api/Admin/Prices/${item}`, { price: 100, postalCodePrices: true, prices })
  const set = async (path: string, ...periods: [number, number, number][]) => {
    const specialPrices = periods.map(([from, to, value]) => ({
      orderTypeItemId: item,
      dateFrom: addDays(today, from),
      dateTo: addDays(today, to),
      value
    }))
    expect((await admin.put(`/api/Admin/${path}/special-prices`, { specialPrices })).status).toBe(200)
  }
  test.clock.now = new Date(`${addDays(today, -20)}T10:00:00Z`)
  await set(`Companies/${client.id}`, [-20, -10, 70], [-9, 5, 75])
  await set(`reception-places/${client.placeId}`, [-20, 40, 60])
  test.clock.now = new Date(`${today}T10:00:00Z`)
  await set(`reception-places/${client.placeId}`, [10, 40, 65])
})

describe('the detailed price list', () => {
  it('has every price of an item: what kind, whose, when, how much, and whether it applies', async () => {
    const { data, total } = await ofItem('&OrderBy=value')
    expect(total).toBe(6)
    const owner = expect.stringMatching(/^Wulkanizacja Żółkiewka, .+, \d\d-\d{3}$/)
    expect(data).toMatchObject([
      {
        kind: place,
        state: ended,
        owner,
        value: 60,
        grossValue: 64.8,
        companyId: client.id,
        receptionPlaceId: client.placeId
      },
      { kind: place, state: upcoming, owner, value: 65, dateFrom: addDays(today, 10), dateTo: addDays(today, 40) },
      {
        kind: company,
        state: over,
        owner: 'Wulkanizacja Żółkiewka',
        value: 70,
        companyId: client.id,
        receptionPlaceId: null
      },
      { kind: company, state: current, owner: 'Wulkanizacja Żółkiewka', value: 75 },
      { kind: postal, state: current, owner: null, value: 90, postalCodes: '2x-xxx', dateFrom: today, dateTo: null },
      { kind: general, state: current, owner: null, value: 100, postalCodes: null, orderTypeItemName: 'Opony rolnicze' }
    ])
    expect(new Set(data.map(({ id }) => id)).size).toBe(6)
  })

  it('says that prices by postal codes are not used where the item goes without them', async () => {
    await admin.put(`/api/Admin/Prices/${item}`, { price: 100, postalCodePrices: false })
    const { data } = await ofItem(`&Kind=${postal}`)
    expect(data.map(({ state }) => state)).toEqual([notInUse])
    await admin.put(`/api/Admin/Prices/${item}`, { price: 100, postalCodePrices: true })
  })

  it.each([
    ['Żółkiewka', 4],
    ['żółk', 4],
    ['rolnicze', 6]
  ])('finds %s by company, place and item: %d prices', async (term, count) => {
    const { data, total } = await ofItem(`&allFields=${encodeURIComponent(term)}`)
    expect([data.length, total]).toEqual([count, count])
  })

  it('finds the prices of a place by its address', async () => {
    const [{ city }] = await test.services.db('companies.reception_places').where({ id: client.placeId })
    const { data } = await ofItem(`&allFields=${encodeURIComponent(city)}`)
    expect(data.map(({ kind }) => kind)).toEqual([place, place])
  })

  it.each([
    [`State=${current}`, 3],
    [`State=${over}`, 1],
    [`State=${ended}`, 1],
    [`Kind=${company}`, 2],
    [`Kind=${place}&State=${upcoming}`, 1]
  ])('is narrowed by %s to %d', async (query, count) => {
    expect((await ofItem(`&${query}`)).total).toBe(count)
  })

  it('stands under each item as the general price, the postal ones, then the special ones', async () => {
    const { data } = await ofItem()
    expect(data.map(({ kind }) => kind)).toEqual([general, postal, place, place, company, company])
  })
})
