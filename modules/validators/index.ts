import { defineModule } from '../../src/kernel/module.ts'
import { approveFinding, findingPages, findings } from './findings.ts'
import { beginNights, runChecks, runJobs, runs } from './run.ts'
import { FindingState, ValidatorKind, ValidatorSubject } from './schema.ts'
import { storeThresholds, types, typesPage } from './types.ts'

/** Checks of the data, by night and on demand, and what people say to their findings. */
export const validators = defineModule({
  name: 'validators',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [ValidatorKind, ValidatorSubject, FindingState],
  resources: [findings, runs, types],
  commands: [runChecks, approveFinding],
  pages: [...findingPages, typesPage],
  jobs: runJobs,
  async start(services) {
    await storeThresholds(services)
    return beginNights(services)
  }
})
