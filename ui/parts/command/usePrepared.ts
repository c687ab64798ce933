import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import type { Values } from '../form/formValues.ts'
import { preparedValues } from '../form/preparedValues.ts'
import { fetchControls, fetchProposals, proposalOf } from '../registry.ts'

/** Nobody waits longer for the first choices and prices: they come into the open form then. */
const patienceMs = 3_000

/** Whether the form asks for something by itself as it is opened. */
export const asksFirst = ({ fields, derive }: FormMetadata): boolean =>
  fields.some(({ options }) => options) || derive.some(({ kind }) => kind === 'fetched')

/** About how many fields the form will show. The placeholder that is drawn until it opens has the height of so many. */
export const roomOf = ({ fields }: FormMetadata): number =>
  fields.filter(({ control, options }) => control !== 'hidden' && options?.autoSelectSingle !== true).length

/**
 * The values that a form opens with, once its first choices and prices and the code of its controls have come; undefined until then, but
 * not for longer than `patienceMs`. A form that were shown earlier would move under the hand, because choices and prices add and remove
 * fields.
 * @param hasSource whether the row, or the answer of `form.load`, is known
 * @param startValues the form's start values with those of the draft
 */
export function usePrepared(
  form: FormMetadata,
  hasSource: boolean,
  startValues: () => Values,
  rows: readonly { readonly id: number }[]
): Values | undefined {
  const queries = useQueryClient()
  const [values, setValues] = useState<Values>()
  const open = useEffectEvent((prepared?: Values) => setValues(earlier => earlier ?? prepared ?? startValues()))
  const prepare = useEffectEvent(async () => {
    const start = startValues()
    const controls = fetchControls(form)
    await fetchProposals(form)
    const prepared = await preparedValues(queries, form, start, rows, proposalOf)
    await controls
    return prepared
  })
  useEffect(() => {
    if (!hasSource) return
    let isOpen = true
    const timer = setTimeout(() => open(), patienceMs)
    void prepare().then(prepared => isOpen && open(prepared))
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [hasSource])
  return values ?? (asksFirst(form) ? undefined : startValues())
}
