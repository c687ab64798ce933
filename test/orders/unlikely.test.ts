/** Warnings about what is unlikely in a finish, which a person ticks in the form. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { valueAt } from '../../src/contract/paths.ts'
import { filledCall } from '../../ui/parts/form/filledCall.ts'
import { initialValues } from '../../ui/parts/form/formValues.ts'
import { firstUnticked, ticksField, warningsAt, withTick } from '../../ui/parts/form/ticks.ts'
import { anOrderFixture, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await anOrderFixture()
})

const finish = (id: number, body: object) => fixture.staff.put(`/api/Admin/Orders/${id}/set-realized`, body)

describe('what is unlikely in a finish', () => {
  const today = '2026-06-01'
  const formOf = async (): Promise<FormMetadata> => (await fixture.staff.get('/api/ui/forms/orders.finish')).body.data
  const usual = {
    ...{ orderTypeId: 3, netPrice: 670, quantity: 2, quantityTaken: 2, tonnage: 1.25, capacity: 1.5 },
    ...{ receivingDate: today, createdAt: '2026-04-01' }
  }

  it.each<[what: string, more: Record<string, unknown>, field: string | undefined, sentence?: string]>([
    ['nothing', {}, undefined],
    [
      'fewer pieces than ordered',
      { quantityTaken: 1 },
      'quantityTaken',
      'Odebrano 1 z 2, a zafakturujemy: 2 × 670,00 zł netto. Na pewno?'
    ],
    ['fewer tonnes than ordered, which are invoiced by weight', { orderTypeId: 2, quantityTaken: 1 }, undefined],
    ['more pieces than ordered', { quantityTaken: 5 }, 'quantityTaken', 'Odebrano 5 z 2. Na pewno?'],
    [
      'no pieces',
      { quantityTaken: 0 },
      'quantityTaken',
      'Odebrano 0 z 2, a zafakturujemy: 2 × 670,00 zł netto. Na pewno?'
    ],
    ['no tonnes', { orderTypeId: 2, quantityTaken: 0 }, 'quantityTaken', 'Niczego nie odebrano. Na pewno?'],
    ['a KPO number that another order has, which is only said', { kpo: 'KPO/7', kpoOrder: 'Z/2026/000946' }, undefined],
    [
      'more than the vehicle carries',
      { tonnage: 3456.45 },
      'tonnage',
      '3456,45 t przekracza ładowność pojazdu (1,5 t). Na pewno?'
    ],
    ['no tonnage', { tonnage: 0 }, 'tonnage', 'Tonaż wynosi 0. Na pewno?'],
    ['a vehicle of unknown capacity', { tonnage: 3456.45, capacity: undefined }, undefined],
    ['a day long ago', { receivingDate: '2026-04-30' }, 'receivingDate', undefined],
    [
      'a day before the order was placed',
      { receivingDate: '2026-05-31', createdAt: today },
      'receivingDate',
      'Data odbioru 2026-05-31 jest wcześniejsza niż złożenie zamówienia (2026-06-01). Na pewno?'
    ],
    ['the day on which it was placed', { createdAt: today }, undefined],
    ['a day last month', { receivingDate: '2026-05-02' }, undefined]
  ])('asks for a tick: %s', async (_what, more, name, sentence) => {
    const form = await formOf()
    const values = { ...usual, ...more }
    const field = firstUnticked(form, values, today)
    expect(field?.name).toBe(name)
    if (!field) return
    const [warning] = warningsAt(field, values, today)
    if (sentence) expect(fixture.test.services.messages.say('pl', warning!.message, values)).toBe(sentence)
    const ticked = { ...values, [ticksField]: withTick(field, warning!, values, today, true) }
    expect(firstUnticked(form, ticked, today)).toBeUndefined()
    expect(
      firstUnticked(form, { ...ticked, [ticksField]: withTick(field, warning!, ticked, today, false) }, today)
    ).toBe(field)
  })

  it('is said of a KPO number that another order has, while there is one', async () => {
    const field = (await formOf()).fields.find(({ name }) => name === 'kpo')!
    const said = (values: Record<string, unknown>) =>
      warningsAt(field, { ...usual, ...values }, today).map(({ message }) =>
        fixture.test.services.messages.say('pl', message, values as Record<string, string>)
      )
    expect(said({ kpo: 'KPO/7', kpoOrder: 'Z/2026/000946' })).toEqual([
      'Ten numer KPO ma już zamówienie Z/2026/000946.'
    ])
    expect([said({ kpo: 'KPO/7' }), said({ kpo: '', kpoOrder: 'Z/2026/000946' })]).toEqual([[], []])
  })

  it('is asked again for another value, and for another limit', async () => {
    const form = await formOf()
    const values = { ...usual, quantityTaken: 5 }
    const field = firstUnticked(form, values, today)!
    const [warning] = warningsAt(field, values, today)
    const ticked = { ...values, [ticksField]: withTick(field, warning!, values, today, true) }
    expect(firstUnticked(form, { ...ticked, quantityTaken: 6 }, today)?.name).toBe('quantityTaken')
    expect(firstUnticked(form, { ...ticked, quantity: 1 }, today)?.name).toBe('quantityTaken')
  })

  it('is accepted by the server without a tick', async () => {
    const id = await fixture.driven()
    expect((await finish(id, { ...fixture.finishData, quantityTaken: 5, tonnage: 3456.45 })).status).toBe(200)
  })

  it('is in each form that has the day of the collection, with the day of the order beside it', async () => {
    const id = await fixture.driven()
    for (const command of ['orders.finish', 'orders.correct', 'orders.edit']) {
      const form: FormMetadata = (await fixture.staff.get(`/api/ui/forms/${command}`)).body.data
      const values = { ...initialValues(form, await fixture.details(id)), receivingDate: '2026-05-31' }
      const field = form.fields.find(({ name }) => name === 'receivingDate')!
      expect([command, warningsAt(field, values, today).map(({ message, tick }) => [message, tick])]).toEqual([
        command,
        [['orders.unlikely.beforePlaced', true]]
      ])
    }
  })

  it('compares with the capacity of the chosen vehicle', async () => {
    const { derive } = await formOf()
    const rule = derive.find(one => one.kind === 'fetched' && one.to === 'capacity')
    const call = rule?.kind === 'fetched' ? filledCall(rule.call, fixture.finishData) : undefined
    const { body } = await fixture.staff.get(call ?? '')
    expect(rule?.kind === 'fetched' && valueAt(body, rule.pick)).toBe(1.5)
  })
})
