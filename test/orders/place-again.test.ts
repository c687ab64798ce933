/** Ordering again from a given order: what the browser fills in, and what becomes of it. */
import { beforeAll, expect, it } from 'vitest'
import type { CommandMetadata } from '../../src/contract/command.ts'
import { bodyOf, faultsOf, initialValues } from '../../ui/parts/form/formValues.ts'
import { anOrderFixture, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await anOrderFixture()
})

/** The command as a client's list has it. */
const placeAgain = async (): Promise<CommandMetadata> =>
  (await fixture.client.get('/api/ui/pages/orders.client')).body.data.list.commands.find(
    ({ name }: CommandMetadata) => name === 'orders.placeAgain'
  )

it.each([
  ['a new one', 0],
  ['a cancelled one', 4],
  ['an invoiced one', 5]
])(
  'fills in place, item and quantity of %s, at today’s price, with its note and without what was wished',
  async (_what, status) => {
    const { client, company, itemId } = fixture
    const id = await fixture.order(status, {
      quantity: 2,
      additional_info: 'Brama po 15:00',
      net_price: 7,
      vat_rate: 23,
      wished_date: '2026-06-03',
      wished_part: 2,
      urgent: true
    })
    const { action, form, when } = await placeAgain()
    expect(when).toEqual({})
    if (!form || action.kind !== 'call') throw new Error('no form')
    expect(action).toEqual({ kind: 'call', method: 'POST', path: '/api/Admin/Orders', creates: true })

    const given = (await client.get(form.load?.replace(':id', String(id)) ?? '')).body.data
    const values = initialValues(form, given)
    expect(faultsOf(form, values)).toEqual([])
    const body = bodyOf(form, values)
    expect(body).toEqual({
      receptionPlace: company.placeId,
      orderTypeItemId: itemId,
      quantity: 2,
      wishedDate: null,
      wishedPart: null,
      additionalInfo: 'Brama po 15:00',
      vatRate: 8
    })

    const made = await client.post(action.path, body)
    expect(made.status).toBe(201)
    const order = await fixture.details(made.body.data.id, client)
    expect(order).toMatchObject({
      currentStatus: 0,
      quantity: 2,
      additionalInfo: 'Brama po 15:00',
      netPrice: 100,
      vatRate: 8,
      wishedDate: null,
      wishedPart: null,
      urgent: false
    })
    expect(await fixture.details(id, client)).toMatchObject({ currentStatus: status, quantity: 2, netPrice: 7 })
  }
)

it('stands on each card of the client’s list, alone', async () => {
  const { commands } = (await fixture.client.get('/api/ui/pages/orders.client')).body.data.list
  const onCards = commands.filter(({ onCard }: CommandMetadata) => onCard)
  expect(onCards.map(({ name }: CommandMetadata) => name)).toEqual(['orders.placeAgain'])
})

it('is for clients: staff do not have it', async () => {
  const { commands } = (await fixture.staff.get('/api/ui/pages/orders.new')).body.data.list
  expect(commands.map(({ name }: CommandMetadata) => name)).not.toContain('orders.placeAgain')
})
