import { definePage } from '../../src/kernel/metadata/pages.ts'
import { resourceTab } from '../../src/kernel/metadata/tabs.ts'
import { fetchFile, removeFile } from './files/commands.ts'
import { reportFiles } from './files/resource.ts'
import { reportList } from './resource.ts'
import { ofTab } from './sets/commands.ts'
import { savedSets } from './sets/resource.ts'

/** The list of reports. The panel fetches the form of the chosen report, because each report has its own. */
export const reportsPage = definePage(reportList, {
  id: 'reports.list',
  route: '/report/reportList',
  group: 'reports',
  columns: [
    { key: 'name', grow: 2 },
    { key: 'description', grow: 3 }
  ],
  panel: [
    { name: 'form', kind: 'part', part: 'reports.form' },
    resourceTab('sets', savedSets, {
      parent: 'ReportId',
      fixed: { Own: true },
      columns: [{ key: 'name', grow: 2 }, 'isMonthly'],
      commands: ofTab
    }),
    resourceTab('files', reportFiles, {
      parent: 'ReportId',
      fixed: { Own: true },
      columns: [{ key: 'fileName', grow: 2 }, 'status', 'rowsWritten', 'createdAt'],
      commands: [fetchFile, removeFile]
    })
  ]
})
