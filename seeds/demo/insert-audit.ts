/**
 * The audit of what the demo's people did: an entry for each of the newest changes that history has; and some security events of the
 * last days, such as every installation has.
 */
import type { Knex } from 'knex'
import { type SecurityKind, securityKinds } from '../../src/kernel/security/kinds.ts'

/** Older changes of a demo of a million orders are too many to matter. */
const newest = 5_000

export async function insertAudit(trx: Knex.Transaction): Promise<void> {
  await trx.raw(
    `with entries as (
       insert into audit.entries (at, account_id, audience, command, resource_type, subject_ids)
       select c.at, c.account_id,
         case a.role when 1 then 'ADMIN' when 2 then 'CLIENT_ADMIN' when 4 then 'CLIENT' else 'system' end,
         c.code, c.resource_type, array[c.subject_id]
       from (select * from kernel.changes order by at desc, id desc limit ?) c
         left join users.accounts a on a.id = c.account_id
       order by c.at, c.id returning id)
     insert into audit.unsealed (entry_id) select id from entries`,
    [newest]
  )
}

interface Told {
  /** Minutes before now. */
  readonly ago: number
  readonly kind: SecurityKind
  /** E-mails of the demo's accounts. */
  readonly who?: string
  readonly target?: string
  readonly network: string
  readonly subject?: string
  readonly call: string
  readonly code?: string
  readonly count?: number
}

const office = '192.0.2.14'
const home = '2001:db8:4d:1::/64'
const stranger = '203.0.113.77'
const signIn = { subject: 'users.signIn', call: 'POST /api/Authorization/sign-in' }
const [admin, technician, client] = ['admin@example.com', 'technician@example.com', 'client.admin@example.com']

const told: readonly Told[] = [
  { ago: 4_330, kind: 'signedIn', who: admin, network: office, ...signIn },
  {
    ago: 4_210,
    kind: 'exported',
    who: admin,
    network: office,
    subject: 'orders.completed',
    call: 'GET /api/ui/pages/:pageId/export'
  },
  { ago: 2_950, kind: 'signInFailed', target: client, network: home, ...signIn, code: 'users.credentials' },
  { ago: 2_949, kind: 'signedIn', who: client, network: home, ...signIn },
  {
    ago: 2_890,
    kind: 'passwordChanged',
    who: client,
    network: home,
    subject: 'users.setNewPassword',
    call: 'POST /api/Authorization/SetNewPassword/setNewPassword'
  },
  { ago: 1_500, kind: 'signInFailed', network: stranger, ...signIn, code: 'users.credentials' },
  { ago: 1_499, kind: 'signInFailed', network: stranger, ...signIn, code: 'users.credentials', count: 17 },
  { ago: 1_498, kind: 'throttled', network: stranger, ...signIn, code: 'kernel.tooMany', count: 6 },
  { ago: 320, kind: 'signedIn', who: technician, network: office, ...signIn },
  {
    ago: 300,
    kind: 'forbidden',
    who: technician,
    network: office,
    call: 'GET /api/Admin/Audit',
    code: 'kernel.forbidden'
  },
  { ago: 45, kind: 'signedIn', who: admin, network: office, ...signIn },
  {
    ago: 30,
    kind: 'sessionsEnded',
    who: admin,
    target: technician,
    network: office,
    subject: 'users.endSessions',
    call: 'POST /api/Admin/Users/:id/sessions/end'
  }
]

export async function insertSecurityEvents(trx: Knex.Transaction, now: Date): Promise<void> {
  const people = (await trx('users.accounts').select('id', 'email')) as { id: number; email: string }[]
  const idOf = (email: string | undefined): number | null => people.find(one => one.email === email)?.id ?? null
  const rows = told.map(({ ago, kind, who, target, network, subject, call, code, count = 1 }) => {
    const at = new Date(now.getTime() - ago * 60_000)
    const until = count > 1 ? new Date(at.getTime() + 59_000).toISOString() : null
    const accounts = { account_id: idOf(who), target_id: idOf(target) }
    return { at: at.toISOString(), until, count, kind: securityKinds[kind], ...accounts, network, subject, call, code }
  })
  await trx.raw('select audit.add_security_events(?::jsonb)', [JSON.stringify(rows)])
}
