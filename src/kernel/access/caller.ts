/** The caller, read with the session at each request and never from the token. */
import { defaultLanguage, type Language } from '../../contract/languages.ts'
import type { Role } from '../../contract/roles.ts'

/** Who reads: a person with a session, or the application itself. */
export interface Reader {
  /** Null for the application itself. */
  readonly accountId: number | null
  /** Null until an administrator has confirmed the account. */
  readonly role: Role | 'SYSTEM' | null
  readonly companyId: number | null
  readonly departmentId: number | null
  /** True for an ordinary client of a company with several departments: it sees its own department only. */
  readonly ownDepartmentOnly: boolean
  readonly language: Language
  readonly isActivated: boolean
}

/** A person who calls the API. */
export interface Caller extends Reader {
  readonly accountId: number
  readonly sessionId: string
  readonly role: Role | null
  readonly hasAllRequiredData: boolean
  /** Somebody has shut the account; one that was never confirmed is merely not activated. */
  readonly isDeactivated: boolean
}

/** The application itself, in jobs and callbacks. It reads everything; history keeps no account for what it changes. */
export const system: Reader = {
  accountId: null,
  role: 'SYSTEM',
  companyId: null,
  departmentId: null,
  ownDepartmentOnly: false,
  language: defaultLanguage,
  isActivated: true
}

/**
 * The kinds of callers that a route or a command is for. `signedIn` includes accounts that are not active yet. `waiting` are only
 * these; their role does not count yet, so what they may do is a rule of the command. `deactivated` are accounts that somebody has
 * shut: they are in no other audience but `anyone`, so that their session opens little more than the page that says so.
 */
export type Audience = Role | 'anyone' | 'signedIn' | 'waiting' | 'deactivated'

/** Whether every row is visible to the reader: administrators, and the application itself. */
export const isStaff = ({ role }: Pick<Reader, 'role'>): boolean => role === 'ADMIN' || role === 'SYSTEM'

/** Whether the reader is of a client's company: it reads the business's name in place of its staff's. */
export const isClient = ({ role }: Pick<Reader, 'role'>): boolean => role === 'CLIENT' || role === 'CLIENT_ADMIN'

export const hasFullAccess = (caller: Caller): boolean => caller.isActivated && caller.hasAllRequiredData

/** The audience a caller belongs to among those named, or undefined. An account that may not act yet has no role here. */
export function audienceOf(caller: Caller | undefined, audiences: readonly Audience[]): Audience | undefined {
  if (caller?.isDeactivated) return audiences.find(audience => audience === 'deactivated' || audience === 'anyone')
  if (caller?.role && hasFullAccess(caller) && audiences.includes(caller.role)) return caller.role
  if (caller && !hasFullAccess(caller) && audiences.includes('waiting')) return 'waiting'
  if (caller && audiences.includes('signedIn')) return 'signedIn'
  return audiences.includes('anyone') ? 'anyone' : undefined
}
