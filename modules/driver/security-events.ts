/** Which commands of this module are security events (src/kernel/security/reported.ts). */
import { reportCommands } from '../../src/kernel/security/reported.ts'

reportCommands({
  'driver.sendLink': { kind: 'accessChanged' },
  'driver.revokeDevice': { kind: 'accessChanged' },
  'driver.connectDevice': { kind: 'signedIn' },
  'driver.connectOwnDevice': { kind: 'accessChanged' }
})
