import type { Problem } from '../../../src/contract/problem.ts'
import { errorText } from '../../alerts.ts'
import { ApiProblem } from '../../api.ts'
import { outcomeOf } from '../../attempt.ts'
import type { Refusal } from './formValues.ts'

/**
 * Waits for the call that a form sends. Returns what the form shows if it fails, undefined if it succeeds.
 * @param refusalOf assigns a problem of the server to the fields
 */
export async function refusedBy(
  call: Promise<unknown>,
  refusalOf: (problem: Problem) => Refusal
): Promise<Refusal | undefined> {
  const outcome = await outcomeOf(call)
  if (outcome.ok) return undefined
  const { error } = outcome
  return error instanceof ApiProblem ? refusalOf(error.problem) : { fields: [], general: [errorText(error)] }
}
