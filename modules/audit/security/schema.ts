import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { securityKinds as kinds } from '../../../src/kernel/security/kinds.ts'

/** The kinds of security events, in the order of their codes. Tones say what an administrator should look at first. */
export const SecurityKind = vocabulary('audit.securityKind', {
  signedIn: { code: kinds.signedIn, tone: 'success' },
  signInFailed: { code: kinds.signInFailed, tone: 'warning' },
  codeAsked: { code: kinds.codeAsked },
  codeFailed: { code: kinds.codeFailed, tone: 'warning' },
  resetAsked: { code: kinds.resetAsked },
  unauthorized: { code: kinds.unauthorized },
  forbidden: { code: kinds.forbidden, tone: 'warning' },
  foreignId: { code: kinds.foreignId, tone: 'danger' },
  throttled: { code: kinds.throttled, tone: 'warning' },
  passwordChanged: { code: kinds.passwordChanged, tone: 'info' },
  factorChanged: { code: kinds.factorChanged, tone: 'info' },
  emailChanged: { code: kinds.emailChanged, tone: 'info' },
  identityChanged: { code: kinds.identityChanged, tone: 'info' },
  sessionsEnded: { code: kinds.sessionsEnded, tone: 'info' },
  signedUp: { code: kinds.signedUp, tone: 'info' },
  signUpRefused: { code: kinds.signUpRefused, tone: 'info' },
  accessChanged: { code: kinds.accessChanged, tone: 'info' },
  adminByCommand: { code: kinds.adminByCommand, tone: 'danger' },
  exported: { code: kinds.exported, tone: 'info' },
  fileFetched: { code: kinds.fileFetched },
  malwareFound: { code: kinds.malwareFound, tone: 'danger' },
  unusualNumber: { code: kinds.unusualNumber, tone: 'danger' },
  sensorOverQuota: { code: kinds.sensorOverQuota, tone: 'warning' },
  sensorRefused: { code: kinds.sensorRefused, tone: 'warning' }
})

const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const group = '[\\da-fA-F]{1,4}'
/** With `::` once, in place of one group or more; no other colon stands at an end. */
const shortened = '(?=[^/]*::)(?!.*(:::|::.*::))(?!:[^:])(?![^/]*[^:/]:(/|$))([\\da-fA-F]{0,4}:){2,7}[\\da-fA-F]{0,4}'
/** An address or a network, each of which PostgreSQL takes for an inet. */
export const networkPattern =
  `^(${octet}(\\.${octet}){3}(/(3[0-2]|[12]?\\d))?` +
  `|((${group}:){7}${group}|${shortened})(/(12[0-8]|1[01]\\d|[1-9]?\\d))?)$`
