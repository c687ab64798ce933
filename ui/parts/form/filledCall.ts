/**
 * Calls that depend on the values of a form. Pure functions; the file is small, because the page's inline script contains it, too.
 */
import { valueAt } from '../../../src/contract/paths.ts'
import type { Values } from './formValues.ts'

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/**
 * A call with its `{field}`s filled from the form, or undefined while one of them is blank, except for a `{field?}`. `id` and `ids` are taken from the rows
 * that the form acts on, unless the form has such values.
 */
export function filledCall(
  call: string,
  values: Values,
  rows: readonly { readonly id: number }[] = []
): string | undefined {
  const [row] = rows
  const parameters = { ids: rows.map(({ id }) => id).join(), id: rows.length === 1 ? row?.id : undefined, ...values }
  let whole = true
  const isMissing = (name: string): boolean => isBlank(valueAt(parameters, name))
  // the server takes no blank number: a key without its value is left out
  const asked = call.replace(/&\w+=\{([^}?]+)\?\}/g, (pair, name: string) => (isMissing(name) ? '' : pair))
  const filled = asked.replace(/\{([^}?]+)(\??)\}/g, (_, name: string, optional: string) => {
    const value = valueAt(parameters, name)
    if (isMissing(name) && !optional) whole = false
    return encodeURIComponent(String(value ?? ''))
  })
  return whole ? filled : undefined
}
