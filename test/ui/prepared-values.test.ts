/** What a form chooses by itself is chosen before it is drawn: each answer names the next call. */
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { allOptions, fetchedAnswer, foundOptions } from '../../ui/parts/form/formQueries.ts'
import { preparedValues } from '../../ui/parts/form/preparedValues.ts'

const departments = '/departments?companyId={companyId}'
const places = '/places?departmentId={departmentId}'
const items = '/items?placeId={placeId}'
const form = {
  fields: [
    { name: 'departmentId', options: { call: departments, value: 'id', label: ['name'], autoSelectSingle: true } },
    {
      name: 'placeId',
      options: {
        call: places,
        value: 'id',
        label: ['city'],
        firstBy: 'isDefault',
        search: { key: 'q', one: 'placeId', from: 0 }
      }
    },
    {
      name: 'itemId',
      options: {
        call: items,
        value: 'id',
        label: ['name'],
        autoSelectSingle: true,
        enabledWhen: { when: { isActive: [true] }, mark: 'x' },
        copyFields: { typeId: 'typeId' }
      }
    },
    { name: 'note' }
  ],
  derive: [
    { kind: 'fetched', call: '/prices/{itemId}', pick: 'data.net', to: 'net' },
    { kind: 'amount', net: ['net'], quantity: 'quantity', rate: 'rate', flat: { typeId: [2] }, to: 'amount' }
  ]
} as unknown as FormMetadata

let queries: QueryClient
const answers = (asked: { readonly queryKey: readonly unknown[] }, answer: unknown): void =>
  void queries.setQueryData(asked.queryKey, answer)
beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  answers(allOptions('/departments?companyId=5'), [{ id: 7, name: 'Cały zakład' }])
  answers(foundOptions('/places?departmentId=7', {}), {
    data: [
      { id: 1, city: 'Chełm' },
      { id: 2, city: 'Lublin', isDefault: true }
    ],
    total: 2
  })
  answers(allOptions('/items?placeId=2'), [
    { id: 3, name: 'Opony', typeId: 1, isActive: false },
    { id: 4, name: 'Kontener', typeId: 3, isActive: true }
  ])
  answers(fetchedAnswer('/prices/4'), { data: { net: 100 } })
})
const start = { companyId: 5, quantity: 2, rate: 23 }

describe('a form opens with', () => {
  it('the only department, the default place, the only item that may be chosen, its price and the amount', async () => {
    expect(await preparedValues(queries, form, start, [])).toMatchObject({
      ...{ departmentId: 7, placeId: 2, itemId: 4, typeId: 3, net: 100 },
      amount: { netPrice: 100, quantity: 2, netValue: 200, grossValue: 246 }
    })
  })

  it('the option of a searched field at hand, which that field asks for by its value', async () => {
    await preparedValues(queries, form, start, [])
    expect(queries.getQueryData(foundOptions('/places?departmentId=7', { placeId: 2 }).queryKey)).toEqual({
      data: [{ id: 2, city: 'Lublin', isDefault: true }],
      total: 1
    })
  })

  it('what a draft has, and what follows from that', async () => {
    answers(foundOptions('/places?departmentId=7', { placeId: 1 }), { data: [{ id: 1, city: 'Chełm' }], total: 1 })
    answers(allOptions('/items?placeId=1'), [
      { id: 4, typeId: 3, isActive: true },
      { id: 6, typeId: 2, isActive: true }
    ])
    const opened = await preparedValues(queries, form, { ...start, placeId: 1, net: 80 }, [])
    expect(opened).toEqual({
      ...start,
      departmentId: 7,
      placeId: 1,
      net: 80,
      amount: expect.objectContaining({ netPrice: 80 })
    })
  })

  it('the options of the rows of its lists', async () => {
    const options = { call: '/types', value: 'id', label: ['name'] }
    const list = { name: 'items', rows: { fields: [{ name: 'typeId', options }], initial: {} } }
    const asked: unknown[] = []
    const fetchQuery = async ({ queryKey }: { queryKey: unknown[] }) => void asked.push(queryKey)
    const withList = { fields: [list], derive: [] } as unknown as FormMetadata
    expect(await preparedValues({ fetchQuery } as unknown as QueryClient, withList, {}, [])).toEqual({})
    expect(asked).toEqual([allOptions('/types').queryKey])
  })

  it('its start values where nothing follows by itself', async () => {
    answers(allOptions('/departments?companyId=5'), [{ id: 7 }, { id: 8 }])
    expect(await preparedValues(queries, form, start, [])).toEqual(start)
  })
})
