/**
 * Sends the first calls of a form before its code has loaded. A choice that the form will make by itself (the only department, the place
 * of the last order) becomes part of the next call. If the form then chooses otherwise, it sends its own calls.
 */
import type { FirstChoice, FirstForm } from '../src/contract/first.ts'
import { matches } from '../src/contract/when.ts'
import { filledCall, isBlank } from './parts/form/filledCall.ts'
import { recall } from './parts/form/lastChoice.ts'
import { optionsIn } from './parts/form/options.ts'

type Known = Readonly<Record<string, unknown>>

/** What decides which option a choice takes by itself. */
type Takes = Pick<FirstChoice, 'value' | 'autoSelectSingle' | 'firstBy'> & {
  readonly enabledWhen?: Pick<NonNullable<FirstChoice['enabledWhen']>, 'when'>
}

const openOf = ({ enabledWhen }: Takes, answer: unknown): Known[] =>
  optionsIn(answer).filter(option => matches(enabledWhen?.when, option))

/**
 * The option that the form will choose by itself; undefined if a person chooses.
 * @param answer the answer with the first options
 * @param one the answer with the option that was chosen last, if it is requested separately
 */
export function taken(choice: Takes, last: unknown, answer: unknown, one: unknown): Known | undefined {
  const { value, autoSelectSingle, firstBy } = choice
  const open = openOf(choice, answer)
  const { length } = optionsIn(answer)
  const total = (answer as { total?: number } | undefined)?.total ?? length
  const isLast = (option: Known): boolean => !isBlank(last) && option[value] === last
  if (autoSelectSingle && total === length && open.length === 1) return open[0]
  return (
    open.find(isLast) ?? openOf(choice, one).find(isLast) ?? open.find(option => firstBy && option[firstBy] === true)
  )
}

/**
 * Sends all calls, one choice after the other. Only options that an answer offered become part of the next call, so that no call is
 * refused.
 * @param answerTo sends a call and returns its answer; undefined if it was refused
 */
export async function askOfForm(
  form: FirstForm,
  person: Known,
  answerTo: (call: string) => Promise<unknown>
): Promise<void> {
  let known = person
  const ask = (call: string | undefined, values: Known): Promise<unknown> | undefined => {
    const filled = call && filledCall(call, values)
    return filled ? answerTo(filled) : undefined
  }
  for (const choice of form.choices) {
    const { field, value, remember, firstChoice } = choice
    const last = remember === undefined ? undefined : (recall(remember) ?? firstChoice)
    const [answer, one] = await Promise.all([
      ask(choice.call, known),
      ask(choice.one, { ...known, [field]: last ?? null })
    ])
    const chosen = taken(choice, last, answer, one)?.[value]
    if (!isBlank(chosen)) known = { ...known, [field]: chosen }
  }
  for (const call of form.calls) void ask(call, known)
}
