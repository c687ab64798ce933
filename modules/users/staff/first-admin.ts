/**
 * `npm run admin -- boss@example.com`: how whoever runs the server makes an administrator, the first one too. An account whose mailbox
 * nobody has proved may be a stranger's, who knew that this e-mail would be promoted: it loses everything by which it could be signed in
 * to. Who cannot sign in gets a link that sets a password; the server's owner reads it on the terminal, so that no mail is needed.
 */
import type { Knex } from 'knex'
import { numberOf } from '../../../src/contract/languages.ts'
import { roleOf, roles } from '../../../src/contract/roles.ts'
import type { MadeAdministrator, MakeAdministrator } from '../../../src/kernel/access/make-administrator.ts'
import { defineSystemCommand, runWithin } from '../../../src/kernel/commands/system.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { insertLink, mailLink, type NewLink } from '../links.ts'
import { forgetUnproved, hasCredential } from '../mailbox.ts'
import { Account } from '../models.ts'
import { accounts } from '../resource.ts'
import { endSessions } from '../sessions.ts'

/** What the person may correct later; an administrator needs names and a phone to work. */
const placeholder = { firstName: 'Administrator', lastName: 'Opony', phone: '000000000' }

export const promoteAccount = defineSystemCommand(accounts, {
  name: 'users.makeAdministrator',
  async run({ trx, now }, rows) {
    for (const { id } of rows) {
      const account = await Account.query(trx).findById(id)
      if (!account) continue
      await forgetUnproved(trx, account, now)
      if (account.role !== roles.ADMIN) await endSessions(trx, id, now)
      const confirmedAt = account.confirmedAt ?? now
      await Account.query(trx).findById(id).patch({ role: roles.ADMIN, confirmedAt, deactivatedAt: null })
    }
  }
})

const accountOf = async (trx: Knex.Transaction, email: string): Promise<Account | undefined> =>
  Account.query(trx).whereRaw('lower(email) = lower(?)', [email]).forNoKeyUpdate().first()

const newAccount = async (trx: Knex.Transaction, email: string, createdAt: Date): Promise<Account> =>
  Account.query(trx).insertAndFetch({ email, ...placeholder, language: numberOf('pl'), createdAt })

/** Whether the mail server has accepted the link. If it has not, the terminal still shows it. */
const isMailed = (services: Services, link: NewLink): Promise<boolean> =>
  mailLink(services, link, 'invitation').then(
    () => true,
    () => false
  )

/** Whether nothing changes for the account by being made an administrator. */
const isAdministrator = ({ role, confirmedAt, deactivatedAt }: Account): boolean =>
  role === roles.ADMIN && confirmedAt !== null && deactivatedAt === null

async function promoted(services: Services, email: string, mayPromote: boolean): Promise<MadeAdministrator | NewLink> {
  const { db, settings } = services
  const now = services.now()
  return db.transaction(async trx => {
    const known = await accountOf(trx, email)
    if (known && known.companyId !== null) return { kind: 'ofClient' } as const
    if (known && !mayPromote && !isAdministrator(known)) return existing(known)
    const account = known ?? (await newAccount(trx, email, now))
    await runWithin(services, trx, now, promoteAccount, [account.id], undefined)
    if (await hasCredential(trx, account.id)) return { kind: 'canSignIn', id: account.id } as const
    return insertLink(trx, { ...account, role: roles.ADMIN }, 'invitation', now, settings)
  })
}

function existing({ firstName, lastName, role, confirmedAt, deactivatedAt }: Account): MadeAdministrator {
  const name = [firstName, lastName].filter(part => part !== null && part !== '').join(' ')
  const isActive = confirmedAt !== null && deactivatedAt === null
  return { kind: 'exists', name, role: confirmedAt === null ? null : roleOf(role), isActive }
}

export const makeAdministrator: MakeAdministrator = async (services, email, mayPromote) => {
  const made = await promoted(services, email, mayPromote)
  if ('kind' in made) return made
  const isSent = !services.settings.mailUrl.startsWith('log:') && (await isMailed(services, made))
  return { kind: 'invited', id: made.account.id, link: made.url, isSent }
}
