import { Type } from '@sinclair/typebox'
import { Day, EnumOf, Id, Money, Nullable, Tonnes } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { PaymentType } from '../../companies/schema.ts'
import { Unit } from '../schema.ts'

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
  /** What the sheet shows besides. */
  details: Type.Object({
    id: Id,
    orderTypeItemName: Type.String(),
    unit: Unit,
    additionalInfo: Nullable(Type.String()),
    realizationDate: Nullable(Day),
    driver: Nullable(Type.String()),
    /** Tonnes that it loads the vehicle with. */
    load: Type.Number({ ...Tonnes }),
    /** Its place in the route of a vehicle and a day. */
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
