import { defineLink } from '../../../src/kernel/commands/link.ts'
import { ReportForm, reportPath } from '../report/schema.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'

/** Downloads the orders of a period as a spreadsheet. */
export const report = defineLink(orders, {
  name: 'orders.report',
  selection: 'none',
  access: { ADMIN: { when: may('report'), form: ReportForm } },
  ui: { icon: 'file-excel' },
  download: reportPath
})
