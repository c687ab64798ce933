/** Which commands of this module are security events (src/kernel/security/reported.ts). */
import { reportCommands } from '../../src/kernel/security/reported.ts'

reportCommands({
  'integrations.addApiKey': { kind: 'accessChanged' },
  'integrations.revokeApiKey': { kind: 'accessChanged' },
  'integrations.addWebhook': { kind: 'accessChanged' },
  'integrations.editWebhook': { kind: 'accessChanged' },
  'integrations.changeSecret': { kind: 'accessChanged' }
})
