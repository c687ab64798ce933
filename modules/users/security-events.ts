/** Which refusals and commands of this module are security events (src/kernel/security/reported.ts). */
import { reportCommands, reportRefusals } from '../../src/kernel/security/reported.ts'

reportRefusals({
  'users.credentials': { kind: 'signInFailed', emailField: 'email' },
  'users.codeRequired': { kind: 'codeAsked', emailField: 'email' },
  'users.codeWrong': { kind: 'codeFailed', emailField: 'email' },
  // at the field of who changes the own second factor
  'users.code.wrong': { kind: 'codeFailed' },
  'users.externalRefused': { kind: 'signInFailed' },
  'users.externalTaken': { kind: 'signInFailed' },
  'users.externalOther': { kind: 'signInFailed' },
  'users.externalUnknown': { kind: 'signInFailed' },
  'users.linkExpired': { kind: 'unauthorized' }
})

reportCommands({
  'users.signIn': { kind: 'signedIn' },
  'users.forgotPassword': { kind: 'resetAsked', emailField: 'email' },
  'users.setNewPassword': { kind: 'passwordChanged' },
  'users.confirmSecondFactor': { kind: 'factorChanged' },
  'users.newRecoveryCodes': { kind: 'factorChanged' },
  'users.removeSecondFactor': { kind: 'factorChanged' },
  'users.resetSecondFactor': { kind: 'factorChanged', target: 'row' },
  'users.endSessions': { kind: 'sessionsEnded', target: 'row' },
  'users.signUp': { kind: 'signedUp', emailField: 'email' },
  'users.confirm': { kind: 'accessChanged', target: 'row' },
  'users.addAdmin': { kind: 'accessChanged', target: 'row' },
  'users.activateAdmin': { kind: 'accessChanged', target: 'row' },
  'users.deactivateAdmin': { kind: 'accessChanged', target: 'row' },
  'users.removeAdmin': { kind: 'accessChanged', target: 'row' }
})
