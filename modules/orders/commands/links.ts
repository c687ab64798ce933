/** What only leads somewhere: to sheets to print, a spreadsheet, a route. */
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { ReportForm, reportPath } from '../report/schema.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'

/** Shows the sheets of the selected orders, ready to print. */
export const print = defineLink(orders, {
  name: 'orders.print',
  selection: 'some',
  bulk: 'all',
  access: { ADMIN: { when: may('print') } },
  ui: { icon: 'print', key: 'p' },
  open: 'orders.print'
})

/** Downloads the orders of a period as a spreadsheet. */
export const report = defineLink(orders, {
  name: 'orders.report',
  selection: 'none',
  access: { ADMIN: { when: may('report'), form: ReportForm } },
  ui: { icon: 'file-excel' },
  download: reportPath
})

/** Shows the route of a vehicle's day that the selected orders are part of: the map, and the stops, which can be reordered. */
export const route = defineLink(orders, {
  name: 'orders.route',
  selection: 'some',
  bulk: 'all',
  access: { ADMIN: { when: { ...may('reorder') } } },
  ui: { icon: 'directions' },
  open: 'orders.route'
})
