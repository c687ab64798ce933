import { defineModule } from '../../src/kernel/module.ts'
import { fileFolders } from '../files/public.ts'
import { apply, removeImport, setColumns, startImport, undo } from './commands.ts'
import { importJobs, refuseImport, sweepImports } from './job.ts'
import { importsPage } from './pages.ts'
import { importFolder, imports as importResource } from './resource.ts'
import { importRoutes } from './routes.ts'
import { ImportState } from './schema.ts'
import { applyImport, checkImport, undoImport } from './work.ts'

/** Imports of spreadsheets; what can be imported is defined by the modules that own the things. */
export const imports = defineModule({
  name: 'imports',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [ImportState],
  resources: [importResource],
  commands: [startImport, setColumns, apply, undo, removeImport],
  systemCommands: [refuseImport],
  workerCommands: [checkImport, applyImport, undoImport],
  pages: [importsPage],
  routes: importRoutes,
  extends: [fileFolders.fill(importFolder)],
  jobs: importJobs,
  schedules: [{ name: 'imports.sweep', every: '1h', run: sweepImports }]
})
