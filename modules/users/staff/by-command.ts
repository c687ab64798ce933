/**
 * What whoever runs the server does to accounts by `npm run users` and `npm run person`: for a lone administrator who has lost the second
 * factor, and for requests of people about their data. Each is a command of the system, with its entries in history and audit.
 */
import type { Knex } from 'knex'
import { roleOf, roles } from '../../../src/contract/roles.ts'
import type {
  AccountAct,
  AccountsByCommand,
  ActOutcome,
  ListedAccount
} from '../../../src/kernel/access/accounts-by-command.ts'
import { defineSystemCommand, runWithin, type SystemCommand } from '../../../src/kernel/commands/system.ts'
import { query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { ApiError } from '../../../src/kernel/errors/errors.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { erasePerson } from '../erase.ts'
import { requireAdministrator, requireClientAdmin } from '../last-admins.ts'
import { endLinks, insertLink } from '../links.ts'
import { Account } from '../models.ts'
import { deactivateAccount } from '../people.ts'
import { accounts, hasIdentity, hasSecondFactor } from '../resource.ts'
import { removeFactor } from '../second-factor/factor.ts'
import { endSessions } from '../sessions.ts'

type Act = SystemCommand<{ readonly id: number }, void>

/** A company and the business keep an administrator, as on the pages. */
async function requireAdministratorsLeft(trx: Knex.Transaction, { role, companyId }: Account): Promise<void> {
  if (role === roles.ADMIN) await requireAdministrator(trx)
  if (role === roles.CLIENT_ADMIN && companyId !== null) await requireClientAdmin(trx, companyId, true)
}

const accountIn = async (trx: Knex.Transaction, id: number): Promise<Account> =>
  Account.query(trx).findById(id).throwIfNotFound()

const deactivateByCommand = defineSystemCommand(accounts, {
  name: 'users.deactivateByCommand',
  async run(context, rows) {
    for (const { id } of rows) {
      const account = await accountIn(context.trx, id)
      await deactivateAccount(context, id)
      await requireAdministratorsLeft(context.trx, account)
    }
  }
})

const eraseByCommand = defineSystemCommand(accounts, {
  name: 'users.eraseByCommand',
  async run(context, rows) {
    for (const { id } of rows) {
      const account = await accountIn(context.trx, id)
      await erasePerson(context, id)
      await requireAdministratorsLeft(context.trx, account)
    }
  }
})

const linkByCommand = defineSystemCommand(accounts, {
  name: 'users.linkByCommand',
  async run({ trx, now }, rows) {
    for (const { id } of rows) await endLinks(trx, id, now)
  }
})

const factorOffByCommand = defineSystemCommand(accounts, {
  name: 'users.factorOffByCommand',
  async run({ trx, now }, rows) {
    for (const { id } of rows) {
      await removeFactor(trx, id)
      await endSessions(trx, id, now)
    }
  }
})

/** Changes nothing: its entry says that the data was handed out. */
const exportByCommand = defineSystemCommand(accounts, {
  name: 'users.exportByCommand',
  run: async () => undefined
})

const acts: Readonly<Record<AccountAct, Act>> = {
  deactivate: deactivateByCommand,
  link: linkByCommand,
  secondFactorOff: factorOffByCommand,
  export: exportByCommand,
  erase: eraseByCommand
}

export const commandsOfServer = Object.values(acts)

interface AccountRow extends Omit<ListedAccount, 'role'> {
  readonly role: number | null
}

const stateOf = `case when a.erased_at is not null then 'erased' when a.deactivated_at is not null then 'deactivated'
  when a.confirmed_at is null then 'waiting' when a.password_hash is null and not ${hasIdentity('a')} then 'invited' else 'active' end`

async function listed(db: Knex | Knex.Transaction, condition: ReturnType<typeof sql>): Promise<ListedAccount[]> {
  const rows = await query<AccountRow>(
    db,
    sql`select a.id, a.email, concat_ws(' ', a.first_name, a.last_name) as name, a.role, ${raw(stateOf)} as state,
        ${raw(hasSecondFactor('a'))} as "hasSecondFactor", a.company_id::text as company,
        (select max(s.created_at) from users.sessions s where s.account_id = a.id) as "lastSignIn"
      from users.accounts a where ${condition} order by a.role nulls last, lower(a.email)`
  )
  return rows.map(row => ({ ...row, role: row.state === 'waiting' ? null : roleOf(row.role) }))
}

const withEmail = async (db: Knex | Knex.Transaction, email: string): Promise<ListedAccount | undefined> =>
  (await listed(db, sql`lower(a.email) = lower(${email}) and a.erased_at is null`))[0]

/** Why the pages alone may do it; undefined where the server may. */
function reasonAgainst(act: AccountAct, { role, state, email }: ListedAccount): string | undefined {
  if (act === 'erase' && role === 'DRIVER')
    return `${email} is a driver: vehicles and orders may still need them. Erase the person on the page of drivers, which sees to both.`
  if (act === 'link' && (state === 'waiting' || state === 'deactivated'))
    return `${email} is ${state === 'waiting' ? 'not confirmed yet' : 'deactivated'}, so a password would open nothing. Activate it on the pages first.`
  return undefined
}

async function actWithin(
  services: Services,
  trx: Knex.Transaction,
  act: AccountAct,
  email: string
): Promise<ActOutcome> {
  const account = await withEmail(trx, email)
  if (!account) return { kind: 'absent' }
  const reason = reasonAgainst(act, account)
  if (reason) return { kind: 'refused', sentence: reason }
  const now = services.now()
  await runWithin(services, trx, now, acts[act], [account.id], undefined)
  if (act !== 'link') return { kind: 'done', account }
  const { url } = await insertLink(trx, await accountIn(trx, account.id), 'reset', now, services.settings)
  return { kind: 'done', account, link: url }
}

export const accountsOfServer: AccountsByCommand = {
  list: ({ db }, words = '') => {
    const pattern = `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    const named = sql`lower(concat_ws(' ', a.email, a.first_name, a.last_name)) like ${pattern}`
    return listed(db, sql`a.erased_at is null and ${named}`)
  },
  find: ({ db }, email) => withEmail(db, email),
  async act(services, act, email) {
    try {
      return await services.db.transaction(trx => actWithin(services, trx, act, email))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { kind: 'refused', sentence: services.messages.say('en', error.message, error.params) }
    }
  }
}
