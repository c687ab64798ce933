import { definePage, definePartPage } from '../../src/kernel/pages/pages.ts'
import { resourceTab, type Tab, tabWhen } from '../../src/kernel/pages/tabs.ts'
import { reports } from './catalogue/index.ts'
import { fetchFile, removeFile } from './files/commands.ts'
import { reportFiles } from './files/resource.ts'
import { reportList } from './resource.ts'
import { ReportName } from './schema.ts'
import { ofTab } from './sets/commands.ts'
import { savedSets } from './sets/resource.ts'

/** Reports with the usual form. A report with a form of its own is downloaded at once, and is not saved as a set. */
const usual = reports.filter(({ own }) => !own).map(({ name }) => ReportName[name])
const ofUsual = (tab: Tab): Tab => tabWhen(reportList, { code: usual }, tab)

/** The list of reports. The panel fetches the form of the chosen report, because each report has its own. */
export const reportsPage = definePage(reportList, {
  id: 'reports.list',
  route: '/report/reportList',
  place: 1,
  group: 'reports',
  columns: [
    { key: 'name', grow: 2 },
    { key: 'description', grow: 3 }
  ],
  panel: [
    { name: 'form', kind: 'part', part: 'reports.form' },
    ofUsual(
      resourceTab('sets', savedSets, {
        parent: 'ReportId',
        fixed: { Own: true },
        columns: [{ key: 'name', grow: 2 }, 'isMonthly'],
        commands: ofTab
      })
    ),
    ofUsual(
      resourceTab('files', reportFiles, {
        parent: 'ReportId',
        fixed: { Own: true },
        columns: [{ key: 'fileName', grow: 2 }, 'status', 'rowsWritten', 'createdAt'],
        commands: [fetchFile, removeFile]
      })
    )
  ]
})

/** The home page of administrators. The logo links to it, because the menu of the specification has no entry for it. */
export const dashboardPage = definePartPage({
  id: 'reports.dashboard',
  route: '/',
  goKey: 's',
  group: 'reports',
  inMenu: false,
  part: 'dashboard',
  first: ['/api/Dashboard/overview'],
  access: ['ADMIN']
})
