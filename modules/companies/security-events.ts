/** Which commands of this module are security events (src/kernel/security/reported.ts). */
import { reportCommands } from '../../src/kernel/security/reported.ts'

reportCommands({
  'companies.registerCompany': { kind: 'signedUp' },
  'companies.registerPerson': { kind: 'signedUp' },
  'companies.registerDepartment': { kind: 'signedUp' },
  'companies.registerAccount': { kind: 'signedUp', emailField: 'email' },
  'companies.inviteUser': { kind: 'accessChanged', target: 'row' },
  'companies.removeInvited': { kind: 'accessChanged', target: 'row' },
  'companies.activateUser': { kind: 'accessChanged', target: 'row' },
  'companies.deactivateUser': { kind: 'accessChanged', target: 'row' },
  'companies.removeUser': { kind: 'accessChanged', target: 'row' }
})
