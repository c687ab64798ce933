/**
 * Letters to the owner of an account about a change of what it is signed in with. Whoever has taken an account over cannot hide it from its
 * owner. They have no link that sets a password, because the mailbox may be lost, too, and name no new e-mail. Written in the transaction
 * of the change and sent by the worker.
 */
import type { Knex } from 'knex'
import { timeZone } from '../../src/contract/days.ts'
import { type Language, languageOf } from '../../src/contract/languages.ts'
import { roleOf } from '../../src/contract/roles.ts'
import type { Services } from '../../src/kernel/services.ts'
import { Account } from './models.ts'
import { homeOf } from './rules.ts'

export const noticeJob = 'users.notice'

export type Notice =
  | 'passwordChanged'
  | 'factorOn'
  | 'factorOff'
  | 'factorReset'
  | 'codesRenewed'
  | 'emailChanged'
  | 'identityLinked'
  | 'identityUnlinked'
  /** The secret of a browser that stays signed in was used from two places. */
  | 'browserCopied'
  /** An administrator has confirmed an account that can be signed in to already. */
  | 'confirmed'

export interface NoticeOrder {
  readonly accountId: number
  readonly notice: Notice
  /** When it happened: an instant as ISO text. */
  readonly at: string
  /** To another address than the account has now: the one that it had before. */
  readonly email?: string
}

interface Context {
  readonly services: Services
  readonly trx: Knex.Transaction
  readonly now: Date
}

/** Queues the letter. Called in the transaction of the change. */
export const notify = (
  { services, trx, now }: Context,
  accountId: number,
  notice: Notice,
  email?: string
): Promise<void> =>
  services.jobs.send(trx, noticeJob, {
    ...{ accountId, notice, at: now.toISOString() },
    ...(email ? { email } : {})
  } satisfies NoticeOrder)

/** `23 November 2026 at 09:15`, in Warsaw. */
const momentText = (language: Language, instant: Date): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone
  }).format(instant)

/** What the letter ends with, where it is not how to set a new password. The former mailbox has no account to set one for. */
const whatToDo: Partial<Record<Notice, string>> = { confirmed: 'signIn', emailChanged: 'notYours' }

/** Sends the letter in the language of the account. An erased person gets none. */
export async function sendNotice(services: Services, { accountId, notice, at, email }: NoticeOrder): Promise<void> {
  const { db, mail, messages, settings } = services
  const account = await Account.query(db).findById(accountId).whereNull('erased_at')
  if (!account) return
  const language = languageOf(account.language)
  const to = email ?? account.email
  const home = homeOf(roleOf(account.role), account.companyId) === 'office' ? settings.adminUrl : settings.portalUrl
  const values = {
    email: to,
    business: settings.businessName,
    date: momentText(language, new Date(at)),
    link: new URL('/authorization', home).href
  }
  const said = (key: string): string => messages.say(language, `users.notice.${key}`, values)
  await mail.send({
    to,
    subject: said(`${notice}.subject`),
    text: `${said(`${notice}.text`)}\n\n${said(whatToDo[notice] ?? 'notYou')}`,
    language
  })
}
