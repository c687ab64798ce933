import { describe, expect, it } from 'vitest'
import { digits, regions, townsOf } from '../../ui/pages/priceList/regions.ts'
import { type Group, patternOf, regionOf, rowsOf } from '../../ui/pages/priceList/rows.ts'

const prices = (...net: number[]) =>
  net.map((netPrice, digit) => ({ postalCodePrefix: String(digit) as '0', netPrice, grossPrice: netPrice * 1.08 }))
const group: Group = {
  orderTypeId: 1,
  orderTypeName: 'Pojazd',
  items: [
    { orderTypeItemId: 1, orderTypeItemName: 'Bus', prices: prices(200, 100, 300, 100, 100, 100, 100, 100, 100, 200) },
    { orderTypeItemId: 2, orderTypeItemName: 'Solo', prices: prices(...Array<number>(10).fill(50)) },
    {
      orderTypeItemId: 3,
      orderTypeItemName: 'Zestaw',
      prices: [{ postalCodePrefix: null, netPrice: 70, grossPrice: 75.6 }]
    }
  ]
}
const texts = (region?: string) =>
  rowsOf(group, region).map(
    ({ name, digits: own, netPrice }) => `${name} ${patternOf(own) || 'everywhere'} ${netPrice}`
  )

describe('the rows of the public price list', () => {
  it('are one for each price of an item, with all regions that have it, the lowest first', () => {
    expect(texts()).toEqual([
      'Bus 1x-xxx, 3x-xxx, 4x-xxx, 5x-xxx, 6x-xxx, 7x-xxx, 8x-xxx 100',
      'Bus 0x-xxx, 9x-xxx 200',
      'Bus 2x-xxx 300',
      'Solo everywhere 50',
      'Zestaw everywhere 70'
    ])
  })

  it('of one region are one for each item', () => {
    expect(texts('2')).toEqual(['Bus 2x-xxx 300', 'Solo 2x-xxx 50', 'Zestaw everywhere 70'])
  })

  it('are those of the first digit of a postal code that is typed', () => {
    expect(['', 'ab', '2', '22-1', ' 22-100'].map(regionOf)).toEqual([undefined, undefined, '2', '2', '2'])
  })

  it('of a price that will change are apart from those that stay', () => {
    const next = { validFrom: '2027-01-01', netPrice: 120, grossPrice: 129.6 }
    const [a, b, c] = [0, 1, 2].map(digit => ({
      postalCodePrefix: String(digit) as '0',
      netPrice: 100,
      grossPrice: 108
    }))
    const item = {
      orderTypeItemId: 1,
      orderTypeItemName: 'Bus',
      prices: [{ ...a, next }, b, { ...c, next }] as Group['items'][number]['prices']
    }
    const rows = rowsOf({ ...group, items: [item] }, undefined)
    expect(rows.map(({ digits: own, next: later }) => [own.join(), later?.netPrice])).toEqual([
      ['0,2', 120],
      ['1', undefined]
    ])
    expect(new Set(rows.map(({ key }) => key)).size).toBe(2)
  })

  it('have keys of their own', () => {
    const keys = rowsOf(group, undefined).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('the map of postal regions', () => {
  it('has each of the ten digits, with towns, and its name within the picture', () => {
    expect(digits).toEqual([...'0123456789'])
    expect(regions.map(({ digit }) => digit)).toEqual(digits)
    for (const { digit, path, x, y } of regions) {
      expect(townsOf[digit]).toBeTruthy()
      expect(path).toMatch(/^M[\d.]+ [\d.]+(L[\d.]+ [\d.]+){5}Z/)
      expect([x > 0 && x < 245, y > 0 && y < 222]).toEqual([true, true])
    }
  })
})
