/** Accounts of the back office, and what every account of the demo looks like. */
import { type RoleCode, roles } from '../../src/contract/roles.ts'
import { email, person } from './names.ts'
import { mobile } from './numbers.ts'
import type { Random } from './random.ts'

/**
 * active: signs in and works. waiting: has a password, nobody has confirmed it yet. deactivated: was active once.
 * invited: has a link by mail and no password yet.
 */
export type AccountState = 'active' | 'waiting' | 'deactivated' | 'invited'

export interface Account {
  id: number
  email: string
  firstName: string
  lastName: string
  phone: string
  /** null until an administrator has confirmed the account. */
  role: RoleCode | null
  state: AccountState
  companyId: number | null
  departmentId: number | null
}

/** The password of every demo account that has one. Never for production: `insert.ts` refuses there. */
export const demoPassword = 'Demo-2026-Opony'

/** Staff: the two fixed demo accounts first, two more administrators, and two people who wait to be confirmed. */
export function makeStaff(random: Random): Account[] {
  const fixed: [string, RoleCode | null][] = [
    ['admin@example.com', roles.ADMIN],
    ['technician@example.com', roles.SERVICE_TECHNICAN]
  ]
  const others: (RoleCode | null)[] = [roles.ADMIN, roles.ADMIN, null, null]
  const wanted: [string | null, RoleCode | null][] = [
    ...fixed,
    ...others.map((role): [null, RoleCode | null] => [null, role])
  ]
  return wanted.map(([address, role], i) => {
    const who = person(random)
    return {
      id: i + 1,
      email: address ?? email(who, 'opony.example.com', i + 1),
      ...who,
      phone: mobile(random),
      role,
      state: role === null ? 'waiting' : 'active',
      companyId: null,
      departmentId: null
    }
  })
}
