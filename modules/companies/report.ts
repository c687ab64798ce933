/** All active or all inactive companies as a spreadsheet. */
import { defineLink } from '../../src/kernel/commands/link.ts'
import { raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { goneSignal, SheetFile, sendSheet } from '../../src/kernel/files/download.ts'
import { type ResourceSheet, sheetCells, sheetColumns } from '../../src/kernel/files/resource-sheet.ts'
import { fromOf, selectionOf } from '../../src/kernel/resources/select.ts'
import { defineRoute } from '../../src/kernel/routes/route.ts'
import { clients } from './clients.ts'

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
  /** The name of the file, from the specification. */
  readonly fileName: string
  readonly path: string
  readonly summary: string
  readonly keys: ResourceSheet['keys']
  readonly where: Sql
}

const reports = {
  active: {
    fileName: 'Aktywni.xlsx',
    path: '/api/Admin/Companies/active/report',
    summary: 'Active companies, as a spreadsheet',
    keys: [...columns, 'orderTypes', 'multiDepartment', 'createdAt'],
    where: raw('company.verified and company.active')
  },
  inactive: {
    fileName: 'Nieaktywni.xlsx',
    path: '/api/Admin/Companies/unactive/report',
    summary: 'Verified companies that are not active, as a spreadsheet',
    keys: [...columns, 'deactivationReason', 'multiDepartment', 'createdAt'],
    where: raw('company.verified and not company.active')
  }
} satisfies Readonly<Record<string, Report>>

const reportLink = (name: keyof typeof reports) =>
  defineLink(clients, {
    name: `companies.${name}Report`,
    icon: 'file-excel',
    selection: 'none',
    access: { ADMIN: {} },
    download: reports[name].path
  })

export const companyReports = { active: reportLink('active'), inactive: reportLink('inactive') }

const reportRoute = ({ fileName, path, summary, keys, where }: Report) => {
  const sheet: ResourceSheet = { resource: clients, keys }
  return defineRoute({
    url: path,
    access: ['ADMIN'],
    summary,
    answer: SheetFile,
    run: ({ services, caller, reply }) => {
      const { language } = caller
      const selected = selectionOf(clients, keys, caller)
      const statement = sql`select ${selected.columns} from ${fromOf(clients)} where ${where} order by company.name, company.id`
      const name = services.messages.say(language, 'companies.report.sheet')
      return sendSheet(
        reply,
        fileName,
        { name, columns: sheetColumns(services, sheet, caller) },
        sheetCells(services, sheet, caller, statement, goneSignal(reply))
      )
    }
  })
}

export const reportRoutes = Object.values(reports).map(reportRoute)
