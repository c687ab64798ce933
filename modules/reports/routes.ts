/** The calls of reports: the description, the form, the preview, and the file of a report. */

import { Type } from '@sinclair/typebox'
import { dayOf } from '../../src/contract/days.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { codesOf } from '../../src/contract/vocabulary.ts'
import type { Reader } from '../../src/kernel/access/caller.ts'
import { positionIn } from '../../src/kernel/database/replica.ts'
import { inBatches } from '../../src/kernel/files/cursor.ts'
import { goneSignal, SheetFile, sendSheet } from '../../src/kernel/files/download.ts'
import { defineRoute, ItemResponse, ListResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import { Nullable } from '../../src/kernel/schema.ts'
import type { Services } from '../../src/kernel/services.ts'
import { reportOf, reports } from './catalogue/index.ts'
import { periods } from './definition.ts'
import { reportFormMetadata } from './form.ts'
import { questionOfQuery, type ReportQuestion } from './question.ts'
import { ParameterType } from './schema.ts'
import { firstLines, type How, labelOf, linesOf, rowsOf, sheetOf } from './sheet.ts'
import { countOf } from './statement.ts'

const path = '/api/Admin/Reports'
const previewed = 20
/** The most rows of a file that the call itself makes. A worker makes larger files in the background. */
export const atOnce = 10_000

const Column = Type.Object({
  name: Type.String(),
  translation: Type.String({ description: 'in the caller’s language' }),
  canBeGrouped: Type.Boolean()
})

const Info = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  reportColumns: Type.Array(Column),
  reportParameters: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      type: Type.Integer({ enum: codesOf(ParameterType) }),
      isRequired: Type.Boolean()
    })
  )
})

const AnyJson = Type.Object({}, { additionalProperties: true })

/** The parameters of all reports. The description of a report says which of them it has. */
const parameters = Object.fromEntries(
  [...new Set(reports.flatMap(report => Object.keys(report.parameters)))].map(name => [
    `@${name}`,
    Type.Optional(Type.String({ maxLength: 200 }))
  ])
)

const names = Type.Optional(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 60 }))

/** `question.ts` explains the grammar, and checks the parameters. */
const arrangement = {
  ExcludedColumns: names,
  OrderBy: Type.Optional(Type.String({ maxLength: 60 })),
  IsDesc: Type.Optional(Type.Boolean()),
  GroupBy: names,
  ReportOutput: Type.Optional(Type.Integer({ enum: [2], description: '2: a file' })),
  Format: Type.Optional(Type.Integer({ enum: [1], description: '1: xlsx' }))
}
const Arrangement = Type.Object(arrangement)

export const fileNameOf = (name: string, { values }: ReportQuestion): string => {
  const days = periods
    .flat()
    .flatMap(day => values[day] ?? [])
    .join(' – ')
  return `${[name, days, values.Year].filter(part => part !== undefined && part !== '').join(' ')}.xlsx`
}

