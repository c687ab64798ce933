/**
 * The form of a report: its parameters, then which columns, in which order, in which groups. The form is fetched by itself, because
 * no command has it; the call of the file is judged by the same schema, so browser and server refuse alike.
 */
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { dayOf } from '../../src/contract/days.ts'
import { controlOf, type FieldHint, type FormMetadata } from '../../src/contract/form.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { defineForm, type FormDefinition } from '../../src/kernel/commands/form.ts'
import { formMetadata } from '../../src/kernel/metadata/form.ts'
import { periods, type Report } from './definition.ts'
import { ReportName } from './schema.ts'

/** What the form sends besides the parameters: the call knows them under other names (`question.ts`). */
export interface Arrangement {
  readonly columns: readonly string[]
  readonly orderBy: string
  readonly isDesc?: boolean
  readonly groupBy?: string
  readonly thenBy?: string
}

const oneOf = (names: readonly string[], more: object = {}) =>
  Type.Unsafe<string>({ type: 'string', enum: names, ...more })

const missing = { messages: { required: 'reports.parameter.required' } }

function parameterSchemas({ parameters }: Report, today: string): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => {
      const schema = parameter.schema(today)
      return [name, parameter.isRequired ? Type.Unsafe({ ...schema, ...missing }) : Type.Optional(schema)]
    })
  )
}

export const groupable = ({ columns }: Report): string[] =>
  columns.filter(({ canBeGrouped }) => canBeGrouped).map(({ name }) => name)

/** @param today `YYYY-MM-DD`, on which the years and the days that it begins with depend */
export function reportForm(report: Report, today: string): FormDefinition<TObject> {
  const names = report.columns.map(({ name }) => name)
  const groups = groupable(report)
  const columnsCall = `/api/Admin/Reports/${ReportName[report.name]}/columns`
  const parameters = Object.entries(report.parameters)
  const ofColumns = (more = ''): FieldHint => ({
    options: { call: `${columnsCall}${more}`, value: 'name', label: ['translation'] },
    group: 'reports.form.arrangement',
    half: true
  })
  const fields: Record<string, FieldHint> = {
    ...Object.fromEntries(
      parameters.map(([name, { options, isRequired, schema }]) => {
        const periodTo = periods.find(([first]) => first === name)?.[1]
        const hint = {
          ...{ label: `reports.parameter.${name}`, half: true },
          ...(options ? { options } : {}),
          ...(periodTo ? { periodTo } : {})
        }
        const isChoice = controlOf(hint, schema(today)) === 'choice' && !options?.search
        return [name, isChoice && !isRequired ? { ...hint, blank: 'reports.parameter.any' } : hint]
      })
    ),
    groupBy: { ...ofColumns('?grouped=true'), blank: 'reports.form.ungrouped' },
    thenBy: { ...ofColumns('?grouped=true'), blank: 'reports.form.ungrouped' },
    orderBy: ofColumns(),
    isDesc: {
      group: 'reports.form.arrangement',
      half: true,
      answers: { yes: 'reports.form.descending', no: 'reports.form.ascending' }
    },
    columns: { ...ofColumns(), half: false }
  }
  return defineForm({
    schema: Type.Object({
      ...parameterSchemas(report, today),
      groupBy: Type.Optional(oneOf(groups)),
      thenBy: Type.Optional(oneOf(groups)),
      orderBy: oneOf(names, missing),
      isDesc: Type.Optional(Type.Boolean()),
      columns: Type.Array(oneOf(names), { minItems: 1, maxItems: names.length, uniqueItems: true })
    }),
    fields,
    initial: {
      ...Object.fromEntries(
        parameters.flatMap(([name, { initial }]) => (initial ? [[name, initial(today)] as const] : []))
      ),
      orderBy: report.sort.replace(/^-/, ''),
      isDesc: report.sort.startsWith('-'),
      columns: names
    },
    messagePrefix: 'reports.form'
  })
}

/** The form as it is sent: the report's own, or else the usual one. */
export function reportFormMetadata(report: Report, now: Date, caller: Caller): FormMetadata {
  const form = report.own ? report.own.form(now) : reportForm(report, dayOf(now))
  return formMetadata(`reports.${report.name}`, form, caller)
}
