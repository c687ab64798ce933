/** The rows that a call returns, as options of a choice. */
import type { OptionsCall } from '../../../src/contract/form.ts'
import { matches } from '../../../src/contract/when.ts'
import type { Text } from '../../i18n.ts'
import { hasWords } from '../../words.ts'
import { dayText } from '../values/dayText.ts'
import type { Values } from './formValues.ts'

export interface Option {
  readonly value: unknown
  readonly label: string
  readonly choosable: boolean
  readonly source: Values
}

export function optionOf(options: OptionsCall, source: Values, t: Text): Option {
  const parts = options.label
    .map(field => source[field])
    .filter(part => part !== null && part !== undefined && part !== '')
  const choosable = matches(options.enabledWhen?.when, source)
  const { mark: unlike = '', why = [] } = options.enabledWhen ?? {}
  const marks = unlike ? [unlike, ...why.filter(({ when }) => matches(when, source)).map(({ mark }) => mark)] : []
  const mark = choosable ? '' : marks.map(one => ` ${t(one)}`).join('')
  return {
    value: source[options.value],
    label: parts.map(part => dayText(String(part))).join(', ') + mark,
    choosable,
    source
  }
}

/** The options in an answer: `{ data: […] }`, or a bare list. */
export function optionsIn(answer: unknown): Values[] {
  const list = (answer as { data?: unknown } | undefined)?.data ?? answer
  if (Array.isArray(list)) return list as Values[]
  const inner = (list as { data?: unknown } | null)?.data
  return Array.isArray(inner) ? (inner as Values[]) : []
}

/**
 * Sorts options whose label contains all the words before those that were found by something else (a company by one of its
 * places).
 */
export function labelledFirst(found: readonly Option[], words: string): Option[] {
  const isLabelled = ({ label }: Option): boolean => hasWords(label, words)
  return [...found.filter(isLabelled), ...found.filter(option => !isLabelled(option))]
}
