/** The steps of an order's life, the bounds of its quantity, and the words for both: from the metadata that a client gets. */
import { describe, expect, test } from 'vitest'
import { clientPanel } from '../../modules/orders/panel.ts'
import { boundsOf } from '../../modules/orders/rules.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import type { TabMetadata } from '../../src/contract/list.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { listMetadata } from '../../src/kernel/metadata/metadata.ts'
import type { ListPage } from '../../src/kernel/pages/pages.ts'
import { modules } from '../../src/modules.ts'
import { labelOf, onlyValueOf, presentSchema } from '../../ui/parts/form/formValues.ts'
import { stepped } from '../../ui/parts/form/NumberControls.tsx'
import { stepsOf } from '../../ui/parts/panel/Steps.tsx'

const client = { role: 'CLIENT', companyId: 1, accountId: 1, language: 'pl' } as Caller
const page = modules.flatMap(({ pages = [] }) => pages).find(({ id }) => id === 'orders.client') as ListPage
const list = listMetadata(page, client)
const tab = list.panel?.tabs.find(({ name }) => name === 'details') as Extract<TabMetadata, { kind: 'fields' }>

const statesAt = (currentStatus: number) =>
  stepsOf(tab.steps ?? [], { id: 1, currentStatus }).map(({ step, state }) => [step.label.split('.').at(-1), state])

describe('the life of an order', () => {
  const names = ['placed', 'accepted', 'planned', 'collected', 'invoiced']
  test.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
    [5, 4]
  ])('in status %i stands at step %i of five', (status, present) => {
    const state = (index: number) => (index < present ? 'done' : index === present ? 'now' : 'ahead')
    expect(statesAt(status)).toEqual(names.map((name, index) => [name, state(index)]))
  })

  test('ends with its cancellation', () => {
    expect(statesAt(4)).toEqual([
      ['placed', 'done'],
      ['canceled', 'now']
    ])
  })

  test('shows days and numbers that a client’s row has', () => {
    const shown = clientPanel([]).flatMap(one => (one.kind === 'fields' ? (one.steps ?? []) : []))
    expect(shown.map(({ key }) => key)).toEqual(tab.steps?.map(({ field }) => field.key))
    const formatOf = (key: string) => tab.steps?.find(({ field }) => field.key === key)?.field.schema.format
    for (const key of ['createdAt', 'acceptedDate', 'realizationDate', 'receivingDate', 'canceledAt'])
      expect([key, formatOf(key)]).toEqual([key, 'weekday'])
  })
})

test('the planned step shows the wished day until there is a planned one', () => {
  const [planned] = (tab.steps ?? []).filter(({ until }) => until)
  expect(planned).toMatchObject({
    field: { key: 'realizationDate' },
    until: { key: 'wishedDate', label: 'orders.order.wishedDate', schema: { format: 'weekday' } }
  })
})

describe('the quantity of an order', () => {
  const form = list.commands.find(({ name }) => name === 'orders.place')?.form as FormMetadata
  const field = form.fields.find(({ name }) => name === 'quantity') as FormMetadata['fields'][number]

  test('asks in the unit of what is ordered', () => {
    const label = (orderTypeId: number) => labelOf(field, { orderTypeId })
    expect([2, 3].map(label)).toEqual(['orders.order.quantity.tonnes', 'orders.order.quantity.containers'])
    expect(label(1)).toBe('orders.order.quantity')
  })

  test('is edited as it is placed: by the same control, within the same bounds', () => {
    const edited = list.commands.find(({ name }) => name === 'orders.edit')?.form as FormMetadata
    const same = edited.fields.find(({ name }) => name === 'quantity') as FormMetadata['fields'][number]
    expect(same).toEqual(field)
    for (const orderTypeId of [1, 2, 3])
      expect(presentSchema(edited, same, { orderTypeId })).toMatchObject(boundsOf(orderTypeId))
    const item = (of: FormMetadata) => of.fields.find(({ name }) => name === 'orderTypeItemId')?.options
    expect(item(edited)).toEqual(item(form))
  })

  test('is not asked for a vehicle, which is one', () => {
    const only = (orderTypeId: number) => onlyValueOf(presentSchema(form, field, { orderTypeId }))
    expect([1, 2, 3].map(only)).toEqual([1, undefined, undefined])
  })

  test('goes up and down within its bounds', () => {
    const { minimum, maximum } = boundsOf(3)
    expect(stepped(1, 1, { minimum, maximum })).toBe(2)
    expect(stepped(2, 1, { minimum, maximum })).toBe(2)
    expect(stepped(1, -1, { minimum, maximum })).toBe(1)
    expect(stepped(undefined, 1, { minimum, maximum })).toBe(1)
    expect(stepped(60, -1, { minimum: 1, maximum: 50 })).toBe(50)
  })

  test('comes after what is ordered, in groups; the default place is chosen at the first order', () => {
    const optionsOf = (name: string) => form.fields.find(one => one.name === name)?.options
    expect(optionsOf('orderTypeItemId')?.group).toEqual({
      by: 'orderTypeId',
      vocabulary: 'catalogue.orderType',
      absent: 'orders.order.orderTypeItemId.absent'
    })
    expect(optionsOf('receptionPlace')?.firstBy).toBe('isDefault')
  })
})

test('what is ordered again keeps the note of the order, too', () => {
  const again = list.commands.find(({ name }) => name === 'orders.placeAgain')?.form
  const initial = (name: string) => again?.fields.find(one => one.name === name)?.initial
  expect([initial('additionalInfo'), initial('quantity'), initial('netPrice')]).toEqual([undefined, undefined, 'empty'])
})

test('a phone’s card leaves out what it has no room for', () => {
  expect(list.columns.filter(({ card }) => card === false).map(({ key }) => key)).toEqual(['createdAt'])
})
