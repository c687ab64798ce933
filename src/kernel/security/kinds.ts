/**
 * What counts as a security event, by name and code. A code is stored and sent for ever: a new kind takes the next one. The words
 * that people read are those of the vocabulary in modules/audit/security/schema.ts.
 */
export const securityKinds = {
  signedIn: 1,
  signInFailed: 2,
  /** The password was right, and the code of the second factor is still missing. */
  codeAsked: 3,
  codeFailed: 4,
  resetAsked: 5,
  /** A call without a valid session (401). */
  unauthorized: 6,
  /** A call that the caller's role or state does not allow (403). */
  forbidden: 7,
  /** Something that exists and belongs to others was asked for by its id, and answered like something that does not exist. */
  foreignId: 8,
  /** Too many calls (429). */
  throttled: 9,
  passwordChanged: 10,
  factorChanged: 11,
  emailChanged: 12,
  identityChanged: 13,
  /** An account's sessions were ended by somebody else. */
  sessionsEnded: 14,
  signedUp: 15,
  signUpRefused: 16,
  /** A role was given or taken, or an account admitted or closed. */
  accessChanged: 17,
  /** An administrator was made on the command line of the server. */
  adminByCommand: 18,
  /** Rows left as a spreadsheet. */
  exported: 19,
  /** A file of a client was fetched. */
  fileFetched: 20,
  /** An uploaded file was refused, because the scanner found something in it. */
  malwareFound: 21,
  /** Calls of many together passed the number from which somebody should look. */
  unusualNumber: 22,
  /** A sensor sent more than its quota. */
  sensorOverQuota: 23,
  sensorRefused: 24
} as const

export type SecurityKind = keyof typeof securityKinds

/** What somebody who guesses passwords or codes causes. */
export const guesses: ReadonlySet<SecurityKind> = new Set(['signInFailed', 'codeFailed'])
