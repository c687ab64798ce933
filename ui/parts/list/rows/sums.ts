/** The sums of the selected rows: tonnes, money, number of places. */
import type { SumMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import type { Text } from '../../../i18n.ts'
import { type FormatContext, isMissing, textOf } from '../../values/formats.tsx'

/** Adds values with two decimals (money, tonnes) as whole hundredths, because sums of floats are not exact. */
const exactSum = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100

/**
 * Each sum as text: `10,2 t`, `2 220,00 zł netto`, `2 miejsca`. A sum is left out if no row has a value for it; rows without a value that
 * are worth a word stand after it: `2 220,00 zł netto + 2 zamówienia na tony`.
 */
export function sumTexts(
  sums: readonly SumMetadata[],
  rows: readonly Row[],
  context: FormatContext & { readonly t: Text }
): string[] {
  return sums.flatMap(({ key, kind, schema, label, blank }) => {
    const values = rows.map(row => row[key]).filter(value => !isMissing(value))
    if (kind === 'distinct') return values.length > 0 ? context.t(label, { count: new Set(values).size }) : []
    const missing = rows.length - values.length
    const texts = [
      ...(values.length > 0
        ? [context.t(label, { value: textOf(context, schema, exactSum(values.map(Number))) })]
        : []),
      ...(blank !== undefined && missing > 0 ? [context.t(blank, { count: missing })] : [])
    ]
    return texts.length > 0 ? texts.join(' + ') : []
  })
}
