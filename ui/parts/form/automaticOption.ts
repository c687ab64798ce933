/**
 * Which option a choice takes by itself. The one place that decides it: for the rules of an open form, for the values that a form opens
 * with, and for the page's inline script, which sends the form's calls before its code has loaded. Pure and small.
 */
import { matches } from '../../../src/contract/when.ts'
import { isBlank } from './filledCall.ts'
import { optionsIn } from './options.ts'

type Option = Readonly<Record<string, unknown>>

/** What of a choice decides: `OptionsCall` and `FirstChoice` have it. */
interface AutomaticChoice {
  readonly value: string
  readonly autoSelectSingle?: boolean | 'shown'
  readonly firstBy?: string
  readonly enabledWhen?: { readonly when: Parameters<typeof matches>[0] }
}

/** What is known of the options of a choice. */
interface KnownOptions {
  /** The value that was chosen last, or that is proposed in its place. */
  readonly last?: unknown
  /** The answer with all options, or with the first of them. */
  readonly first: unknown
  /** Where options are searched: the answer to the call for `last`. Only what it names may still be chosen. */
  readonly one?: unknown
  readonly isSearched: boolean
}

const openOf = ({ enabledWhen }: AutomaticChoice, answer: unknown): Option[] =>
  optionsIn(answer).filter(option => matches(enabledWhen?.when, option))

/** The only option that can be chosen, if the choice takes it; undefined if the answer is not known to contain all options. */
export function onlyOption(choice: AutomaticChoice, first: unknown): Option | undefined {
  const { length } = optionsIn(first)
  const total = (first as { total?: number } | undefined)?.total ?? length
  const open = openOf(choice, first)
  return choice.autoSelectSingle && total === length && open.length === 1 ? open[0] : undefined
}

/** The only option, else the last choice, else the one with true in `firstBy`; undefined if a person chooses. */
export function automaticOption(
  choice: AutomaticChoice,
  { last, first, one, isSearched }: KnownOptions
): Option | undefined {
  const { value, firstBy } = choice
  const isLast = (option: Option): boolean => !isBlank(last) && option[value] === last
  return (
    onlyOption(choice, first) ??
    openOf(choice, isSearched ? one : first).find(isLast) ??
    openOf(choice, first).find(option => firstBy && option[firstBy] === true)
  )
}
