import { defineModule } from '../../src/kernel/module.ts'
import { approveFinding, findingPages, findings } from './findings.ts'
import { explain, reopen } from './reconciliation/commands.ts'
import { reconciliationPage } from './reconciliation/pages.ts'
import { reconciliations } from './reconciliation/resource.ts'
import { Difference, ReconciliationState } from './reconciliation/schema.ts'
import { beginNights, runChecks, runJobs, runs } from './run.ts'
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
  async start(services) {
    await storeThresholds(services)
    return beginNights(services)
  }
})
