/**
 * A report is data: its parameters, its columns and one statement. They determine everything else: the form with its checks, the
 * values that the call accepts, sorting, grouping with sums, the preview, and the spreadsheet with its formats.
 *
 *     export const operators = defineReport({
 *       name: 'operators',
 *       parameters: { ...period, Operator: choose.operator },
 *       columns: [column('operator', Type.String(), { group: true }), column('tonnage', Tonnes, { sum: true })],
 *       sort: '-tonnage',
 *       statement: ({ DateFrom, DateTo, Operator }, { language }) => sql`select … as key, … as operator, … as tonnage`
 *     })
 *
 * The result of the statement has the columns of the report, under their names, and the column `key`, which orders rows that are
 * otherwise equal. The names `key`, `level` and `counted` are reserved. Nothing that a caller sends becomes part of the SQL text:
 * names are looked up among the columns, and values are parameters.
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { addDays, yearOf } from '../../src/contract/days.ts'
import type { OptionsCall } from '../../src/contract/form.ts'
import type { Schema } from '../../src/contract/schema.ts'
import type { Reader } from '../../src/kernel/access/caller.ts'
import type { FormDefinition } from '../../src/kernel/commands/form.ts'
import type { Sql } from '../../src/kernel/database/sql.ts'
import { Day, EnumOf, Id } from '../../src/kernel/schema.ts'
import { OrderType } from '../catalogue/schema.ts'
import { OrderStatus } from '../orders/schema.ts'
import { ParameterType, type ReportName, RevenueBy } from './schema.ts'

export interface Parameter<T = unknown> {
  /** Code of ParameterType. */
  readonly type: number
  readonly isRequired: boolean
  /** The schema of its value, which may depend on the present day. */
  schema(today: string): TSchema
  readonly options?: OptionsCall
  /** The initial value of the form. */
  initial?(today: string): unknown
  /** Exists for the compiler only. */
  readonly value?: T
}

type Parameters = Readonly<Record<string, Parameter>>
type ValueOf<P> = P extends Parameter<infer T> ? T : never
/** The checked values of a report's parameters. An optional parameter that was omitted is undefined. */
export type ValuesOf<P extends Parameters> = { readonly [K in keyof P]: ValueOf<P[K]> }

export interface ReportColumn {
  /** The name of the column in the statement and in the call. */
  readonly name: string
  /** Message key of the header. */
  readonly label: string
  /** The type, format and vocabulary of its values. */
  readonly schema: Schema
  readonly canBeGrouped: boolean
  /** Whether rows of sums have the sum of the column. */
  readonly isSummed: boolean
}

export interface Report {
  readonly name: keyof typeof ReportName & string
  readonly parameters: Parameters
  readonly columns: readonly ReportColumn[]
  /** The default order, such as `-tonnage`. */
  readonly sort: string
  /** The last row adds up all others also where they are not grouped. */
  readonly hasTotal?: true
  statement(values: Readonly<Record<string, unknown>>, reader: Reader): Sql
  /**
   * A form and a call of its own, where the specification names them: the page shows this form, and sends its values to this call. Calls
   * of the API take the usual grammar for it, too.
   */
  readonly own?: { form(now: Date): FormDefinition; readonly call: string }
}

export const defineReport = <P extends Parameters>(
  report: Omit<Report, 'parameters' | 'statement'> & {
    readonly parameters: P
    statement(values: ValuesOf<P>, reader: Reader): Sql
  }
): Report => report as unknown as Report

export const column = (
  name: string,
  schema: TSchema | Schema,
  {
    group = false,
    sum = false,
    label = `reports.column.${name}`
  }: { group?: boolean; sum?: boolean; label?: string } = {}
): ReportColumn => ({ name, label, schema: schema as Schema, canBeGrouped: group, isSummed: sum })

const optional = <T>(parameter: Omit<Parameter, 'isRequired' | 'value'>): Parameter<T | undefined> => ({
  ...parameter,
  isRequired: false
})
const required = <T>(parameter: Omit<Parameter, 'isRequired' | 'value'>): Parameter<T> => ({
  ...parameter,
  isRequired: true
})

const of = <S extends TSchema>(type: number, schema: S, more: Partial<Parameter> = {}) => ({
  type,
  schema: (): TSchema => schema,
  ...more
})

const whole = Type.Integer({ minimum: 0, maximum: 1_000_000 })
const first = { year: 2022, daysBack: 10 }

/** The years for which a report can be requested, the latest first. */
const years = (today: string): number[] => {
  const last = Number(today.slice(0, 4))
  return Array.from({ length: last - first.year + 1 }, (_, at) => last - at)
}

const listOf = (call: string, label: readonly string[]): OptionsCall => ({ call, value: 'id', label })

/** The kinds of parameters. */
export const choose = {
  /** A whole number from 0. */
  number: optional<number>(of(ParameterType.numerical, whole)),
  requiredNumber: (initial: number) => required<number>(of(ParameterType.numerical, whole, { initial: () => initial })),
  /** A part of a text. */
  text: optional<string>(of(ParameterType.string, Type.String({ maxLength: 100 }))),
  company: optional<number>(
    of(ParameterType.companies, Id, {
      options: {
        ...listOf('/api/Admin/Companies?page=1&limit=20', ['name', 'taxNumber']),
        search: { key: 'allFields', one: 'CompanyId' }
      }
    })
  ),
  driver: optional<number>(
    of(ParameterType.drivers, Id, {
      options: listOf('/api/Admin/Users/drivers?Page=1&Limit=1000', ['lastName', 'firstName'])
    })
  ),
  status: optional<number>(of(ParameterType.numerical, EnumOf(OrderStatus))),
  orderType: optional<Static<ReturnType<typeof orderTypeSchema>>>(of(ParameterType.orderTypes, orderTypeSchema())),
  revenueBy: required<number>(of(ParameterType.numerical, EnumOf(RevenueBy), { initial: () => RevenueBy.operator })),
  vehicle: optional<number>(
    of(ParameterType.vehicles, Id, { options: listOf('/api/Admin/Vehicles/listbox', ['name']) })
  ),
  operator: optional<number>(
    of(ParameterType.operators, Id, {
      options: listOf('/api/Admin/RecycleOperators?page=1&limit=1000', ['name'])
    })
  ),
  year: required<number>({
    type: ParameterType.year,
    schema: today => Type.Unsafe<number>({ type: 'integer', enum: years(today) }),
    initial: today => yearOf(new Date(`${today}T12:00:00Z`))
  })
}

function orderTypeSchema() {
  return EnumOf(OrderType)
}

const day = (initial: (today: string) => string) => required<string>(of(ParameterType.date, Day, { initial }))

const [from, to] = [day(today => addDays(today, -first.daysBack)), day(today => today)]
/** A period from a day to a day, both included. By default it ends today and begins `first.daysBack` days earlier. */
export const period = { DateFrom: from, DateTo: to }
/** The same under the names of the order report. */
export const created = { createdFrom: from, createdTo: to }
/** The names of the two days of a period, in each report that has one. */
export const periods = [
  ['DateFrom', 'DateTo'],
  ['createdFrom', 'createdTo']
] as const
