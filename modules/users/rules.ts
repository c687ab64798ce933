/** Pure rules of accounts: who signs in where, how password guessing is slowed down, which passwords are refused. */
import type { Role } from '../../src/contract/roles.ts'

export type Policy = 'office' | 'portal'

const mayEnter: Readonly<Record<Policy, readonly Role[]>> = {
  office: ['ADMIN', 'DRIVER', 'SERVICE_TECHNICAN'],
  portal: ['CLIENT_ADMIN', 'CLIENT', 'DRIVER']
}

/** Whether an account may sign in under the policy. One without a role yet signs in where its company decides. */
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
export const linkMs = { reset: 60 * minute, invitation: 7 * 24 * 60 * minute } as const
export type LinkPurpose = keyof typeof linkMs
/** E-mails to one account are at least so far apart; the link of the earlier one is still valid. */
export const emailPauseMs = minute

/** Accounts that strangers may make in 24 hours, all of them together: more is no staff signing up. */
export const signUpsADay = 200

/**
 * Wrong passwords are counted under three keys. `pair`, an account from one address, slows guessing at one account: after a few
 * wrong passwords each further pause is twice as long as the last. `address` slows an address that tries many accounts. `account`
 * refuses nobody by itself, because anyone could then lock its owner out; while many addresses try one account, each of them has
 * one free attempt instead of five. So the owner can still sign in from elsewhere at once.
 */
export const attemptWindowMs = 60 * minute
export const freeAttempts = { pair: 5, pairUnderAttack: 1, address: 30 } as const
export const attackFrom = 20
export const longestPauseSeconds = 15 * 60

/** One address for one person: of IPv6 the network of 64 bits, which a household has to itself. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = (plain.split('%')[0] ?? '').toLowerCase().split('::')
  const start = head ? head.split(':') : []
  const end = tail ? tail.split(':') : []
  const zeros = plain.includes('::') ? Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0') : []
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}
