import { Type } from '@sinclair/typebox'
import { dayOf } from '../../../src/kernel/days.ts'
import { goneSignal, SheetFile, sendSheet } from '../../../src/kernel/download.ts'
import { languageOf } from '../../../src/kernel/messages.ts'
import { defineRoute, found, Many, Single } from '../../../src/kernel/routes.ts'
import { Day, Of } from '../../../src/kernel/schema.ts'
import { OrderStatus } from '../schema.ts'
import { columnKeys, labelOf, reportCells, sheetColumns, statementOf } from './report.ts'
import { PrintSheet, ReportLanguage } from './schema.ts'
import { idsOf, sheetsMost, sheetsOf } from './sheets.ts'

const orders = '/api/Admin/Orders'
const daysBack = 10
const dayMs = 86_400_000

export const paperRoutes = [
  defineRoute({
    url: `${orders}/report`,
    for: ['ADMIN'],
    summary: 'Orders of a status created between two days, as a spreadsheet',
    query: Type.Object({
      createdFrom: Day,
      createdTo: Day,
      currentStatus: Of(OrderStatus),
      orderBy: Type.String({ maxLength: 60, description: `one of: ${columnKeys.join(', ')}` }),
      desc: Type.Boolean(),
      lang: Type.Optional(Of(ReportLanguage))
    }),
    answer: SheetFile,
    run: async ({ services, caller, query: { lang = 1, ...question }, reply }) => {
      const language = languageOf(lang)
      const say = (key: string, params = {}) => services.messages.say(language, key, params)
      const statement = statementOf(question, { ...caller, language })
      return sendSheet(
        reply,
        say('orders.report.fileName', question),
        { name: say('orders.report.sheet'), columns: sheetColumns(services.messages, language) },
        reportCells(services, statement, language, goneSignal(reply))
      )
    }
  }),
  defineRoute({
    url: `${orders}/report/columns`,
    for: ['ADMIN'],
    summary: 'What the order report may be sorted by',
    answer: Many(Type.Object({ key: Type.String(), name: Type.String() })),
    run: async ({ services, caller }) => {
      const data = columnKeys.map(key => ({ key, name: labelOf(services.messages, caller.language, key) }))
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: `${orders}/report/defaults`,
    for: ['ADMIN'],
    summary: 'What the form of the order report begins with: the last ten days, the newest first',
    answer: Single(
      Type.Object({
        createdFrom: Day,
        createdTo: Day,
        orderBy: Type.String(),
        desc: Type.Boolean(),
        lang: Of(ReportLanguage)
      })
    ),
    run: async ({ services }) => {
      const now = services.now()
      const createdFrom = dayOf(new Date(now.getTime() - daysBack * dayMs))
      return { data: { createdFrom, createdTo: dayOf(now), orderBy: 'createdAt', desc: true, lang: 1 } }
    }
  }),
  defineRoute({
    url: `${orders}/print`,
    for: ['ADMIN'],
    summary: `What is printed of the chosen orders, at most ${sheetsMost}`,
    query: Type.Object({
      ids: Type.Union(
        [Type.String({ maxLength: 3000 }), Type.Array(Type.String({ maxLength: 3000 }), { maxItems: 1000 })],
        {
          description: '`1,2,3`, or repeated'
        }
      )
    }),
    answer: Single(Type.Array(PrintSheet)),
    run: async ({ services, caller, query: { ids } }) => ({
      data: found(await sheetsOf(services, idsOf(ids), caller))
    })
  })
]
