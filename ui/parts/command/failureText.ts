/** The messages of failed commands. */
import type { CommandMetadata } from '../../../src/contract/command.ts'
import { errorText } from '../../alerts.ts'
import { ApiProblem, isNetworkError, unexplained } from '../../api.ts'
import type { Text } from '../../i18n.ts'

/** Who changed what since the row was loaded; empty if the call was refused for another reason. */
const changesSince = (error: unknown): string[] =>
  error instanceof ApiProblem ? error.changes.map(({ who, what }) => `${who}: ${what}.`) : []

/** Whether the server gave a reason. */
const isExplained = (error: unknown): boolean => error instanceof ApiProblem && error.code !== unexplained

/**
 * The sentence for a failed command: its own `{name}.failed` (or the general one), followed by the server's reason if it gave one.
 * If the call did not reach the server, the sentence says only that.
 */
export function failureText(command: CommandMetadata, error: unknown, t: Text): string {
  const detail = [errorText(error), ...changesSince(error)].join(' ')
  if (isNetworkError(error)) return detail
  const sentence = t(`${command.name}.failed`)
  if (sentence === detail || !isExplained(error)) return sentence
  // “unknown error” would contradict a reason that the server gave
  if (sentence === t('parts.unknownError')) return detail
  return `${sentence}${/[.!?:]$/.test(sentence) ? ' ' : ': '}${detail}`
}
