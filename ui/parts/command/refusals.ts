import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { ApiProblem } from '../../api.ts'
import type { Text } from '../../i18n.ts'
import type { Refusal } from '../form/formValues.ts'
import { refusalOf } from '../form/formValues.ts'
import { failureText } from './failureText.ts'

/**
 * What a form shows of a failed call: sentences beside their fields, and the others above the form, a fault's with the request's id.
 * Rethrows an error that is not an `ApiProblem`.
 */
export function refusalFrom(command: CommandMetadata, form: FormMetadata, error: unknown, t: Text): Refusal {
  if (!(error instanceof ApiProblem)) throw error
  if (error.status === 0) return { fields: [], general: [error.detail, t('parts.kept')] }
  const { fields, general } = refusalOf(form, error.problem)
  if (general.length === 0) return { fields, general }
  const [first = '', ...others] = general
  const sentence = first === error.detail ? failureText(command, error, t) : first
  const id = error.faultId ? [t('ui.requestId', { id: error.faultId })] : []
  return { fields, general: [sentence, ...others, ...id], see: error.problem.see }
}
