import { beforeAll, beforeEach, expect, it } from 'vitest'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem } from '../helper/factories.ts'

let test: SharedApp
let company: ACompany
let client: Person
let itemId: number

beforeAll(async () => {
  test = await aSharedApp()
  company = await aCompany(test.services.db)
  client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
})
beforeEach(async () => {
  test.clock.now = new Date('2026-11-20T11:00:00Z')
  itemId = (await anItem(test.services.db, { price: 400 })).id
})

const ask = () => client.get(`/api/Admin/OrderTypeItems/${itemId}?receptionPlaceId=${company.placeId}`)
const steps = async (): Promise<string[]> => {
  const { body } = await ask()
  const trace = body.data.trace as Record<string, unknown>[]
  return trace.map(({ source, value, reason }) => `${source} ${value ?? '-'} ${reason}`)
}
const special = (owner: object, value: number, from: string, to: string, endedAt: string | null = null) =>
  test.services.db('pricing.special_prices').insert({
    ...owner,
    order_type_item_id: itemId,
    value,
    date_from: from,
    date_to: to,
    ended_at: endedAt
  })
const place = () => ({ reception_place_id: company.placeId })
const ofCompany = () => ({ company_id: company.id })

it('lists each step and which price was taken, with days and the digit', async () => {
  await special(ofCompany(), 300, '2026-11-01', '2026-11-30')
  await special(place(), 250, '2026-12-01', '2026-12-31')
  await special(place(), 200, '2026-01-01', '2026-01-31')
  const { status, body } = await ask()
  expect(status).toBe(200)
  expect(body.data).toEqual({
    netPrice: 300,
    grossPrice: 324,
    source: 'company',
    trace: [
      rung('place', 200, 'over', { dateFrom: '2026-01-01', dateTo: '2026-01-31' }),
      rung('place', 250, 'notYet', { dateFrom: '2026-12-01', dateTo: '2026-12-31' }),
      rung('company', 300, 'taken', { dateFrom: '2026-11-01', dateTo: '2026-11-30' }),
      rung('postal', null, 'notInUse', { digit: '2' }),
      rung('general', 400, 'lowerRank')
    ]
  })
})

const rung = (source: string, value: number | null, reason: string, more: object = {}) => ({
  source,
  value,
  dateFrom: null,
  dateTo: null,
  digit: null,
  taken: reason === 'taken',
  reason,
  ...more
})

it('counts days in Warsaw: a period ends with its last day there', async () => {
  await special(place(), 250, '2026-11-20', '2026-11-20')
  for (const [at, expected] of [
    ['2026-11-19T22:59:59Z', 'place 250 notYet'],
    ['2026-11-19T23:00:00Z', 'place 250 taken'],
    ['2026-11-20T22:59:59Z', 'place 250 taken'],
    ['2026-11-20T23:00:00Z', 'place 250 over']
  ] as const) {
    test.clock.now = new Date(at)
    expect([at, (await steps())[0]]).toEqual([at, expected])
  }
})

it('keeps a withdrawn price for the days before its withdrawal', async () => {
  await special(place(), 250, '2026-11-01', '2026-11-30', '2026-11-20T08:00:00Z')
  expect(await steps()).toContain('place 250 ended')
  test.clock.now = new Date('2026-11-19T11:00:00Z')
  expect(await steps()).toContain('place 250 taken')
})

it('refuses where there is no price, and still says why', async () => {
  itemId = (await anItem(test.services.db, { price: null })).id
  await special(place(), 250, '2026-12-01', '2026-12-31')
  const { status, body } = await ask()
  expect([status, body.code]).toEqual([422, 'pricing.noPrice'])
  expect(body.data.trace.map(({ reason }: { reason: string }) => reason)).toEqual([
    'notYet',
    'none',
    'notInUse',
    'none'
  ])
})

it('reveals nothing of another company’s place or prices', async () => {
  const other = await aCompany(test.services.db)
  await special({ company_id: other.id }, 1, '2026-11-01', '2026-11-30')
  await special({ reception_place_id: other.placeId }, 2, '2026-11-01', '2026-11-30')
  expect(await steps()).toEqual(['place - none', 'company - none', 'postal - notInUse', 'general 400 taken'])
  const { status, body } = await client.get(`/api/Admin/OrderTypeItems/${itemId}?receptionPlaceId=${other.placeId}`)
  expect(status).toBe(404)
  expect(body.data).toBeUndefined()
})
