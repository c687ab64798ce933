/** People: the staff, those who have asked to be, and the clients' users. */
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { linkMs } from '../../modules/users/rules.ts'
import { dayMs } from '../../src/contract/days.ts'
import type { Business } from './business.ts'
import type { Account } from './staff.ts'
import { insert, setNextId } from './writer.ts'

export async function insertAccounts(
  trx: Knex.Transaction,
  { accounts, companies, now }: Business,
  passwordHash: string
): Promise<void> {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs)
  // sign-ups of staff expire after a week, and have no password
  const isSignUp = ({ companyId, state }: Account): boolean => companyId === null && state === 'waiting'
  const hasPassword = (account: Account): boolean => account.state !== 'invited' && !isSignUp(account)
  const createdAt = (account: Account): Date =>
    isSignUp(account)
      ? daysAgo(1 + (account.id % 2))
      : ((account.companyId === null ? undefined : companies[account.companyId - 1]?.createdAt) ?? daysAgo(2700))
  const confirmed = ['active', 'deactivated', 'invited']
  await insert(trx, 'users.accounts', accounts, c => [
    c.int('id', row => row.id),
    c.text('email', row => row.email),
    c.text('password_hash', row => (hasPassword(row) ? passwordHash : null)),
    c.text('first_name', row => row.firstName),
    c.text('last_name', row => row.lastName),
    c.text('phone', row => row.phone),
    c.int('role', row => row.role),
    c.int('company_id', row => row.companyId),
    c.int('department_id', row => row.departmentId),
    c.at('mailbox_proved_at', row => (hasPassword(row) ? createdAt(row) : null)),
    c.at('confirmed_at', row => (confirmed.includes(row.state) ? createdAt(row) : null)),
    c.at('deactivated_at', row => (row.state === 'deactivated' ? daysAgo(20) : null)),
    c.at('created_at', createdAt)
  ])
  await setNextId(trx, 'users.accounts')
  // The invitations are open, but their tokens are known to nobody: resending makes new ones.
  const invitedAt = daysAgo(1)
  await insert(
    trx,
    'users.links',
    accounts.filter(account => account.state === 'invited'),
    c => [
      c.int('account_id', row => row.id),
      c.text('purpose', () => 'invitation'),
      c.text('token_hash', () => randomBytes(32).toString('hex')),
      c.at('created_at', () => invitedAt),
      c.at('expires_at', () => new Date(invitedAt.getTime() + linkMs.invitation))
    ]
  )
}
