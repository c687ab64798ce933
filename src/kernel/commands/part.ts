/** A command that runs as a part of another one, in its transaction (`CommandContext.runCommand`). */
import { defined } from '../defined.ts'
import { ApiError, throwProblem } from '../errors/errors.ts'
import type { CommandCall, PartCall } from './call.ts'

/** The call of the part: the caller, the host and the idempotency key are those of the whole call. */
export const callOfPart = (
  whole: CommandCall,
  { ids = [], params = {}, body }: PartCall,
  input: CommandCall['input']
): CommandCall => ({
  ...whole,
  ids,
  body,
  input,
  params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
  param: name => params[name] ?? throwProblem('notFound'),
  version: undefined
})

/** The refusal of a part, at the fields of the whole command's body. */
export function refusalOfPart(error: unknown, { fieldOf = path => path }: PartCall): unknown {
  if (!(error instanceof ApiError) || error.fieldErrors.length === 0) return error
  const { code, params, message, extra, retryAfter, asked, event } = error
  const fieldErrors = error.fieldErrors.map(fault => ({ ...fault, path: fieldOf(fault.path) }))
  return new ApiError(code, { params, message, extra, fieldErrors, ...defined({ retryAfter, asked, event }) })
}
