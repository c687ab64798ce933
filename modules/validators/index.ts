import { defineModule } from '../../src/kernel/module.ts'
import { observeFindings } from './figures.ts'
import { approveFinding, findingPages, findings } from './findings.ts'
import { explain, reopen } from './reconciliation/commands.ts'
import { reconciliationPage } from './reconciliation/pages.ts'
import { reconciliations } from './reconciliation/resource.ts'
import { Difference, ReconciliationState } from './reconciliation/schema.ts'
import { runChecks } from './runs/commands.ts'
import { makeNightlyRun } from './runs/night.ts'
import { runJobs } from './runs/perform.ts'
import { runs } from './runs/resource.ts'
import { FindingState, ValidatorKind, ValidatorSubject } from './schema.ts'
import { storeThresholds, types, typesPage } from './types.ts'

/** Checks of the data, at night and on demand, with their findings, and the reconciliation of orders. */
export const validators = defineModule({
  name: 'validators',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [ValidatorKind, ValidatorSubject, FindingState, Difference, ReconciliationState],
  resources: [findings, runs, types, reconciliations],
  commands: [runChecks, approveFinding, explain, reopen],
  pages: [...findingPages, reconciliationPage, typesPage],
  jobs: runJobs,
  figures: observeFindings,
  // The night's run is looked for a minute after the start: who restarts the application in the evening wants no checks at once.
  schedules: [{ name: 'validators.night', every: '1m', atStart: false, run: makeNightlyRun }],
  async start(services) {
    await storeThresholds(services)
    return undefined
  }
})
