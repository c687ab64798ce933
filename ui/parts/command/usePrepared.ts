import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { useStable } from '../../elements/useStable.ts'
import type { Values } from '../form/formValues.ts'
import { preparedValues } from '../form/preparedValues.ts'
import { fetchControls } from '../registry.ts'

/** Nobody waits longer for the first choices and prices: they come into the open form then. */
const patienceMs = 3_000

/** Whether the form asks for something by itself as it is opened. */
export const asksFirst = ({ fields, derive }: FormMetadata): boolean =>
  fields.some(({ options }) => options) || derive.some(({ kind }) => kind === 'fetched')

/** How many fields there will be, about: so high is what stands in the form's place. */
export const roomOf = ({ fields }: FormMetadata): number =>
  fields.filter(({ control, options }) => control !== 'hidden' && !options?.autoSelectSingle).length

/**
 * The values that a form opens with, once its first choices and the controls that draw them have come; undefined until then, but
 * not longer than `patienceMs`. Only then the form is shown, because its first choices and prices add and take away fields, and what
 * is below them would move under the hand.
 * @param hasSource whether that from which its values start has come
 * @param startValues its start values with those of the draft
 */
export function usePrepared(
  form: FormMetadata,
  hasSource: boolean,
  startValues: () => Values,
  rows: readonly { readonly id: number }[]
): Values | undefined {
  const queries = useQueryClient()
  const [values, setValues] = useState<Values>()
  const begin = useStable(startValues)
  const prepare = useStable(() =>
    Promise.all([preparedValues(queries, form, startValues(), rows), fetchControls(form)])
  )
  useEffect(() => {
    if (!hasSource) return
    let isOpen = true
    const open = (prepared: Values): void => {
      if (isOpen) setValues(known => known ?? prepared)
    }
    const timer = setTimeout(() => open(begin()), patienceMs)
    void prepare().then(([prepared]) => open(prepared))
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [hasSource, prepare, begin])
  return values ?? (asksFirst(form) ? undefined : startValues())
}
