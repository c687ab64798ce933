/** What the kernel asks of the module that keeps accounts. */
import type { Knex } from 'knex'
import type { Settings } from '../../../config/settings.ts'
import type { Database } from '../database/sql.ts'
import { defineSlot, type Extensions } from '../extension-points.ts'
import { type Caller, isClient, type Reader } from './caller.ts'

export interface Identity {
  readonly caller: Caller
  /** When the session ends by itself. */
  readonly expiresAt: Date
}

/** What `identify` may use; the settings, because some of them decide which data is required. */
export interface IdentityServices {
  readonly db: Knex
  readonly extensions: Extensions
  readonly settings?: Settings
}

/**
 * Reads the account of a valid session; undefined when the session is not valid. The tables that it reads announce their changes by
 * triggers (migrations/016_identity_changes.ts), because `sessions.ts` caches the answer.
 */
export type Identify = (
  services: IdentityServices,
  sessionId: string,
  accountId: number,
  now: Date
) => Promise<Identity | undefined>

export const identify = defineSlot<Identify>('kernel.identify')

export interface NamedAccount {
  /** Null when the person has been erased. */
  readonly name: string | null
  /** Null for staff. */
  readonly companyId: number | null
}

/** Names of accounts for history and comments, by id; an unknown account is missing. */
export type AccountNames = (
  database: Database,
  accountIds: readonly number[]
) => Promise<ReadonlyMap<number, NamedAccount>>

export const accountNames = defineSlot<AccountNames>('kernel.accountNames', async () => new Map())

/** The name of an account, or of the application itself (null), as somebody may read it; null for an unknown user. */
export type NameOf = (accountId: number | null) => string | null

/** What names and contacts are looked up with: who provides them, and what the business is called. */
interface NameServices {
  readonly extensions: Extensions
  readonly settings: Settings
}

/** Names as the reader may read them: clients read the business's name in place of its staff's and of the application. */
export async function namesFor(
  { extensions, settings }: NameServices,
  database: Database,
  accountIds: readonly (number | null)[],
  reader: Reader
): Promise<NameOf> {
  const ids = accountIds.filter(id => id !== null)
  const accounts = await accountNames.of(extensions)(database, [...new Set(ids)])
  return accountId => {
    const account = accountId === null ? undefined : accounts.get(accountId)
    const isOfBusiness = accountId === null || (account && account.companyId !== reader.companyId)
    return isClient(reader) && isOfBusiness ? settings.businessName : (account?.name ?? null)
  }
}

export interface StaffContact {
  readonly email: string
  readonly phone: string | null
  /** Number of the language. */
  readonly language: number
  /** The person as a caller, to count what it may see. */
  readonly caller: Caller
}

/** Contacts of those accounts that are administrators; accounts that may not work are left out. */
export type StaffContacts = (
  database: Database,
  accountIds: readonly number[]
) => Promise<ReadonlyMap<number, StaffContact>>

export const staffContacts = defineSlot<StaffContacts>('kernel.staffContacts', async () => new Map())

export interface ClientContact extends Omit<StaffContact, 'language' | 'caller'> {
  readonly hasPassword: boolean
  /** The person as a caller, to read what it may see, in its language. */
  readonly caller: Caller
}

/** Contacts of those accounts that are clients; accounts that are not confirmed, deactivated or erased are left out. */
export type ClientContacts = (
  services: NameServices,
  database: Database,
  accountIds: readonly number[]
) => Promise<ReadonlyMap<number, ClientContact>>

export const clientContacts = defineSlot<ClientContacts>('kernel.clientContacts', async () => new Map())
