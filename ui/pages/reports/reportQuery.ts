/** Pure: converts a filled-in form of a report into the query of its call, and back. */
import type { FormMetadata } from '../../../src/contract/form.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { address, type Query } from '../../api.ts'

type Values = Readonly<Record<string, unknown>>

/** The fields that every report's form has. All other fields are parameters. */
const arrangement = ['columns', 'orderBy', 'isDesc', 'groupBy', 'thenBy']

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The names that the form offers as columns. */
const columnsOf = ({ schema }: FormMetadata): readonly unknown[] => schema.properties?.columns?.items?.enum ?? []

export function reportQuery(form: FormMetadata, values: Values): Query {
  const parameters = form.fields.map(({ name }) => name).filter(name => !arrangement.includes(name))
  const columns = listOf(values.columns)
  return {
    ...Object.fromEntries(parameters.map(name => [`@${name}`, values[name]])),
    ExcludedColumns: columnsOf(form).filter(name => !columns.includes(name)),
    OrderBy: values.orderBy,
    IsDesc: values.isDesc ?? false,
    GroupBy: [values.groupBy, values.thenBy].filter(name => name !== undefined),
    ReportOutput: 2,
    Format: 1
  }
}

/** The form's values for a saved query. Values that the form no longer has are omitted. */
export function formValues(form: FormMetadata, text: string): Values {
  const query = new URLSearchParams(text)
  const all = columnsOf(form)
  const excluded = query.getAll('ExcludedColumns')
  const [groupBy, thenBy] = query.getAll('GroupBy')
  const parameters = form.fields
    .map(({ name }) => name)
    .filter(name => !arrangement.includes(name))
    .flatMap(name => {
      const value = query.get(`@${name}`)
      if (value === null || value === '') return []
      const { type } = unwrapped(form.schema.properties?.[name] ?? {})
      return [[name, type === 'integer' ? Number(value) : value] as const]
    })
  return {
    ...Object.fromEntries(parameters),
    columns: all.filter(name => !excluded.includes(String(name))),
    orderBy: query.get('OrderBy') ?? form.initial.orderBy,
    isDesc: query.get('IsDesc') === 'true',
    ...(groupBy ? { groupBy } : {}),
    ...(thenBy ? { thenBy } : {})
  }
}

/** The query as text, for saving it or for sending it with the order of a file. */
export const queryText = (query: Query): string => address('', query).replace(/^\?/, '')
