import { definePage } from '../../src/kernel/metadata/pages.ts'
import { reportList } from './resource.ts'

/** A report is chosen in the list; its form is fetched by the panel, because each has its own. */
export const reportsPage = definePage(reportList, {
  id: 'reports.list',
  route: '/report/reportList',
  group: 'reports',
  columns: [
    { key: 'name', grow: 2 },
    { key: 'description', grow: 3 }
  ],
  panel: [{ name: 'form', kind: 'part', part: 'reports.form' }]
})
