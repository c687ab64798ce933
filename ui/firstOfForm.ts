/**
 * Sends the first calls of a form before its code has loaded. A choice that the form will make by itself (the only department, the place
 * of the last order) becomes part of the next call. If the form then chooses otherwise, it sends its own calls.
 */
import type { FirstForm } from '../src/contract/first.ts'
import { automaticOption } from './parts/form/automaticOption.ts'
import { filledCall, isBlank } from './parts/form/filledCall.ts'
import { recall } from './parts/form/lastChoice.ts'

type Known = Readonly<Record<string, unknown>>

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
    const [first, one] = await Promise.all([
      ask(choice.call, known),
      ask(choice.one, { ...known, [field]: last ?? null })
    ])
    const chosen = automaticOption(choice, { last, first, one, isSearched: choice.one !== undefined })?.[value]
    if (!isBlank(chosen)) known = { ...known, [field]: chosen }
  }
  for (const call of form.calls) void ask(call, known)
}
