/** Prices and amounts, in PLN. */
import { Type } from '@sinclair/typebox'
import { EnumOf, Money, Nullable, Tonnes } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { PaymentType } from '../../companies/schema.ts'
import { owedSql } from '../owed.ts'
import { perTonneBy } from '../schema.ts'
import { byType } from './by-type.ts'
import type { OrderFields } from './views.ts'

/** What is stored of an order by the tonne is the price of one tonne: as a price, and never as an amount, it is shown. */
const PriceOrValue = Type.Number({ ...Money, ...perTonneBy('type') })

const owed = owedSql('orders')
/** The amount of an order by the tonne is shown with what it is the product of. */
const OwedNet = Type.Number({
  ...Money,
  description: 'what will be invoiced, net: by the tonne the weighed tonnes × price, null before weighing',
  rulesBy: { by: 'type', of: { [OrderType.tonnage]: { factors: { tonnage: Tonnes, netPrice: Money } } } }
})

export const amounts = {
  paymentType: {
    schema: EnumOf(PaymentType),
    for: 'everyone',
    in: ['details', 'history', 'clientHistory', 'report', 'print']
  },
  netPrice: {
    schema: PriceOrValue,
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
  },
  grossPrice: { schema: PriceOrValue, for: 'everyone', in: ['details', 'print'] },
  netValue: {
    schema: PriceOrValue,
    walk: byType,
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report']
  },
  netOwed: {
    schema: Nullable(OwedNet),
    sql: owed.net,
    walk: byType,
    for: 'everyone',
    in: ['list', 'details', 'report', 'print']
  },
  vatValue: { schema: PriceOrValue, for: 'everyone', in: ['details', 'report'] },
  grossValue: {
    schema: PriceOrValue,
    for: 'everyone',
    in: ['details', 'history', 'clientHistory', 'report', 'print']
  },
  grossOwed: {
    schema: Nullable(Type.Number({ ...Money, description: 'the same with VAT' })),
    sql: owed.gross,
    for: 'everyone',
    in: ['details', 'report', 'print']
  },
  vatRate: {
    schema: Type.Number({ format: 'percent', minimum: 0 }),
    for: 'everyone',
    in: ['details', 'history', 'clientHistory']
  },
  /** The accounting system's symbol for the VAT rate. */
  vatSymbol: { schema: Nullable(Type.String()), for: 'staff', in: ['details', 'history'] }
} as const satisfies OrderFields
