import { definePage } from '../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, listTab, tabWhen } from '../../src/kernel/pages/tabs.ts'
import { apply, reasons, removeImport, setColumns, startImport, template, undo } from './commands.ts'
import { imports } from './resource.ts'
import { Fault } from './schema.ts'

const steps = [apply, setColumns, reasons, undo, removeImport]

export const importsPage = definePage(imports, {
  id: 'imports.imports',
  route: '/config/imports',
  group: 'settings',
  place: 30,
  columns: [
    { key: 'fileName', grow: 2, blank: 'imports.import.fileName.none' },
    { key: 'kind', grow: 1.4, under: 'fileName' },
    'stateCode',
    'rows',
    'good',
    'bad',
    'skipped',
    { key: 'author', grow: 1 },
    'createdAt'
  ],
  filters: ['State'],
  commands: [startImport, template, ...steps],
  panel: [
    detailsTab(
      imports,
      [
        ...(['fileName', 'kind', 'stateCode', 'failureText'] as const),
        ...(['rows', 'done', 'good', 'bad', 'skipped', 'columnsRead'] as const),
        ...(['author', 'createdAt', 'checkedAt', 'appliedAt', 'undoneAt'] as const)
      ],
      { commands: steps }
    ),
    tabWhen(
      imports,
      { hasFaults: [true] },
      listTab('errors', {
        load: `${imports.path}/:id/errors`,
        schema: Fault,
        resourceType: 'imports.fault',
        columns: ['row', { key: 'column', grow: 1 }, { key: 'error', grow: 3 }]
      })
    ),
    historyTab(imports)
  ]
})
