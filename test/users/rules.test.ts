import { describe, expect, test } from 'vitest'
import { homeOf, maySignIn, type Policy } from '../../modules/users/rules.ts'
import type { Role } from '../../src/contract/roles.ts'

describe('who signs in where', () => {
  const table: [Role | null, number | null, Policy[]][] = [
    ['ADMIN', null, ['office']],
    ['SERVICE_TECHNICAN', null, ['office']],
    ['DRIVER', null, ['office', 'portal']],
    ['CLIENT_ADMIN', 7, ['portal']],
    ['CLIENT', 7, ['portal']],
    [null, null, ['office']],
    [null, 7, ['portal']]
  ]
  test.each(table)('%s of company %s', (role, companyId, where) => {
    const policies: Policy[] = ['office', 'portal']
    expect(policies.filter(policy => maySignIn(policy, role, companyId))).toEqual(where)
    expect(homeOf(role, companyId)).toBe(where[0])
  })
})
