/** What whoever finishes and books orders reads: whose order a form is about, what it begins with, what is still to be handed over. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { CommandMetadata } from '../../src/contract/command.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import { initialValues } from '../../ui/parts/form/formValues.ts'
import { anOrderFixture, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await anOrderFixture()
})

const listOf = async (page: string): Promise<ListMetadata> =>
  (await fixture.staff.get(`/api/ui/pages/${page}`)).body.data.list
const commandOf = async (page: string, name: string): Promise<CommandMetadata> => {
  const command = (await listOf(page)).commands.find(one => one.name === name)
  if (!command) throw new Error(`${page} has no ${name}`)
  return command
}
const say = (key: string, args: Record<string, string | number> = {}) =>
  fixture.test.services.messages.say('pl', key, args)
const rowsBy = async (query: string) => (await fixture.staff.get(`/api/Admin/Orders?${query}&limit=1000`)).body.data

describe('the form of a finish', () => {
  it('says whose order it is, where it was collected and what', async () => {
    expect(await commandOf('orders.inProgress', 'orders.finish')).toMatchObject({ about: true })
    const id = await fixture.driven()
    const [{ company, receptionPlace, orderTypeItemName, quantity, type }] = await rowsBy(`OrderId=${id}`)
    const about = (more: object) =>
      say('orders.finish.about', { company, receptionPlace, orderTypeItemName, quantity, type, ...more })
    expect(about({ type: 2, quantity: 6 })).toBe(`${company} · ${receptionPlace} · ${orderTypeItemName}: 6 t`)
    expect(about({ type: 3, quantity: 2 })).toBe(`${company} · ${receptionPlace} · ${orderTypeItemName}: 2 szt.`)
    const english = (quantity: number) =>
      fixture.test.services.messages.say('en', 'orders.finish.about', {
        ...{ company, receptionPlace, orderTypeItemName, type: 3, quantity }
      })
    expect([1, 2].map(quantity => english(quantity).split(': ').at(-1))).toEqual(['1 pc', '2 pcs'])
  })

  it('begins with the planned day unless that is to come, and with no tonnes and no number', async () => {
    const form = (await fixture.staff.get('/api/ui/forms/orders.finish')).body.data as FormMetadata
    const details = { ...(await fixture.details(await fixture.driven())), orderTypeId: 2, quantity: 18 }
    const began = (realizationDate: string) =>
      initialValues(form, { ...details, realizationDate }, undefined, undefined, '2026-06-01')
    const { receivingDate, tonnage = null, kpo = null, quantityTaken } = began('2026-05-29')
    expect([receivingDate, tonnage, kpo, quantityTaken]).toEqual(['2026-05-29', null, null, 18])
    expect(began('2026-06-02').receivingDate ?? null).toBeNull()
  })

  it('asks for the tonnes of the weighing slip and then for the number of its card', async () => {
    const form = (await fixture.staff.get('/api/ui/forms/orders.finish')).body.data as FormMetadata
    const typed = form.fields.filter(({ control }) => control !== 'hidden').map(({ name }) => name)
    expect(typed.slice(0, 3)).toEqual(['vehicleId', 'tonnage', 'kpo'])
  })
})

describe('what is to be handed over to accounting', () => {
  it('is handed over in two presses: many orders are selected, and the command is for many', async () => {
    expect((await listOf('orders.completed')).selection).toBe('many')
    expect((await commandOf('orders.completed', 'orders.sync')).selection).toBe('some')
  })

  it('is found by one press, and what needs a number typed by another: no order is in both', async () => {
    const { quick } = await listOf('orders.completed')
    const filters = (name: string): string => {
      const found = quick.find(one => one.name === name)
      return new URLSearchParams(Object.entries(found?.filters ?? {}).filter(([, value]) => value !== '')).toString()
    }
    const [client, staff, booked] = await Promise.all([
      fixture.order(3),
      fixture.order(3, { manually: true }),
      fixture.order(3, { manually: true, optima_number: 'RO/1', optima_status: 2 })
    ])
    const own = new Set([client, staff, booked])
    const idsBy = async (name: string): Promise<number[]> =>
      (await rowsBy(`OrderStatus=3&${filters(name)}`))
        .map(({ id }: { id: number }) => id)
        .filter((id: number) => own.has(id))
    expect(await idsBy('toSend')).toEqual([client])
    expect(await idsBy('needsNumber')).toEqual([staff])
  })

  it('is said where staff place an order: that one is never synchronised. A client does not read so', async () => {
    const form = (await commandOf('orders.new', 'orders.place')).form as FormMetadata
    const helps = form.fields.flatMap(({ help }) => help ?? [])
    expect(helps.map(key => say(key))).toContainEqual(expect.stringMatching(/złożonego przez pracownika nie da się/))
    const { list } = (await fixture.client.get('/api/ui/pages/orders.client')).body.data
    const place = list.commands.find(({ name }: CommandMetadata) => name === 'orders.place')
    expect(JSON.stringify(place.form)).not.toContain('orders.place.paymentType.help')
  })
})

it('a message about an order says to whom it went: the driver’s name beside the number', async () => {
  const id = await fixture.driven()
  await fixture.staff.post('/api/Admin/Orders/notify-driver', { orders: [id], channel: 0 })
  const { body } = await fixture.staff.get(`/api/Admin/Orders/${id}/messages`)
  const { driver } = await fixture.details(id)
  expect(driver).toEqual(expect.any(String))
  expect(body.data).toMatchObject([{ type: 5, recipient: driver, to: expect.stringMatching(/^\d{9}$/) }])
})
