/**
 * Lists of objects that a form edits as rows. A field of a row is named by its path, `specialPrices.0.dateFrom`, so that its value,
 * fault and place on screen are found like those of any other field. Its rules and calls read the row first.
 */
import { holdsIn } from '../../../src/contract/check.ts'
import { addDays, yearAfter } from '../../../src/contract/days.ts'
import type { FieldHint, FieldMetadata } from '../../../src/contract/form.ts'
import { valueAt } from '../../../src/contract/paths.ts'
import type { Scope } from '../../../src/contract/ruled.ts'

/** A field on screen; for a field of a row, with the row's number, from 1. */
export type RowField = FieldMetadata & { readonly row?: number }

/** The day that a field starts with by its hint; undefined if the hint names none. */
export function startDay(initial: FieldHint['initial'], today: string): string | undefined {
  if (!initial || initial === 'empty') return undefined
  const monthEnd = addDays(`${today.slice(0, 8)}01`, -1)
  return {
    today,
    yearFromToday: yearAfter(today),
    lastMonthBegins: `${monthEnd.slice(0, 8)}01`,
    lastMonthEnds: monthEnd
  }[initial]
}

/** The rows of a list; none if the field is not a list. */
export function rowsIn({ name, rows }: FieldMetadata, values: Scope): readonly Scope[] {
  const list = rows && valueAt(values, name)
  return Array.isArray(list) ? list : []
}

/** The values that the rules and calls of a row read: its own visible fields, then the values of the form. */
export function rowScope(field: FieldMetadata, values: Scope, at: number): Scope {
  const row = rowsIn(field, values)[at]
  const fields = field.rows?.fields.filter(({ control }) => control !== 'hidden') ?? []
  return { ...values, ...Object.fromEntries(fields.map(({ name }) => [name, valueAt(row, name)])) }
}

/** The visible fields of one row, by their paths. */
export function rowFields(field: FieldMetadata, values: Scope, at: number): RowField[] {
  const scope = rowScope(field, values, at)
  return (field.rows?.fields ?? [])
    .filter(({ when }) => holdsIn(when, scope))
    .map(rowField => ({ ...rowField, name: `${field.name}.${at}.${rowField.name}`, row: at + 1 }))
}

/** The start values of a new row. */
export function newRow({ rows }: FieldMetadata, today: string): Record<string, unknown> {
  const days = (rows?.fields ?? []).flatMap(({ name, initial }) => {
    const day = startDay(initial, today)
    return day === undefined ? [] : [[name, day] as const]
  })
  return { ...Object.fromEntries(days), ...rows?.initial }
}
