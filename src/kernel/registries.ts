/**
 * What a lower module needs from a higher one comes through here: the higher registers, the lower asks, and neither
 * imports the other.
 */
import type { Caller } from './caller.ts'
import { fail } from './errors.ts'
import type { Services } from './services.ts'
import { type Database, raw, type Sql } from './sql.ts'

/** Finds the session's account at each request. */
export type Identify = (
  database: Database,
  sessionId: string,
  accountId: number,
  now: Date
) => Promise<Caller | undefined>

/** What an account of a role still lacks: a condition over the alias `a` of users.accounts, true when nothing is missing. */
export type AccountFact = { readonly name: string; readonly holds: Sql }

/** Number behind a notification type, for the bell and the tiles. */
export type Counter = (services: Services, caller: Caller) => Promise<number>

/** What a higher module knows of an account: expressions over the alias `a` of users.accounts. */
export interface AccountFields {
  /** True for an ordinary client of a company with several departments. */
  ownDepartmentOnly: Sql
  /** Number of the company's country, or null. */
  country: Sql
  /** Whether the company has a reception place, active or not. */
  hasReceptionPlace: Sql
}

/** What a higher module knows of an internal store: expressions over the alias `s` of warehouse.internal_stores. */
export interface StoreFields {
  /** How many containers stand in it now. */
  containersAmount: Sql
}

export interface Registries {
  identify: Identify
  readonly accountFacts: AccountFact[]
  /** Set by the module that knows them; until then false, null, false. */
  readonly accountFields: AccountFields
  /** Set by the module that knows the containers; until then 0. */
  readonly storeFields: StoreFields
  readonly counters: Map<number, Counter>
  /** Parts that must answer before the process says it is ready, such as the broker. */
  readonly readiness: (() => boolean)[]
  /** Port of the embedded broker, while this process holds it. */
  sensorPort: () => number | undefined
  /** Names of accounts for history and comments: id → "first last", or undefined for an erased or unknown one. */
  names(database: Database, accountIds: readonly number[]): Promise<Map<number, string>>
}

export const emptyRegistries = (): Registries => ({
  identify: () => fail('unavailable'),
  accountFacts: [],
  accountFields: { ownDepartmentOnly: raw('false'), country: raw('null::smallint'), hasReceptionPlace: raw('false') },
  storeFields: { containersAmount: raw('0') },
  counters: new Map(),
  readiness: [],
  sensorPort: () => undefined,
  names: async () => new Map()
})
