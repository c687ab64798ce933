/**
 * The question for a report, and the grammar of its call:
 *
 *     GET /api/Admin/Reports/2?@DateFrom=2026-11-01&@DateTo=2026-11-22&ExcludedColumns=tax_number&OrderBy=tonnage&IsDesc=true
 *         &GroupBy=client&GroupBy=order_type&ReportOutput=2&Format=1
 *
 * The letter case of names is ignored. A list repeats its key, or separates its names with commas. `ReportOutput` (2: a file) and
 * `Format` (1: xlsx) have only one value each. If `@DateFrom` or `@DateTo` is omitted, the initial value of the form applies.
 */
import { check, type FieldError } from '../../src/contract/check.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { queryValue } from '../../src/kernel/routes/query-values.ts'
import { periods, type Report, type ReportColumn } from './definition.ts'
import { type Arrangement, reportForm } from './form.ts'
import { ParameterType } from './schema.ts'

type Values = Readonly<Record<string, unknown>>

export interface ReportQuestion {
  readonly report: Report
  /** The values of the parameters. */
  readonly values: Values
  /** The columns in the order of the sheet, which begins with those that rows are grouped by. */
  readonly columns: readonly ReportColumn[]
  readonly groupBy: readonly ReportColumn[]
  readonly orderBy: ReportColumn
  readonly isDesc: boolean
}

/**
 * Converts the path of a form's field into the name that errors have, which is that of the query if the question came as a query.
 */
export type PathOf = (field: string) => string

const asIs: PathOf = field => field

/** The question of a filled-in form. @throws kernel.invalid with the faults, under the names that `pathOf` gives */
export function questionOf(report: Report, form: Values, today: string, pathOf = asIs): ReportQuestion {
  const faults = check(reportForm(report, today).schema as Schema, form)
  if (faults.length > 0) throwProblem('invalid', { fieldErrors: faults.map(fault => named(fault, pathOf)) })
  const { columns, orderBy, isDesc = false, groupBy, thenBy } = form as unknown as Arrangement
  const columnOf = (name: string): ReportColumn =>
    report.columns.find(column => column.name === name) ?? refuseField(pathOf('columns'), 'check.choice')
  const groups = [...new Set([groupBy, thenBy].map(textOrValue).filter(name => typeof name === 'string'))]
  const values = Object.fromEntries(Object.keys(report.parameters).map(name => [name, textOrValue(form[name])]))
  for (const [first, last] of periods) {
    const [from, to] = [values[first], values[last]]
    if (typeof from === 'string' && typeof to === 'string' && to < from)
      refuseField(pathOf(last), 'orders.report.daysTurned')
  }
  const others = report.columns.filter(({ name }) => columns.includes(name) && !groups.includes(name))
  return {
    report,
    values,
    columns: [...groups.map(columnOf), ...others],
    groupBy: groups.map(columnOf),
    orderBy: columnOf(orderBy),
    isDesc
  }
}

/** A blank text counts as omitted. */
const textOrValue = (value: unknown): unknown =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value

const named = (fault: FieldError, pathOf: PathOf): FieldError => {
  const [field = '', ...rest] = fault.path.split('.')
  return { ...fault, path: [pathOf(field), ...rest].join('.') }
}

const listed = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap(text => (typeof text === 'string' ? text.split(',') : []))
    .map(text => text.trim())
    .filter(text => text !== '')

const queryNames: Readonly<Record<string, string>> = {
  columns: 'ExcludedColumns',
  orderBy: 'OrderBy',
  isDesc: 'IsDesc',
  groupBy: 'GroupBy',
  thenBy: 'GroupBy'
}
const pathOfQuery: PathOf = field => queryNames[field] ?? `@${field}`

/** The question of a call's query. @throws kernel.invalid with the faults, under the names of the query */
export function questionOfQuery(report: Report, query: Values, today: string): ReportQuestion {
  const names = report.columns.map(({ name }) => name)
  const own = (key: string, text: string): string =>
    names.find(name => name.toLowerCase() === text.toLowerCase()) ?? refuseField(key, 'check.choice')
  const excluded = listed(query.ExcludedColumns).map(text => own('ExcludedColumns', text))
  const groups = listed(query.GroupBy).map(text => own('GroupBy', text))
  if (groups.length > 2) refuseField('GroupBy', 'check.maxItems', { max: 2 })
  const { schema, initial } = reportForm(report, today)
  const usual = initial as Values
  const form: Record<string, unknown> = {
    columns: names.filter(name => !excluded.includes(name)),
    orderBy: query.OrderBy ? own('OrderBy', String(query.OrderBy)) : usual.orderBy,
    isDesc: query.IsDesc ?? (query.OrderBy ? false : usual.isDesc),
    ...(groups[0] ? { groupBy: groups[0] } : {}),
    ...(groups[1] ? { thenBy: groups[1] } : {}),
    ...parametersOf(report, query, schema.properties as Readonly<Record<string, Schema>>, usual)
  }
  return questionOf(report, form, today, pathOfQuery)
}

function parametersOf(report: Report, query: Values, schemas: Readonly<Record<string, Schema>>, usual: Values): Values {
  const found: Record<string, unknown> = {}
  for (const [key, text] of Object.entries(query)) {
    if (!key.startsWith('@')) continue
    const wanted = key.slice(1).toLowerCase()
    const name = Object.keys(report.parameters).find(one => one.toLowerCase() === wanted)
    if (!name) return refuseField(key.slice(0, 60), 'check.unknown')
    found[name] = text === '' ? undefined : queryValue(text, schemas[name] ?? {})
  }
  for (const [name, { type }] of Object.entries(report.parameters))
    if (type === ParameterType.date && !(name in found)) found[name] = usual[name]
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
