/** Pure rules of accounts: who signs in where, how password guessing is slowed down, which passwords are refused. */
import type { Role } from '../../src/contract/roles.ts'

export type Policy = 'office' | 'portal'

const mayEnter: Readonly<Record<Policy, readonly Role[]>> = {
  office: ['ADMIN', 'DRIVER', 'SERVICE_TECHNICAN'],
  portal: ['CLIENT_ADMIN', 'CLIENT', 'DRIVER']
}

/** Whether an account may sign in under the policy. For an account without a role it depends on whether it has a company. */
export function maySignIn(policy: Policy, role: Role | null, companyId: number | null): boolean {
  if (role) return mayEnter[policy].includes(role)
  return policy === (companyId === null ? 'office' : 'portal')
}

/** The host that the e-mails of an account link to. */
export const homeOf = (role: Role | null, companyId: number | null): Policy =>
  maySignIn('office', role, companyId) ? 'office' : 'portal'

const minute = 60_000
export const tokenMs = 15 * minute
export const sessionMs = 12 * 60 * minute
/** How long a browser that stays signed in may be unused, and how long after the password was typed it ends in any case. */
export const rememberedMs = 30 * 24 * 60 * minute
export const rememberedAtMostMs = 90 * 24 * 60 * minute
/** How long after a sign-in somebody without a password may change what the account is signed in with. */
export const freshSessionMs = 10 * minute
export const linkMs = { reset: 60 * minute, invitation: 7 * 24 * 60 * minute } as const
export type LinkPurpose = keyof typeof linkMs
/** The least time in milliseconds between two resets for one account; the earlier link is still valid then. */
export const emailPauseMs = minute
/** The most letters with links to one mailbox that strangers may cause. */
export const lettersToMailbox = { hour: 3, day: 10 } as const

/** How long a sign-up waits to be confirmed; then it is erased. */
export const signUpMs = 7 * 24 * 60 * minute

/** Accounts that strangers of one network may create in 24 hours; and from how many of all together somebody should look. */
export const signUpsADay = { ofNetwork: 20, unusual: 100 } as const

/**
 * Wrong passwords are counted under three keys. `pair` (an account from one IP address) slows down guessing at one account: after a few
 * wrong passwords each pause is twice as long as the last. `address` slows down an IP address that tries many accounts. `account` by itself
 * refuses nobody, because anyone could then lock out its owner; but while many addresses try one account, each of them has one free attempt
 * instead of five. So the owner can still sign in from another address at once.
 */
export const attemptWindowMs = 60 * minute
export const freeAttempts = { pair: 5, pairUnderAttack: 1, address: 30 } as const
export const attackFrom = 20
/**
 * The number of free wrong codes of the second factor, from all addresses together: only those who know the password can send
 * codes.
 */
export const freeCodes = 10
export const maxPauseSeconds = 15 * 60

const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari']
] as const
const systems = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux']
] as const

/**
 * The browser and system of a User-Agent: `Firefox, Windows`; its first characters if it is not a browser's, null if there is
 * none.
 */
export function deviceName(userAgent: string | null): string | null {
  if (!userAgent) return null
  const browser = browsers.find(([token]) => userAgent.includes(`${token}/`))?.[1]
  const system = systems.find(([shape]) => shape.test(userAgent))?.[1]
  return [browser, system].filter(Boolean).join(', ') || userAgent.slice(0, 40)
}

/** Whether the installation requires a second factor for the role. */
export const needsSecondFactor = ({ secondFactor }: { readonly secondFactor: string }, role: Role | null): boolean =>
  secondFactor === 'admins' && role === 'ADMIN'

/**
 * The relation of an account to the person who changes it: their own, a client's, one of the staff, or one that is still invited.
 */
export const relations = { own: 0, client: 1, staff: 2, invited: 3 } as const
export type Relation = (typeof relations)[keyof typeof relations]

const data = ['firstName', 'lastName', 'phone'] as const
const rights = ['isClientAdmin', 'departmentId'] as const
export type EditableField = (typeof data)[number] | (typeof rights)[number]

/**
 * Who may change which fields of whose account; everything else is refused. A client administrator sees only the users of its own company.
 * Nobody may change their own rights. A person who has not accepted an invitation yet cannot be changed, only invited again or removed.
 */
export const mayChange = {
  ADMIN: { own: data, staff: data, client: [...data, ...rights] },
  CLIENT_ADMIN: { own: data, client: [...data, ...rights] },
  signedIn: { own: data }
} as const satisfies Readonly<
  Record<string, Readonly<Partial<Record<keyof typeof relations, readonly EditableField[]>>>>
>

export type Editor = keyof typeof mayChange

/** The relations of accounts that the editor may change, for the rule of a command. */
export const relationsOf = (editor: Editor): readonly Relation[] =>
  Object.keys(mayChange[editor]).map(relation => relations[relation as keyof typeof relations])

/** The fields that the editor may change of an account with this relation. */
export function fieldsOf(editor: Editor, relation: Relation): readonly EditableField[] {
  const table: Readonly<Partial<Record<string, readonly EditableField[]>>> = mayChange[editor]
  const name = Object.entries(relations).find(([, code]) => code === relation)?.[0]
  return (name && table[name]) || []
}
