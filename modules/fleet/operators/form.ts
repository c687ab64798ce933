import type { Static } from '@sinclair/typebox'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { throwFleetError } from '../errors.ts'
import { OperatorData } from '../schema.ts'

export type Operator = Static<typeof OperatorData>

/** An operator that is not active stays in its orders and is offered to no new one. */
export const OperatorForm = defineForm({ schema: OperatorData, initial: { isActive: true } })

export const nameOf = ({ name }: Operator): string => name.trim()

/** Refuses a name that another operator has, at the field. */
export function refuseName(code: 'operatorExists' | 'operatorTaken'): never {
  return throwFleetError(code, {
    fieldErrors: [{ path: 'name', code: 'rule', params: {}, message: `errors.fleet.${code}` }]
  })
}
