/** What a client wishes of an order: who may say it when, and where it is read. */
import { beforeAll, describe, expect, it } from 'vitest'
import { maxWishDays, wishFault } from '../../modules/orders/rules.ts'
import type { CommandMetadata } from '../../src/contract/command.ts'
import { addDays, dayOf } from '../../src/contract/days.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import { matches } from '../../src/contract/when.ts'
import type { Person } from '../helper/app.ts'
import { aCompany, anOrder } from '../helper/factories.ts'
import { anOrderFixture, monday, type OrderFixture } from './fixtures/order.ts'

const today = dayOf(monday)
const wish = { wishedDate: '2026-06-03', wishedPart: 1, urgent: true }

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await anOrderFixture()
})

const terms = () => ({ receptionPlace: fixture.company.placeId, orderTypeItemId: fixture.itemId })
const place = (body: object, who = fixture.client) =>
  who.post('/api/Admin/Orders', { ...terms(), quantity: 1, ...body })
const edit = (id: number, body: object, who = fixture.client) =>
  who.call('PUT', `/api/Admin/Orders/${id}`, { ...terms(), ...body })
const faults = ({ status, body }: { status: number; body: { Errors?: { PropertyName: string }[] } }) => [
  status,
  body.Errors?.map(({ PropertyName }) => PropertyName)
]

describe('a wished day', () => {
  it.each([
    [addDays(today, -1), 'past'],
    [today, undefined],
    [addDays(today, maxWishDays), undefined],
    [addDays(today, maxWishDays + 1), 'far']
  ])('%s is %s', (day, fault) => expect(wishFault(day, today)).toBe(fault))

  it('that is over or too far is refused where it is said, and stays where it was said before', async () => {
    const past = addDays(today, -1)
    expect(faults(await place({ wishedDate: past }))).toEqual([400, ['wishedDate']])
    expect(faults(await place({ wishedDate: addDays(today, maxWishDays + 1) }, fixture.staff))).toEqual([
      400,
      ['wishedDate']
    ])
    const id = await fixture.order(0, { wished_date: past })
    expect((await edit(id, { wishedDate: past, additionalInfo: 'Brama' })).status).toBe(200)
    expect(faults(await edit(id, { wishedDate: addDays(past, -1) }))).toEqual([400, ['wishedDate']])
  })
})

describe('a wish', () => {
  it.each([
    ['a client', () => fixture.client],
    ['the staff', () => fixture.staff]
  ])('of %s is stored, changed and taken back, and is in the history', async (_who, who) => {
    const placed = await place(wish, who())
    expect(placed.status).toBe(201)
    const { id } = placed.body.data
    expect(await fixture.details(id, fixture.client)).toMatchObject(wish)
    await edit(id, { wishedDate: null, wishedPart: 2, urgent: false }, who())
    expect(await fixture.details(id)).toMatchObject({ wishedDate: null, wishedPart: 2, urgent: false })
    for (const reader of [fixture.staff, fixture.client]) {
      const [{ changes } = { changes: [] }] = await fixture.history(id, reader)
      expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([
        ['urgent', true, false],
        ['wishedDate', '2026-06-03', null],
        ['wishedPart', 1, 2]
      ])
    }
  })

  it('need not be said', async () => {
    const { id } = (await place({})).body.data
    expect(await fixture.details(id)).toMatchObject({ wishedDate: null, wishedPart: null, urgent: false })
  })

  it.each([{ wishedPart: 0 }, { wishedPart: 3 }, { wishedDate: '2026-13-01' }, { urgent: null }])(
    'is refused as %j',
    async body => {
      expect(faults(await place(body))).toEqual([400, Object.keys(body)])
    }
  )
})

describe('the list', () => {
  let staff: Person
  let ids: readonly number[]
  const rows = async (query: string): Promise<number[]> => {
    const { data } = (await staff.get(`/api/Admin/Orders?limit=1000&OrderStatus=1&${query}`)).body
    return data.map(({ id }: { id: number }) => id).filter((id: number) => ids.includes(id))
  }

  beforeAll(async () => {
    ;({ staff } = fixture)
    ids = [
      await fixture.order(1),
      await fixture.order(1, { wished_date: '2026-06-05' }),
      await fixture.order(1, { wished_date: '2026-06-03', urgent: true })
    ]
  })

  it('sorts by the wished day, those without one last', async () => {
    const [none, later, sooner] = ids
    expect(await rows('OrderBy=wishedDate')).toEqual([sooner, later, none])
    expect(await rows('OrderBy=wishedDate&Desc=true')).toEqual([none, later, sooner])
  })

  it('is filtered by wished day and urgency', async () => {
    const [, later, sooner] = ids
    expect(await rows('WishedDate=2026-06-05')).toEqual([later])
    expect(await rows('Urgent=true')).toEqual([sooner])
    expect(await rows('Urgent=false')).not.toContain(sooner)
  })
})

