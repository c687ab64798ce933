/** The extension points that the kernel itself owns. */

import { accountsByCommand } from './access/accounts-by-command.ts'
import { identifyKey, programs } from './access/api-keys.ts'
import { identifyDevice } from './access/devices.ts'
import { accountNames, clientContacts, identify, staffContacts } from './access/identity.ts'
import { makeAdministrator } from './access/make-administrator.ts'
import { recordAudit } from './audit/audit.ts'
import { allCounters } from './counters.ts'
import { allEvents } from './history/events.ts'
import { onChanges } from './history/on-changes.ts'
import { importKinds } from './imports/kind.ts'
import { allPages } from './pages/pages.ts'
import { accountsOfEmails } from './security/events.ts'
import { allVocabularies } from './vocabularies.ts'

export const kernelPoints = [
  identify,
  accountNames,
  staffContacts,
  clientContacts,
  makeAdministrator,
  identifyKey,
  identifyDevice,
  programs,
  accountsByCommand,
  accountsOfEmails,
  recordAudit,
  onChanges,
  importKinds,
  allEvents,
  allPages,
  allCounters,
  allVocabularies
]
