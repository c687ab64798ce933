/** The messages of failed commands. */
import type { CommandMetadata } from '../../../src/contract/command.ts'
import { errorText } from '../../alerts.ts'
import { ApiProblem, isNetworkError, unexplained } from '../../api.ts'
import { hasOwnText, type Text } from '../../i18n.ts'

/** Who changed what since the row was loaded; empty if the call was refused for another reason. */
const changesSince = (error: unknown): string[] =>
  error instanceof ApiProblem ? error.changes.map(({ who, what }) => `${who}: ${what}.`) : []

/** Whether the server gave a reason. */
const isExplained = (error: unknown): boolean => error instanceof ApiProblem && error.code !== unexplained

/**
 * The sentence for a failed command: its own `{name}.failed`, followed by the server's reason if it gave one. The general sentence is said
 * only where there is no reason: before one it would add nothing. If the call did not reach the server, the sentence says only that.
 */
export function failureText(command: CommandMetadata, error: unknown, t: Text): string {
  const detail = [errorText(error), ...changesSince(error)].join(' ')
  if (isNetworkError(error)) return detail
  const own = `${command.name}.failed`
  const sentence = t(own)
  if (sentence === detail || !isExplained(error)) return sentence
  // “unknown error” would contradict a reason that the server gave
  if (!hasOwnText(own) || sentence === t('parts.unknownError')) return detail
  return `${sentence}${/[.!?:]$/.test(sentence) ? ' ' : ': '}${detail}`
}
