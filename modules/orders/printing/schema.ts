import { Type } from '@sinclair/typebox'
import { Day, EnumOf, Id, Money, Nullable, Tonnes } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { PaymentType } from '../../companies/schema.ts'
import { Unit } from '../schema.ts'

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
    unit: Unit,
    additionalInfo: Nullable(Type.String()),
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
