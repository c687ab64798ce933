/** The contract's check, on the server: refusals instead of faults. */
import { check, type Fault } from '../contract/check.ts'
import type { Schema } from '../contract/schema.ts'
import { fail } from './errors.ts'

export const checkFaults = (schema: Schema, value: unknown): Fault[] => check(schema, value)

/** Refuses a value that breaks its schema, naming each field. */
export function mustHold(schema: Schema, value: unknown): void {
  const faults = check(schema, value)
  if (faults.length > 0) fail('invalid', { faults })
}

/** Refuses one field by a rule of business: `refuseField('quantity', 'orders.quantity.vehicle')`. */
export const refuseField = (path: string, message: string, params: Fault['params'] = {}): never =>
  fail('invalid', { faults: [{ path, code: 'rule', params, message }] })
