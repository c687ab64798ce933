/** Which commands of this module are security events (src/kernel/security/reported.ts). */
import { reportCommands } from '../../src/kernel/security/reported.ts'

reportCommands({
  'fleet.addDriver': { kind: 'accessChanged', target: 'row' },
  'fleet.removeDriver': { kind: 'accessChanged', target: 'row' }
})
