/**
 * The values that a form opens with: its rules, run to rest before it is drawn. Each answer names the next call (department → place → item
 * → price); if the open form asked for them, it would be drawn again for each. On a slow phone this took a second.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { answerOf, refusalOf } from './answers.ts'
import type { FormQuery } from './formQueries.ts'
import type { Values } from './formValues.ts'
import { recall } from './lastChoice.ts'
import { type Answer, nextValues, type ProposalOf } from './nextValues.ts'

/**
 * @param start the form's start values with those of the draft
 * @param rows the rows that it acts on
 */
export async function preparedValues(
  queries: Pick<QueryClient, 'fetchQuery'>,
  form: FormMetadata,
  start: Values,
  rows: readonly { readonly id: number }[],
  proposalOf?: ProposalOf
): Promise<Values> {
  const answers = new Map<string, Answer>()
  const keyOf = ({ queryKey }: FormQuery): string => JSON.stringify(queryKey)
  const answerTo = (query: FormQuery): Answer | undefined => answers.get(keyOf(query))
  const rules = { form, rows, recall, answerTo, ...(proposalOf ? { proposalOf } : {}) }
  // a failure is no reason to wait: the open form sends the call again
  const fetchAnswer = async (query: FormQuery): Promise<void> => {
    const answer = await queries.fetchQuery(query).then(answerOf, refusalOf)
    answers.set(keyOf(query), answer)
  }
  let turn = nextValues(rules, start)
  for (;;) {
    const missing = turn.queries.filter(query => answerTo(query) === undefined)
    if (missing.length === 0) return turn.values
    await Promise.all(missing.map(fetchAnswer))
    turn = nextValues(rules, turn.values, turn.memory)
  }
}
