/**
 * What a form chooses by itself as it opens, chosen before it is drawn: the only department, the place of the last order, that
 * place's only item, its price. Each answer names the next call; if the fields asked for them, the whole form would be drawn again
 * for each. On a slow phone this took a second.
 */
import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { holdsIn } from '../../../src/contract/check.ts'
import type { FieldMetadata, FormMetadata, OptionsCall } from '../../../src/contract/form.ts'
import { valueAt, withValueAt } from '../../../src/contract/paths.ts'
import { ApiProblem } from '../../api.ts'
import { taken } from '../../firstOfForm.ts'
import { amountIn } from './amount.ts'
import { filledCall, isBlank } from './filledCall.ts'
import { allOptions, fetchedAnswer, foundOptions } from './formQueries.ts'
import type { Values } from './formValues.ts'
import { recall } from './lastChoice.ts'
import { optionsIn } from './options.ts'

/** The answer of a call; of a refusal its problem, which may say why; undefined if there is no answer. The field itself shows faults. */
const answerOf = (queries: QueryClient, asked: FetchQueryOptions): Promise<unknown> =>
  queries.fetchQuery(asked).catch((error: unknown) => (error instanceof ApiProblem ? error.problem : undefined))

/**
 * The values that the form opens with.
 * @param start its start values with those of the draft
 * @param rows the rows that it acts on
 */
export async function preparedValues(
  queries: QueryClient,
  { fields, derive }: FormMetadata,
  start: Values,
  rows: readonly { readonly id: number }[]
): Promise<Values> {
  let values = start
  const ofRows = fields
    .flatMap(field => field.rows?.fields ?? [])
    .flatMap(({ options }) => (options && !options.search ? (filledCall(options.call, start, rows) ?? []) : []))
    .map(call => answerOf(queries, allOptions(call)))
  for (const field of fields) {
    const { options } = field
    const call = options && holdsIn(field.when, values) ? filledCall(options.call, values, rows) : undefined
    if (options && call !== undefined) values = await withChoice(queries, field, options, call, values)
  }
  for (const rule of derive) {
    if (rule.kind === 'fetched') {
      const call = filledCall(rule.call, values, rows)
      const answer = call && (await answerOf(queries, fetchedAnswer(call)))
      if (isBlank(valueAt(values, rule.to))) values = filledIn(values, rule.to, valueAt(answer, rule.pick))
    } else if (rule.kind === 'amount') values = filledIn(values, rule.to, amountIn(rule, values))
  }
  await Promise.all(ofRows)
  return values
}

const filledIn = (values: Values, path: string, value: unknown): Values =>
  isBlank(value) ? values : withValueAt(values, path, value)

/** The values with what the field chooses by itself, and with the fields that are copied from the chosen option. */
async function withChoice(
  queries: QueryClient,
  field: FieldMetadata,
  options: OptionsCall,
  call: string,
  values: Values
): Promise<Values> {
  const { search, value: key, firstBy: _, ...choice } = options
  const own = valueAt(values, field.name)
  const last = isBlank(own) && field.remember !== undefined ? (recall(field.remember) ?? field.firstChoice) : own
  const isOffered = search === undefined || search.from === 0
  const oneOf = (value: unknown) => foundOptions(call, { [search?.one ?? '']: value })
  const [answer, one] = await Promise.all([
    isOffered ? answerOf(queries, search ? foundOptions(call, {}) : allOptions(call)) : undefined,
    search && !isBlank(last) ? answerOf(queries, oneOf(last)) : undefined
  ])
  // several choices, or values of a draft
  if (field.control === 'choices') return values
  const held = [...optionsIn(answer), ...optionsIn(one)].find(option => option[key] === own)
  // what a call does not offer any more is not chosen, wherever else it stands
  const isNamed = (value: unknown): boolean => optionsIn(one).some(option => option[key] === value)
  const offered = search && !isNamed(last) ? undefined : last
  const chosen = isBlank(own) ? taken(search ? options : { ...choice, value: key }, offered, answer, one) : held
  if (!chosen) return values
  // a field that is searched asks for its option by its value
  if (search && !isNamed(chosen[key])) queries.setQueryData(oneOf(chosen[key]).queryKey, { data: [chosen], total: 1 })
  return Object.entries(options.copyFields ?? {}).reduce(
    (copied, [from, to]) => withValueAt(copied, to, chosen[from] ?? undefined),
    withValueAt(values, field.name, chosen[key])
  )
}
