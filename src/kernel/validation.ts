/** The contract's check, on the server: refusals instead of faults. */
import { check, type Fault } from '../contract/check.ts'
import type { Schema } from '../contract/schema.ts'
import { fail } from './errors.ts'

export const checkFaults = (schema: Schema, value: unknown): Fault[] => check(schema, value)

/** Refuses one field by a rule of business: `refuseField('quantity', 'orders.quantity.vehicle')`. */
export const refuseField = (path: string, message: string, params: Fault['params'] = {}): never =>
  fail('invalid', { faults: [{ path, code: 'rule', params, message }] })
