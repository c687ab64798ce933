import { holdsIn } from '../../../src/contract/check.ts'
import type { Amount, Derivation } from '../../../src/contract/form.ts'
import { valuesOf } from '../../../src/contract/money.ts'
import { valueAt } from '../../../src/contract/paths.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import type { Values } from './formValues.ts'

const isNumber = (value: unknown): value is number => typeof value === 'number'

const isWithin = ({ minimum = -Infinity, maximum = Infinity }: Schema, value: number): boolean =>
  minimum <= value && value <= maximum

/**
 * The cost of the order line by the present values, in PLN; undefined until price, quantity and VAT rate are known, and for a quantity that
 * would be refused.
 * @param quantitySchema of the quantity with the present values
 */
export function amountIn(
  rule: Extract<Derivation, { kind: 'amount' }>,
  values: Values,
  quantitySchema: Schema = {}
): Amount | undefined {
  const netPrice = rule.net.map(name => valueAt(values, name)).find(isNumber)
  const quantity = valueAt(values, rule.quantity)
  const rate = valueAt(values, rule.rate)
  if (netPrice === undefined || !isNumber(quantity) || !isNumber(rate)) return undefined
  if (!isWithin(unwrapped(quantitySchema), quantity)) return undefined
  const isFlat = holdsIn(rule.flat, values)
  const weighed = isFlat && rule.weighed !== undefined ? valueAt(values, rule.weighed) : undefined
  const counted = isFlat ? (isNumber(weighed) ? weighed : undefined) : quantity
  const line = { netPrice, quantity, isFlat, ...valuesOf(netPrice, counted, rate) }
  return isNumber(weighed) ? { ...line, weighed } : line
}
