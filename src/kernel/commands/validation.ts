/** Refusals at a field, by the contract's check or by a rule of the business. */
import type { FieldError } from '../../contract/check.ts'
import { throwProblem } from '../http/errors.ts'

/** Refuses one field by a rule of business: `refuseField('quantity', 'orders.quantity.vehicle')`. */
export const refuseField = (path: string, message: string, params: FieldError['params'] = {}): never =>
  throwProblem('invalid', { fieldErrors: [{ path, code: 'rule', params, message }] })