export const reportRoutes = [
  defineRoute({
    url: `${path}/:id/info`,
    access: ['ADMIN'],
    summary: 'What a report is: its columns and its parameters',
    answer: ItemResponse(Info),
    run: async ({ services: { messages }, caller: { language }, id }) => {
      const report = orNotFound(reportOf(id))
      const say = (key: string): string => messages.say(language, key)
      const key = `reports.report.${report.name}`
      return {
        data: {
          id,
          name: say(key),
          description: say(`${key}.description`),
          reportColumns: report.columns.map(({ name, label, canBeGrouped }) => ({
            name,
            translation: say(label),
            canBeGrouped
          })),
          reportParameters: Object.entries(report.parameters).map(([name, { type, isRequired }]) => ({
            name,
            label: say(`reports.parameter.${name}`),
            type,
            isRequired
          }))
        }
      }
    }
  }),
  defineRoute({
    url: `${path}/:id/columns`,
    access: ['ADMIN'],
    summary: 'The columns of a report, or those that its rows may be grouped by',
    query: Type.Object({ grouped: Type.Optional(Type.Boolean()) }),
    answer: ListResponse(Type.Object({ name: Type.String(), translation: Type.String() })),
    run: async ({ services: { messages }, caller, id, query: { grouped = false } }) => {
      const columns = orNotFound(reportOf(id)).columns.filter(({ canBeGrouped }) => canBeGrouped || !grouped)
      const data = columns.map(({ name, label }) => ({ name, translation: messages.say(caller.language, label) }))
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: `${path}/:id/form`,
    access: ['ADMIN'],
    summary: 'The form of a report, with the rules by which its call is judged',
    answer: Type.Object({
      data: Type.Unsafe<FormMetadata>(AnyJson),
      call: Type.Optional(Type.String({ description: 'of its own, which takes the values of the form as they are' }))
    }),
    run: async ({ services, caller, id }) => {
      const report = orNotFound(reportOf(id))
      const data = reportFormMetadata(report, services.now(), caller)
      return { data, ...(report.own ? { call: report.own.call } : {}) }
    }
  }),
  defineRoute({
    url: `${path}/:id/preview`,
    access: ['ADMIN'],
    summary: 'The first lines that the file would have, and how many rows there are; takes what the report takes',
    query: Arrangement,
    answer: ItemResponse(
      Type.Object({
        columns: Type.Array(
          Type.Object({ name: Type.String(), label: Type.String(), schema: Type.Unsafe<Schema>(AnyJson) })
        ),
        lines: Type.Array(AnyJson, { description: '`level` is 0 for a row; from 1 for sums, of `counted` rows' }),
        rows: Type.Integer({ minimum: 0 }),
        rowsCapped: Nullable(Type.Boolean({ description: 'counting stopped: there are at least `rows`' }))
      })
    ),
    run: async ({ services, caller, id, query, request }) => {
      const question = questionOfQuery(orNotFound(reportOf(id)), query, dayOf(services.now()))
      const how = { position: positionIn(request.headers) }
      // They run one after the other, because each uses one of the few connections for many rows.
      const lines = await firstLines(services, question, caller, previewed, how)
      const rows = await countRows(services, question, caller, how)
      const columns = question.columns.map(({ name, label, schema }) => ({ name, label, schema }))
      return { data: { columns, lines, rows: Math.min(rows, atOnce), rowsCapped: rows > atOnce } }
    }
  }),
  defineRoute({
    url: `${path}/:id/size`,
    access: ['ADMIN'],
    summary: 'How many rows the report has, and whether the worker makes its file; takes what the report takes',
    query: Arrangement,
    answer: ItemResponse(Type.Object({ rows: Type.Integer({ minimum: 0 }), isLarge: Type.Boolean() })),
    run: async ({ services, caller, id, query, request }) => {
      const question = questionOfQuery(orNotFound(reportOf(id)), query, dayOf(services.now()))
      const rows = await countRows(services, question, caller, { position: positionIn(request.headers) })
      return { data: { rows: Math.min(rows, atOnce), isLarge: rows > atOnce } }
    }
  }),
  defineRoute({
    url: `${path}/:id`,
    access: ['ADMIN'],
    summary: 'The report as a spreadsheet',
    query: Type.Object({ ...parameters, ...arrangement }),
    answer: SheetFile,
    run: async ({ services, caller, id, query, request, reply }) => {
      const question = questionOfQuery(orNotFound(reportOf(id)), query, dayOf(services.now()))
      const name = services.messages.say(caller.language, labelOf(question))
      const how = { signal: goneSignal(reply), position: positionIn(request.headers) }
      return sendSheet(
        reply,
        fileNameOf(name, question),
        sheetOf(services, question, caller),
        rowsOf(services, question, caller, linesOf(services, question, caller, how))
      )
    }
  })
]

/** The number of rows, counted to at most `atOnce` + 1, on a connection with a longer time limit. */
async function countRows(services: Services, question: ReportQuestion, caller: Reader, how: How): Promise<number> {
  const statement = countOf(question, caller, atOnce)
  for await (const [row] of inBatches<{ n: number }>({ source: services, statement, reader: caller, ...how }))
    return row?.n ?? 0
  return 0
}
