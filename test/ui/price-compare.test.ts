/** What the price list says beside a price that is agreed. */
import { expect, it } from 'vitest'
import texts from '../../modules/pricing/messages/pl.json' with { type: 'json' }
import { compareText } from '../../ui/pages/pricing/compare.ts'

const t = (key: string, args: Record<string, unknown> = {}) =>
  ((texts as Record<string, string>)[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(args[name]))
const money = (value: number) => `${value} zł`
const one = { priceValue: 650, lowestPrice: 650, highestPrice: 650, plannedFrom: null, plannedPrice: null }

it.each([
  ['an item that is not there', undefined, 600, 'brak w cenniku'],
  ['an item that is only planned', { ...one, lowestPrice: null, highestPrice: null }, 600, 'brak w cenniku'],
  ['nothing typed', one, undefined, 'w cenniku 650 zł'],
  ['the same price', one, 650, 'w cenniku 650 zł'],
  ['a lower one', one, 600, 'w cenniku 650 zł, o 7,7% mniej'],
  ['a higher one', one, 1000, 'w cenniku 650 zł, o 53,8% więcej'],
  ['a free one in the list', { ...one, lowestPrice: 0, highestPrice: 0 }, 5, 'w cenniku 0 zł'],
  ['prices by postal codes', { ...one, highestPrice: 700 }, 600, 'w cenniku 650 zł – 700 zł'],
  [
    'a planned change',
    { ...one, plannedFrom: '2027-01-01', plannedPrice: 700 },
    650,
    'w cenniku 650 zł · od 01.01.2027: 700 zł'
  ]
])('%s', (_what, price, agreed, text) => {
  expect(compareText(t, money, price, agreed)).toBe(text)
})
