import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, resourceTab } from '../../../src/kernel/pages/tabs.ts'
import { fetchCsv, fetchOptima, makeAccountingFile } from './commands.ts'
import { documents, runs } from './runs.ts'

const files = [fetchOptima, fetchCsv]

export const accountingFilesPage = definePage(runs, {
  id: 'integrations.runs',
  route: '/report/accountingFiles',
  group: 'reports',
  columns: [
    'dateFrom',
    'dateTo',
    'documents',
    'gross',
    'newDocuments',
    'changedDocuments',
    'goneDocuments',
    'createdAt'
  ],
  commands: [makeAccountingFile, ...files],
  panel: [
    resourceTab('documents', documents, {
      parent: 'RunId',
      columns: ['number', { key: 'company', grow: 2 }, 'saleDay', 'gross', 'formerGross', 'change']
    }),
    detailsTab(
      runs,
      [
        ...(['dateFrom', 'dateTo', 'createdAt', 'documents', 'gross', 'newDocuments', 'changedDocuments'] as const),
        ...(['goneDocuments', 'leftOut'] as const)
      ],
      { commands: files }
    ),
    historyTab(runs)
  ]
})
