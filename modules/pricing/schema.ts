import { Type } from '@sinclair/typebox'
import { Money } from '../../src/kernel/schema.ts'

/** The first digits of Polish postal codes. */
export const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** The price of one postal region, in PLN net. */
export const DigitPrice = Type.Object({
  postalCodePrefix: Type.String({ enum: [...digits], description: 'first digit of the postal code' }),
  value: Money
})
