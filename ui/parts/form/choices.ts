/** Several choices as a value: a list of the chosen values, or of objects that contain them. Pure. */
import type { ChoiceItem } from '../../../src/contract/form.ts'

type Item = Readonly<Record<string, unknown>>

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const choiceOf = (one: unknown, item: ChoiceItem | undefined): unknown => (item ? (one as Item)[item.value] : one)

/** The values that are chosen. */
export function chosenIn(value: unknown, item?: ChoiceItem): ReadonlySet<unknown> {
  const members = listOf(value).filter(one => !item?.chosen || (one as Item)[item.chosen] === true)
  return new Set(members.map(one => choiceOf(one, item)))
}

/**
 * The list with these choices ticked or unticked. If its objects have a field for the tick (`item.chosen`), an unticked object stays in
 * the list.
 */
export function withChoices(
  value: unknown,
  choices: readonly unknown[],
  isChosen: boolean,
  item?: ChoiceItem
): readonly unknown[] {
  const list = listOf(value)
  const isMeant = (one: unknown): boolean => choices.includes(choiceOf(one, item))
  const present = list.map(one => choiceOf(one, item))
  const mark = item?.chosen
  const remaining = mark
    ? list.map(one => (isMeant(one) ? { ...(one as Item), [mark]: isChosen } : one))
    : list.filter(one => isChosen || !isMeant(one))
  if (!isChosen) return remaining
  const added = choices.filter(choice => !present.includes(choice))
  return [
    ...remaining,
    ...added.map(choice => (item ? { [item.value]: choice, ...(mark ? { [mark]: true } : {}) } : choice))
  ]
}

/** Options grouped by the values of one of their fields, in their original order. */
export function grouped<O extends { readonly source: Item }>(
  options: readonly O[],
  by: string
): (readonly [value: unknown, options: O[]])[] {
  const groups = new Map<unknown, O[]>()
  for (const option of options) groups.set(option.source[by], [...(groups.get(option.source[by]) ?? []), option])
  return [...groups]
}
