/** All active or all inactive companies as a spreadsheet, for programs: on a page the button of its list fetches what is seen there. */
import { positionIn } from '../../src/kernel/database/replica.ts'
import { raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { goneSignal, SheetFile, sendSheet } from '../../src/kernel/files/download.ts'
import { type ResourceSheet, sheetCells, sheetColumns } from '../../src/kernel/files/resource-sheet.ts'
import { sheetHead } from '../../src/kernel/files/sheet-head.ts'
import { fromOf, selectionOf } from '../../src/kernel/resources/select.ts'
import { defineRoute } from '../../src/kernel/routes/route.ts'
import { clients } from './resource.ts'

const columns = [
  'name',
  'shortName',
  'taxNumber',
  'regon',
  'bdoNumber',
  'country',
  'fullAddress',
  'paymentType'
] as const

interface Report {
  /** Message key of the list that it is of. */
  readonly title: string
  /** The name of the file, from the specification. */
  readonly fileName: string
  readonly path: string
  readonly summary: string
  readonly keys: ResourceSheet['keys']
  readonly where: Sql
}

const reports = {
  active: {
    title: 'companies.active.title',
    fileName: 'Aktywni.xlsx',
    path: '/api/Admin/Companies/active/report',
    summary: 'Active companies, as a spreadsheet',
    keys: [...columns, 'orderTypes', 'multiDepartment', 'createdAt'],
    where: raw('company.verified and company.active')
  },
  inactive: {
    title: 'companies.inactive.title',
    fileName: 'Nieaktywni.xlsx',
    path: '/api/Admin/Companies/unactive/report',
    summary: 'Verified companies that are not active, as a spreadsheet',
    keys: [...columns, 'deactivationReason', 'multiDepartment', 'createdAt'],
    where: raw('company.verified and not company.active')
  }
} satisfies Readonly<Record<string, Report>>

const reportRoute = ({ title, fileName, path, summary, keys, where }: Report) => {
  const sheet: ResourceSheet = { resource: clients, keys }
  return defineRoute({
    url: path,
    access: ['ADMIN'],
    summary,
    answer: SheetFile,
    run: ({ services, caller, request, reply }) => {
      const { language } = caller
      const selected = selectionOf(clients, keys, caller)
      const statement = sql`select ${selected.columns} from ${fromOf(clients)} where ${where} order by company.name, company.id`
      const name = services.messages.say(language, 'companies.report.sheet')
      return sendSheet(
        reply,
        fileName,
        {
          name,
          head: sheetHead(services, language, services.messages.say(language, title)),
          columns: sheetColumns(services, sheet, caller)
        },
        sheetCells(services, sheet, caller, statement, {
          signal: goneSignal(reply),
          position: positionIn(request.headers)
        })
      )
    }
  })
}

export const reportRoutes = Object.values(reports).map(reportRoute)
