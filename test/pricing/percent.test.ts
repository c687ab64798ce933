/** Prices of several items changed by a percentage: rounding, all or none, from a day on, and the same in the preview. */
import { describe, expect, it } from 'vitest'
import { allByPercent, byPercent, type Period } from '../../modules/pricing/periods/rules.ts'
import { addDays } from '../../src/contract/days.ts'
import { digit, pricingOfFile, startOfDay } from './fixtures/pricing.ts'

const { today, get, at, anUnpriced, add, edit, remove, percent, withdraw, told, costs, status } = pricingOfFile()
const inTenDays = addDays(today, 10)
const preview = async (ids: readonly number[], query: string) =>
  (await get(`/change-percent?ids=${ids.join()}&${query}`)).data

describe('a percentage', () => {
  it.each([
    [100, 4.5, 105],
    [100, 4.4, 104],
    [610, 5, 641],
    [650, -10, 585],
    [12.35, 0, 12],
    [1005, 0.1, 1006],
    [100, -90, 10],
    [0, 50, 0]
  ])('of %d by %d is %d, in whole złoty', (value, by, after) => {
    expect(byPercent(value, by)).toBe(after)
  })

  it('is of the prices that are valid then, and keeps whether the item is priced by postal codes', () => {
    const from = '2026-11-01T00:00:00.000000Z'
    const period = (id: number, own: Partial<Period>): Period => ({
      id,
      digit: null,
      value: 100,
      postalCodePrices: true,
      validFrom: null,
      validTo: null,
      ...own
    })
    const periods = [
      period(1, { validTo: from }),
      period(2, { validFrom: from, value: 200 }),
      period(3, { digit: 2, value: 50, postalCodePrices: null, validTo: from }),
      period(4, { digit: 3, value: 60, postalCodePrices: null })
    ]
    expect(allByPercent(periods, from, 10)).toEqual([
      { digit: null, terms: { value: 220, postalCodePrices: true } },
      { digit: 3, terms: { value: 66, postalCodePrices: null } }
    ])
  })
})

describe('prices of several items', () => {
  const two = async (): Promise<[number, number]> => {
    const items: [number, number] = [await anUnpriced(), await anUnpriced()]
    await add(items[0], { price: 100 })
    await add(items[1], { price: 210, postalCodePrices: true, prices: [digit(95)] })
    at(1)
    return items
  }

  it('change at once, each from the price before, as the preview says', async () => {
    const [one, other] = await two()
    expect(await preview([one, other], 'percent=4.5')).toMatchObject([
      { id: one, prices: [{ postalDigit: null, before: 100, after: 105 }] },
      {
        id: other,
        prices: [
          { postalDigit: null, before: 210, after: 219 },
          { postalDigit: '2', before: 95, after: 99 }
        ]
      }
    ])
    expect((await percent([one, other], { percent: 4.5 })).status).toBe(200)
    expect(await told(one)).toEqual([`- 105 ${at(1)} …`, `- 100 ${at(0)} ${at(1)}`])
    expect((await told(other)).toSorted()).toEqual([
      `- 210 ${at(0)} ${at(1)}`,
      `- 219 ${at(1)} …`,
      `2 95 ${at(0)} ${at(1)}`,
      `2 99 ${at(1)} …`
    ])
    const { changes, statusDescription } = (await get(`/${one}/history`)).data[0]
    expect(statusDescription).toBe('Zmieniono ceny o procent')
    expect(changes).toEqual([{ field: 'priceValue', before: 100, after: 105 }])
  })

  it('change with a later day, by themselves, and can be withdrawn before; orders cost what the day says', async () => {
    const [one, other] = await two()
    expect((await percent([one, other], { percent: -10, validFrom: inTenDays })).status).toBe(200)
    expect(await costs(one)).toBe(100)
    expect(await told(one)).toEqual([`- 90 ${startOfDay(inTenDays)} …`, `- 100 ${at(0)} ${startOfDay(inTenDays)}`])
    expect((await withdraw(other, inTenDays)).status).toBe(200)
    expect((await told(other)).toSorted()).toEqual([`- 210 ${at(0)} …`, `2 95 ${at(0)} …`])
  })

  it('change from what is valid on that day, and leave what is planned for later', async () => {
    const item = await anUnpriced()
    await add(item, { price: 100 })
    await edit(item, { price: 200, validFrom: inTenDays })
    await edit(item, { price: 300, validFrom: addDays(today, 20) })
    const day = addDays(today, 12)
    expect(await preview([item], `percent=10&validFrom=${day}`)).toMatchObject([
      { prices: [{ postalDigit: null, before: 200, after: 220 }] }
    ])
    await percent([item], { percent: 10, validFrom: day })
    const values = (await told(item)).map(line => line.split(' ')[1])
    expect(values).toEqual(['300', '220', '200', '100'])
  })

  it('change all or none', async () => {
    const [one] = await two()
    const dear = await anUnpriced()
    await add(dear, { price: 9_000_000 })
    at(2)
    expect((await percent([one, dear], { percent: 50 })).status).toBe(400)
    expect(await told(one)).toHaveLength(1)
    await remove(dear)
    expect((await percent([one, dear], { percent: 50 })).status).toBe(404)
    expect(await told(one)).toHaveLength(1)
  })

  it('refuse a day that is over, and percentages out of bounds', async () => {
    const [one] = await two()
    expect((await percent([one], { percent: 5, validFrom: addDays(today, -1) })).status).toBe(422)
    for (const wrong of [-90.1, 500.1, 1.25, 'x']) expect((await percent([one], { percent: wrong })).status).toBe(400)
    for (const query of ['ids=x&percent=5', 'ids=1', `ids=${one}&percent=1000`])
      expect(await status(`/change-percent?${query}`)).toBe(400)
  })
})
