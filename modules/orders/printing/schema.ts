import { Type } from '@sinclair/typebox'
import { Day, EnumOf, Id, Money, Nullable, Tonnes } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { PaymentType } from '../../companies/schema.ts'
import { DayPart, Unit } from '../schema.ts'

/** The business, as papers name it. Its numbers and address may be blank. */
const Business = Type.Object({
  name: Type.String(),
  address: Type.String(),
  taxNumber: Type.String(),
  bdoNumber: Type.String()
})

/** The data of an order's printed sheet. */
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
  /** The gross value as it is stored: for an order by the tonne the price of one tonne. What is to be paid is in `details`. */
  totalValue: Money,
  /** Further values of the sheet. */
  details: Type.Object({
    id: Id,
    orderTypeItemName: Type.String(),
    companyTaxNumber: Nullable(Type.String()),
    bdoNumber: Nullable(Type.String({ description: 'of the place, or else of the company' })),
    unit: Unit,
    additionalInfo: Nullable(Type.String()),
    wishedDate: Nullable(Day),
    wishedPart: Nullable(EnumOf(DayPart)),
    urgent: Type.Boolean(),
    realizationDate: Nullable(Day),
    driver: Nullable(Type.String()),
    /** Net and gross price of one tonne, for an order by the tonne. */
    perTonne: Nullable(Type.Object({ net: Money, gross: Money })),
    /** Tonnes that were weighed. */
    tonnage: Nullable(Tonnes),
    /** What is to be paid, gross; null for an order by the tonne that is not weighed yet. */
    grossOwed: Nullable(Money),
    /** The load in tonnes. */
    load: Type.Number({ ...Tonnes }),
    /** Its stop in the route of a vehicle and day. */
    stop: Nullable(
      Type.Object({
        vehicleId: Id,
        route: Type.Integer({ minimum: 1, description: 'from 1 within each day' }),
        sequence: Type.Integer({ minimum: 1 }),
        stops: Type.Integer({ minimum: 1, description: 'in the whole route' })
      })
    )
  })
})

/** The sheets, and what is the same on all papers. */
export const PrintAnswer = Type.Object({ data: Type.Array(PrintSheet), business: Business, wasteCode: Type.String() })
