/** The extension points that the kernel itself owns. */
import { accountNames, clientContacts, identify, staffContacts } from './access/identity.ts'
import { makeAdministrator } from './access/make-administrator.ts'
import { recordAudit } from './audit/audit.ts'
import { allCounters } from './counters.ts'
import { onChanges } from './history/on-changes.ts'
import { allPages } from './pages/pages.ts'
import { accountsOfEmails } from './security/events.ts'
import { allVocabularies } from './vocabularies.ts'

export const kernelPoints = [
  identify,
  accountNames,
  staffContacts,
  clientContacts,
  makeAdministrator,
  accountsOfEmails,
  recordAudit,
  onChanges,
  allPages,
  allCounters,
  allVocabularies
]
