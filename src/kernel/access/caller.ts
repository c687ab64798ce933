/** Who asks. Read with the session at each request, never from the token. */
import type { Language } from '../../contract/languages.ts'
import type { Role } from '../../contract/roles.ts'

export interface Caller {
  readonly accountId: number
  readonly sessionId: string
  /** null until confirmed. */
  readonly role: Role | null
  readonly companyId: number | null
  readonly departmentId: number | null
  /** True for an ordinary client of a company with several departments: it sees its own department only. */
  readonly ownDepartmentOnly: boolean
  readonly language: Language
  readonly isActivated: boolean
  readonly hasAllRequiredData: boolean
}

/** Which callers a route or a command is for. `signedIn` includes accounts that are not active yet. */
export type Audience = Role | 'anyone' | 'signedIn'

export const isStaff = (caller: Caller): boolean => caller.role === 'ADMIN'

export const hasFullAccess = (caller: Caller): boolean => caller.isActivated && caller.hasAllRequiredData

/** The audience a caller belongs to among those named, or undefined. An account that may not act yet has no role here. */
export function audienceOf(caller: Caller | undefined, audiences: readonly Audience[]): Audience | undefined {
  if (caller?.role && hasFullAccess(caller) && audiences.includes(caller.role)) return caller.role
  if (caller && audiences.includes('signedIn')) return 'signedIn'
  return audiences.includes('anyone') ? 'anyone' : undefined
}
