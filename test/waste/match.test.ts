/** The rule by which a card finds its order. */
import { describe, expect, it } from 'vitest'
import type { OrderToMatch } from '../../modules/orders/public.ts'
import { type CardToMatch, orderOf } from '../../modules/waste/match.ts'

const wasteCode = '16 01 03'

const card = (more: Partial<CardToMatch> = {}): CardToMatch => ({
  id: 1,
  number: 'KPO/2026/7',
  wasteCode,
  taxNumber: '5252248481',
  plate: 'LCH 12345',
  day: '2026-11-20',
  refused: [],
  madeFor: null,
  ...more
})

const order = (id: number, more: Partial<OrderToMatch> = {}): OrderToMatch => ({
  id,
  number: `Z/2026/${id}`,
  company: 'Wulkan',
  taxNumber: '5252248481',
  plate: 'LCH12345',
  planned: '2026-11-20',
  collected: null,
  kpo: null,
  ...more
})

describe('a card', () => {
  it.each<[string, CardToMatch, OrderToMatch[], number | undefined]>([
    ['belongs to the only order of client, vehicle and day', card(), [order(1)], 1],
    ['has no order without one', card(), [], undefined],
    ['of another client does not', card({ taxNumber: '1132191233' }), [order(1)], undefined],
    ['of no client does not', card({ taxNumber: null }), [order(1, { taxNumber: null })], undefined],
    ['with another plate does not', card({ plate: 'LU 1' }), [order(1)], undefined],
    ['without a plate does not', card({ plate: null }), [order(1, { plate: null })], undefined],
    ['with the plate written differently does', card({ plate: 'lch-123 45' }), [order(1)], 1],
    ['of another waste code does not', card({ wasteCode: '16 01 04' }), [order(1)], undefined],
    ['without a waste code does not', card({ wasteCode: null }), [order(1)], undefined],
    ['with the code written without spaces does', card({ wasteCode: '160103' }), [order(1)], 1],
    ['of the day before does', card({ day: '2026-11-19' }), [order(1)], 1],
    ['of the day after does', card({ day: '2026-11-21' }), [order(1)], 1],
    ['of two days after does not', card({ day: '2026-11-22' }), [order(1)], undefined],
    ['without a day does not', card({ day: null }), [order(1)], undefined],
    [
      'of the day on which it was collected does, whatever was planned',
      card({ day: '2026-11-25' }),
      [order(1, { collected: '2026-11-25' })],
      1
    ],
    [
      'of several orders belongs to that of the nearest day',
      card(),
      [order(1, { planned: '2026-11-21' }), order(2), order(3, { planned: '2026-11-19' })],
      2
    ],
    ['of several orders of one day is left to people', card(), [order(1), order(2)], undefined],
    [
      'between two orders is left to people',
      card(),
      [order(1, { planned: '2026-11-19' }), order(2, { planned: '2026-11-21' })],
      undefined
    ],
    ['that was taken from an order does not go back to it', card({ refused: [1] }), [order(1)], undefined],
    ['that was taken from one order may belong to the other', card({ refused: [1] }), [order(1), order(2)], 2],
    [
      'whose number was typed at an order belongs to it, whatever else differs',
      card({ plate: 'LU 1', day: '2026-10-01', wasteCode: '16 01 04' }),
      [order(1), order(2, { kpo: ' kpo/2026/7 ' })],
      2
    ],
    [
      'whose number was typed at an order of another client does not',
      card({ plate: null }),
      [order(1, { kpo: 'KPO/2026/7', taxNumber: '1132191233' })],
      undefined
    ],
    ['does not belong to an order with another number', card(), [order(1, { kpo: 'KPO/2026/8' })], undefined],
    [
      'whose number was typed at two orders goes by the rest',
      card(),
      [order(1, { kpo: 'KPO/2026/7' }), order(2, { kpo: 'KPO/2026/7' }), order(3)],
      3
    ]
  ])('%s', (_, given, orders, expected) => {
    expect(orderOf(given, orders, wasteCode)).toBe(expected)
  })
})
