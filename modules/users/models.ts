/**
 * The models by which the tables are written: accounts, sessions, and links that set a password. Fields are camelCase; conditions
 * name columns.
 */
import { Model, snakeCaseMappers } from 'objection'
import type { LinkPurpose, Policy } from './rules.ts'

class UsersModel extends Model {
  static override columnNameMappers = snakeCaseMappers()
}

export class Account extends UsersModel {
  static override tableName = 'users.accounts'
  declare id: number
  declare email: string
  declare passwordHash: string | null
  declare firstName: string | null
  declare lastName: string | null
  declare phone: string | null
  declare role: number | null
  declare companyId: number | null
  declare departmentId: number | null
  declare language: number
  declare confirmedAt: Date | null
  /** Null until the person has proved that the mailbox is theirs (`mailbox.ts`). */
  declare mailboxProvedAt: Date | null
  declare deactivatedAt: Date | null
  declare createdAt: Date
  declare version: number
}

export class Session extends UsersModel {
  static override tableName = 'users.sessions'
  declare id: string
  declare accountId: number
  declare policy: Policy
  declare createdAt: Date
  declare expiresAt: Date
  declare endedAt: Date | null
  declare address: string | null
  declare device: string | null
  declare seenAt: Date | null
  declare hasSecondFactor: boolean
  /** The browser that stays signed in, if the session is one of such. */
  declare rememberedId: string | null
  /** Begun by the secret of that browser, without a password. */
  declare isResumed: boolean
}

export class Link extends UsersModel {
  static override tableName = 'users.links'
  declare id: number
  declare accountId: number
  declare purpose: LinkPurpose
  declare tokenHash: string
  declare createdAt: Date
  declare expiresAt: Date
  declare endedAt: Date | null
}
