/**
 * Sends the first calls of a form before its code has loaded. A choice that the form will make by itself (the only department, the place
 * of the last order) becomes part of the next call. If the form then chooses otherwise, it sends its own calls.
 */
import type { FirstChoice, FirstForm } from '../src/contract/first.ts'
import { automaticOption } from './parts/form/automaticOption.ts'
import { filledCall, isBlank } from './parts/form/filledCall.ts'
import { recall } from './parts/form/lastChoice.ts'

type Known = Readonly<Record<string, unknown>>

/**
 * Sends all calls, one choice after the other. Only what is known of the person and options that an answer offered become part of a call,
 * so that no call is refused. What needs no choice is sent at once: the places of the person's own department wait for no list of
 * departments.
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
  const lastOf = ({ remember, firstChoice }: FirstChoice): unknown =>
    remember === undefined ? undefined : (recall(remember) ?? firstChoice)
  const optionsOf = (choice: FirstChoice): Promise<unknown[]> =>
    Promise.all([ask(choice.call, known), ask(choice.one, { ...known, [choice.field]: lastOf(choice) ?? null })])
  for (const choice of form.choices) void optionsOf(choice).catch(() => undefined)
  for (const choice of form.choices) {
    const { field, value } = choice
    const last = lastOf(choice)
    const [first, one] = await optionsOf(choice)
    const chosen = automaticOption(choice, { last, first, one, isSearched: choice.one !== undefined })?.[value]
    if (!isBlank(chosen)) known = { ...known, [field]: chosen }
  }
  for (const call of form.calls) void ask(call, known)
}
