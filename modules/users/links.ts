/**
 * Links that set a password. They can be used once, are valid for 60 minutes (reset) or 7 days (invitation), and a newer one ends the
 * older. Only the e-mail contains the token; the database has its hash, and the queue only the recipient. The job that sends the e-mail
 * generates the token.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { languageOf } from '../../src/contract/languages.ts'
import { roleOf } from '../../src/contract/roles.ts'
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { oneLine } from '../../src/kernel/messaging/letter.ts'
import type { Services } from '../../src/kernel/services.ts'
import { accountCompanyName } from './company-facts.ts'
import { Account, Link } from './models.ts'
import { emailPauseMs, homeOf, type LinkPurpose, linkMs } from './rules.ts'

export const emailJob = 'users.letter'

export interface EmailOrder {
  readonly email: string
  readonly purpose: LinkPurpose
  /**
   * Other texts than those of the purpose: for whom the company or staff have invited (`joining`), for who has registered a company or
   * asked to join one, and waits for the staff (`registered`, `asked`), and where somebody has signed up, or registered a company, with an
   * e-mail that has an account.
   */
  readonly texts?: 'taken' | 'takenForCompany' | 'joining' | 'registered' | 'asked'
}

/** Queues an e-mail with a link, if the address has an account. Called in the transaction of the change. */
export const queueEmail = ({ jobs }: Services, trx: Knex.Transaction, order: EmailOrder): Promise<void> =>
  jobs.send(trx, emailJob, order)

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The link of a token; undefined if it can no longer be used. */
export const validLink = async (db: Knex, token: string, now: Date): Promise<Link | undefined> =>
  await Link.query(db)
    .findOne({ token_hash: hashToken(token) })
    .whereNull('ended_at')
    .where('expires_at', '>', now)

/** Whether a reset was sent a moment ago. Resets are limited, because strangers may request them; invitations are not. */
const hasFreshLink = async (trx: Knex.Transaction, accountId: number, now: Date): Promise<boolean> =>
  (await Link.query(trx)
    .where({ account_id: accountId, purpose: 'reset' })
    .whereNull('ended_at')
    .where('created_at', '>', new Date(now.getTime() - emailPauseMs))
    .first()) !== undefined

/** Generates a link. Returns the account and the token; undefined if there is no account, or a reset was sent a moment ago. */
async function makeLink(db: Knex, { email, purpose }: EmailOrder, now: Date) {
  return db.transaction(async trx => {
    const account = await Account.query(trx).whereRaw('lower(email) = lower(?)', [email]).forNoKeyUpdate().first()
    if (!account) return undefined
    if (purpose === 'reset' && (await hasFreshLink(trx, account.id, now))) return undefined
    await Link.query(trx).patch({ endedAt: now }).where({ account_id: account.id }).whereNull('ended_at')
    const token = randomBytes(32).toString('base64url')
    await Link.query(trx).insert({
      accountId: account.id,
      purpose,
      tokenHash: hashToken(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + linkMs[purpose])
    })
    return { account, token }
  })
}

/**
 * Generates a link and sends it in the language of the account; runs in the worker. If the e-mail cannot be sent, no link is left.
 */
export async function sendEmail(services: Services, order: EmailOrder): Promise<void> {
  const { db, mail, messages, settings } = services
  const made = await makeLink(db, order, services.now())
  if (!made) return
  const { account, token } = made
  const home = homeOf(roleOf(account.role), account.companyId) === 'office' ? settings.adminUrl : settings.portalUrl
  const language = languageOf(account.language)
  const link = new URL(`/setnewPassword?token=${token}`, home).href
  const company = await companyNamedIn(services, order, account.id)
  const texts = order.texts ?? order.purpose
  const said = (part: string): string =>
    messages.say(language, `users.letter.${texts}.${part}`, {
      link,
      email: account.email,
      business: settings.businessName,
      ...(company ? { company: oneLine(company) } : {})
    })
  try {
    await mail.send({ to: account.email, subject: said('subject'), text: said('text'), language })
  } catch (error) {
    await Link.query(db)
      .delete()
      .where({ token_hash: hashToken(token) })
    throw error
  }
}

/** The company's name for an invitation; null unless its own people or staff sent it, because strangers can register any name. */
async function companyNamedIn({ db, extensions }: Services, { texts }: EmailOrder, id: number): Promise<string | null> {
  if (texts !== 'joining') return null
  const found = await queryOne<{ name: string | null }>(
    db,
    sql`select ${accountCompanyName.of(extensions)} as name from users.accounts a where a.id = ${id}`
  )
  return found?.name ?? null
}
