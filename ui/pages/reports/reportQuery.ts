/** A filled-in form of a report as the query of its call. Pure. */
import type { FormMetadata } from '../../../src/contract/form.ts'
import type { Query } from '../../api.ts'

type Values = Readonly<Record<string, unknown>>

/** Fields of every report's form; all others are its parameters. */
const arrangement = ['columns', 'orderBy', 'isDesc', 'groupBy', 'thenBy']

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The names that the form offers as columns. */
const columnsOf = ({ schema }: FormMetadata): readonly unknown[] => schema.properties?.columns?.items?.enum ?? []

export function reportQuery(form: FormMetadata, values: Values): Query {
  const parameters = form.fields.map(({ name }) => name).filter(name => !arrangement.includes(name))
  const chosen = listOf(values.columns)
  return {
    ...Object.fromEntries(parameters.map(name => [`@${name}`, values[name]])),
    ExcludedColumns: columnsOf(form).filter(name => !chosen.includes(name)),
    OrderBy: values.orderBy,
    IsDesc: values.isDesc ?? false,
    GroupBy: [values.groupBy, values.thenBy].filter(name => name !== undefined),
    ReportOutput: 2,
    Format: 1
  }
}
