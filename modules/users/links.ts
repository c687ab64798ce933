/**
 * Links that set a password. They are valid for 60 minutes (reset) or 7 days (invitation); the use of one ends all of the account. A new
 * link ends no other, because strangers may ask for links, and would end those that the owner is about to use. So that nobody fills a
 * mailbox that is not theirs, those that strangers can cause are limited by the mailbox; the caller is not told.
 *
 * Only the e-mail contains the token; the database has its hash, and the queue only the recipient. The job that sends the e-mail
 * generates the token. It stands in the fragment of the address, which browsers send to no server.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { languageOf } from '../../src/contract/languages.ts'
import { roleOf } from '../../src/contract/roles.ts'
import { query, queryOne, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { oneLine } from '../../src/kernel/messaging/letter.ts'
import type { Services } from '../../src/kernel/services.ts'
import { Account, Link } from './models.ts'
import { accountCompanyName, provenCompanyName } from './points.ts'
import { emailPauseMs, homeOf, type LinkPurpose, lettersToMailbox, linkMs } from './rules.ts'

const hourMs = 3_600_000

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
  /** A stranger has caused the invitation, so that it is limited as resets are. */
  readonly byStranger?: boolean
}

/** Queues an e-mail with a link, if the address has an account. Called in the transaction of the change. */
export const queueEmail = ({ jobs }: Services, trx: Knex.Transaction, order: EmailOrder): Promise<void> =>
  jobs.send(trx, emailJob, order)

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Ends the account's links that can still be used. */
export async function endLinks(trx: Knex.Transaction, accountId: number, now: Date): Promise<void> {
  await Link.query(trx).patch({ endedAt: now }).where({ account_id: accountId }).whereNull('ended_at')
}

/** The link of a token; undefined if it can no longer be used. */
export const validLink = async (db: Knex, token: string, now: Date): Promise<Link | undefined> =>
  await Link.query(db)
    .findOne({ token_hash: hashToken(token) })
    .whereNull('ended_at')
    .where('expires_at', '>', now)

/** The hash of an e-mail, the same for every spelling that the database takes for the same account. */
const mailboxHash = (email: string): Sql => sql`encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex')`

/**
 * Whether strangers have caused enough letters to the mailbox: a reset a moment ago, or as many links as an hour or a day allows. What was
 * sent then can still be used.
 */
async function isFlooded(trx: Knex.Transaction, email: string, now: Date): Promise<boolean> {
  const since = (ms: number): Date => new Date(now.getTime() - ms)
  const sent = await queryOne<{ justNow: number; inHour: number; inDay: number }>(
    trx,
    sql`select (count(*) filter (where purpose = 'reset' and ended_at is null and created_at > ${since(emailPauseMs)}))::int as "justNow",
        (count(*) filter (where created_at > ${since(hourMs)}))::int as "inHour", count(*)::int as "inDay"
      from users.links where mailbox_hash = ${mailboxHash(email)} and created_at > ${since(24 * hourMs)}`
  )
  if (!sent) return false
  return sent.justNow > 0 || sent.inHour >= lettersToMailbox.hour || sent.inDay >= lettersToMailbox.day
}

type Owner = Pick<Account, 'id' | 'email' | 'role' | 'companyId' | 'language'>

/** A link as it is sent: the database has only its hash. */
export interface NewLink {
  readonly account: Owner
  readonly token: string
  readonly url: string
}

type Homes = Pick<Services['settings'], 'adminUrl' | 'portalUrl'>

/** Generates a link for the account. */
export async function insertLink(
  trx: Knex.Transaction,
  account: Owner,
  purpose: LinkPurpose,
  now: Date,
  { adminUrl, portalUrl }: Homes
): Promise<NewLink> {
  const token = randomBytes(32).toString('base64url')
  await query(
    trx,
    sql`insert into users.links (account_id, purpose, token_hash, mailbox_hash, created_at, expires_at)
      values (${account.id}, ${purpose}, ${hashToken(token)}, ${mailboxHash(account.email)}, ${now},
        ${new Date(now.getTime() + linkMs[purpose])})`
  )
  const home = homeOf(roleOf(account.role), account.companyId) === 'office' ? adminUrl : portalUrl
  return { account, token, url: new URL(`/setnewPassword#token=${token}`, home).href }
}

/** The link for an ordered e-mail; undefined if there is no account, or strangers have caused enough letters to it. */
const makeLink = ({ db, settings }: Services, { email, purpose, byStranger = false }: EmailOrder, now: Date) =>
  db.transaction(async trx => {
    const account = await Account.query(trx).whereRaw('lower(email) = lower(?)', [email]).forNoKeyUpdate().first()
    if (!account) return undefined
    const isLimited = purpose === 'reset' || byStranger
    if (isLimited && (await isFlooded(trx, account.email, now))) return undefined
    return insertLink(trx, account, purpose, now, settings)
  })

type Texts = LinkPurpose | NonNullable<EmailOrder['texts']>

/** Sends the link in the language of the account. */
export async function mailLink(
  { mail, messages, settings }: Services,
  { account, url: link }: NewLink,
  texts: Texts,
  company?: string | null
): Promise<void> {
  const language = languageOf(account.language)
  const said = (part: string): string =>
    messages.say(language, `users.letter.${texts}.${part}`, {
      link,
      email: account.email,
      business: settings.businessName,
      company: company ? oneLine(company) : '',
      hasCompany: company ? 'yes' : 'no'
    })
  await mail.send({ to: account.email, subject: said('subject'), text: said('text'), language })
}

/** Generates a link and sends it; runs in the worker. If the e-mail cannot be sent, no link is left. */
export async function sendEmail(services: Services, order: EmailOrder): Promise<void> {
  const { db } = services
  const made = await makeLink(services, order, services.now())
  if (!made) return
  try {
    const company = await companyNamedIn(services, order, made.account.id)
    await mailLink(services, made, order.texts ?? order.purpose, company)
  } catch (error) {
    await Link.query(db)
      .delete()
      .where({ token_hash: hashToken(made.token) })
    throw error
  }
}

/** Which letters name the company: those of its own people and staff always, those that a stranger has caused if the name is proven. */
const namedBy: Partial<Record<Texts, typeof accountCompanyName>> = {
  joining: accountCompanyName,
  registered: provenCompanyName,
  asked: provenCompanyName
}

async function companyNamedIn({ db, extensions }: Services, order: EmailOrder, id: number): Promise<string | null> {
  const name = namedBy[order.texts ?? order.purpose]
  if (!name) return null
  const found = await queryOne<{ name: string | null }>(
    db,
    sql`select ${name.of(extensions)} as name from users.accounts a where a.id = ${id}`
  )
  return found?.name ?? null
}
