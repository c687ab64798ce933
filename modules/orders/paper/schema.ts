import { Type } from '@sinclair/typebox'
import { languageNumbers } from '../../../src/contract/languages.ts'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Money, Nullable } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { PaymentType } from '../../companies/schema.ts'

/** The languages that a report is written in: three of the six. */
export const ReportLanguage = vocabulary('orders.reportLanguage', {
  polish: { code: languageNumbers.pl },
  english: { code: languageNumbers.en },
  german: { code: languageNumbers.de }
})

/** What is printed of an order. */
export const PrintSheet = Type.Object({
  orderInfo: Type.Object({
    number: Type.String(),
    acceptedDate: Nullable(Day),
    company: Type.String(),
    receptionPlacePhone: Nullable(Type.String()),
    receptionPlace: Type.String(),
    vehicle: Nullable(Type.String()),
    type: EnumOf(OrderType),
    quantity: Type.Integer({ minimum: 1 })
  }),
  paymentType: EnumOf(PaymentType),
  /** Gross: what is to be paid. */
  totalValue: Money,
  /** What the sheet says besides. */
  details: Type.Object({
    id: Id,
    orderTypeItemName: Type.String(),
    additionalInfo: Nullable(Type.String()),
    realizationDate: Nullable(Day),
    driver: Nullable(Type.String())
  })
})
