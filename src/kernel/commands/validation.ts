/** The contract's check, on the server: refusals instead of faults. */
import { check, type FieldError } from '../../contract/check.ts'
import type { Schema } from '../../contract/schema.ts'
import { throwProblem } from '../http/errors.ts'

export const checkFaults = (schema: Schema, value: unknown): FieldError[] => check(schema, value)

/** Refuses one field by a rule of business: `refuseField('quantity', 'orders.quantity.vehicle')`. */
export const refuseField = (path: string, message: string, params: FieldError['params'] = {}): never =>
  throwProblem('invalid', { fieldErrors: [{ path, code: 'rule', params, message }] })