type Marks = readonly Pick<ListMetadata['marks'][number], 'label' | 'when'>[]
const namesOf = (marks: Marks, row: Record<string, unknown>): string[] =>
  marks.filter(({ when }) => matches(when, row)).map(({ label }) => label.replace('orders.order.mark.', ''))

/** What an order is marked with in a row of the list of all orders, and in the head of its panel. */
async function marksOf(id: number): Promise<{ row: string[]; head: string[] }> {
  const list: ListMetadata = (await fixture.staff.get('/api/ui/pages/orders.all')).body.data.list
  const [row] = (await fixture.staff.get(`/api/Admin/Orders?OrderId=${id}`)).body.data
  return { row: namesOf(list.marks, row), head: namesOf(list.panel?.head?.marks ?? [], await fixture.details(id)) }
}

describe('a row and the head of the panel', () => {
  it('mark what is urgent until it is collected', async () => {
    const id = await fixture.order(1, { urgent: true })
    expect(await marksOf(id)).toEqual({ row: ['urgent'], head: ['urgent'] })
    const done = await fixture.order(3, { urgent: true })
    expect(await marksOf(done)).toEqual({ row: [], head: [] })
  })

  it('mark another planned day than the wished one', async () => {
    const id = await fixture.driven('2026-06-03')
    const update = (wished_date: string) =>
      fixture.test.services.db('orders.orders').where({ id }).update({ wished_date })
    await update('2026-06-03')
    expect(await marksOf(id)).toEqual({ row: [], head: [] })
    await update('2026-06-02')
    expect(await marksOf(id)).toEqual({ row: ['notAsWished'], head: ['notAsWished'] })
  })

  it('mark open orders of a deactivated client', async () => {
    const { db } = fixture.test.services
    const company = await aCompany(db)
    const [open, done] = [
      (await anOrder(db, { company, itemId: fixture.itemId, status: 1 })).id,
      (await anOrder(db, { company, itemId: fixture.itemId, status: 3 })).id
    ]
    expect(await marksOf(open)).toEqual({ row: [], head: [] })
    await db('companies.companies').where({ id: company.id }).update({ active: false })
    expect(await marksOf(open)).toEqual({ row: ['clientInactive'], head: ['clientInactive'] })
    expect(await marksOf(done)).toEqual({ row: [], head: [] })
  })
})

describe('planning', () => {
  const dayFor = async (...wishes: (string | null)[]): Promise<string> => {
    const ids = await Promise.all(wishes.map(wished_date => fixture.order(1, { wished_date })))
    return (await fixture.staff.get(`/api/Admin/Orders/day-to-plan?ids=${ids.join()}`)).body.data.day
  }
  const next = addDays(today, 1)

  it('begins with the wished day that all orders share', async () => {
    expect(await dayFor('2026-06-06')).toBe('2026-06-06')
    expect(await dayFor('2026-06-04', '2026-06-04')).toBe('2026-06-04')
    expect(await dayFor(today)).toBe(today)
  })

  it('begins with the next working day where they differ, one has none, or it is past', async () => {
    expect(await dayFor('2026-06-04', '2026-06-05')).toBe(next)
    expect(await dayFor('2026-06-04', null)).toBe(next)
    expect(await dayFor(addDays(today, -1))).toBe(next)
    expect(await dayFor()).toBe(next)
  })

  it('asks for the day in its form', async () => {
    const { form } = (await fixture.staff.get('/api/ui/pages/orders.accepted')).body.data.list.commands.find(
      ({ name }: CommandMetadata) => name === 'orders.realize'
    )
    expect(form.derive).toContainEqual(expect.objectContaining({ to: 'orderRealizationDate', pick: 'data.day' }))
  })
})
