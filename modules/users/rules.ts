/** Pure rules of accounts: who signs in where, how guessing is slowed, which passwords are refused. */
import type { Role } from '../../src/contract/roles.ts'

export type Policy = 'office' | 'portal'

const mayEnter: Readonly<Record<Policy, readonly Role[]>> = {
  office: ['ADMIN', 'DRIVER', 'SERVICE_TECHNICAN'],
  portal: ['CLIENT_ADMIN', 'CLIENT', 'DRIVER']
}

/** Whether an account may sign in under the policy. One without a role yet belongs where its company says. */
export function maySignIn(policy: Policy, role: Role | null, companyId: number | null): boolean {
  if (role) return mayEnter[policy].includes(role)
  return policy === (companyId === null ? 'office' : 'portal')
}

/** Where the letters of an account lead. */
export const homeOf = (role: Role | null, companyId: number | null): Policy =>
  maySignIn('office', role, companyId) ? 'office' : 'portal'

const minute = 60_000
export const tokenMs = 15 * minute
export const sessionMs = 12 * 60 * minute
export const linkMs = { reset: 60 * minute, invitation: 7 * 24 * 60 * minute } as const
export type LinkPurpose = keyof typeof linkMs
/** Letters to one account are at least so far apart; the earlier one is still good. */
export const emailPauseMs = minute

/**
 * Guessing is counted under three keys. `pair`, an account from one address, is what slows a guesser: after a few wrong
 * passwords the next one waits twice as long as the last. `address` slows who tries many accounts. `account` refuses
 * nobody by itself (its owner would be locked out by any stranger); while many addresses guess at one account, each of
 * them has one free try in place of five. So the owner still gets in from elsewhere, at once.
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
