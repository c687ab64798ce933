import { Type } from '@sinclair/typebox'
import { languageOf } from '../../../src/contract/languages.ts'
import { memberOf } from '../../../src/contract/vocabulary.ts'
import { positionIn } from '../../../src/kernel/database/replica.ts'
import { goneSignal, SheetFile, sendSheet } from '../../../src/kernel/files/download.ts'
import { columnLabel, sheetCells, sheetColumns } from '../../../src/kernel/files/resource-sheet.ts'
import { sheetHead } from '../../../src/kernel/files/sheet-head.ts'
import { defineRoute, ItemResponse, ListResponse } from '../../../src/kernel/routes/route.ts'
import { Day, EnumOf } from '../../../src/kernel/schema.ts'
import { OrderStatus } from '../schema.ts'
import { reportSheet, statementOf } from './report.ts'
import { asked, reportPath as path, ReportLanguage, reportDefaults } from './schema.ts'

export const reportRoutes = [
  defineRoute({
    url: path,
    access: ['ADMIN'],
    summary: 'Orders of a status created between two days, as a spreadsheet',
    query: Type.Object({
      ...asked,
      orderBy: Type.String({ ...asked.orderBy, description: `one of: ${reportSheet.keys.join(', ')}` }),
      lang: Type.Optional(EnumOf(ReportLanguage))
    }),
    answer: SheetFile,
    run: async ({ services, caller, query: { lang = 1, ...question }, request, reply }) => {
      const language = languageOf(lang)
      const say = (key: string, params = {}) => services.messages.say(language, key, params)
      const reader = { ...caller, language }
      const status = memberOf(OrderStatus, question.currentStatus)
      const title = `${say('orders.report.label')}: ${say(`orders.status.${status}`)}`
      const period = { from: question.createdFrom, to: question.createdTo }
      const statement = statementOf(question, reader)
      return sendSheet(
        reply,
        say('orders.report.fileName', question),
        {
          name: say('orders.report.sheet'),
          head: sheetHead(services, language, title, period),
          columns: sheetColumns(services, reportSheet, reader)
        },
        sheetCells(services, reportSheet, reader, statement, {
          signal: goneSignal(reply),
          position: positionIn(request.headers)
        })
      )
    }
  }),
  defineRoute({
    url: `${path}/columns`,
    access: ['ADMIN'],
    summary: 'What the order report may be sorted by',
    answer: ListResponse(Type.Object({ key: Type.String(), name: Type.String() })),
    run: async ({ services, caller }) => {
      const data = reportSheet.keys.map(key => ({
        key,
        name: columnLabel(services.messages, caller.language, reportSheet.resource, key)
      }))
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: `${path}/defaults`,
    access: ['ADMIN'],
    summary: 'What the form of the order report begins with: the last ten days, the newest first',
    answer: ItemResponse(
      Type.Object({
        createdFrom: Day,
        createdTo: Day,
        orderBy: Type.String(),
        desc: Type.Boolean(),
        lang: EnumOf(ReportLanguage)
      })
    ),
    run: async ({ services }) => ({ data: reportDefaults(services.now()) })
  })
]
