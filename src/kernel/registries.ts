/**
 * What a lower module needs from a higher one comes through here: the higher registers, the lower asks, and neither
 * imports the other.
 */
import type { Caller } from './access/caller.ts'
import { type Database, raw, type Sql } from './database/sql.ts'
import { throwProblem } from './http/errors.ts'
import type { Services } from './services.ts'

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

/** Refuses, by throwing, what a higher module cannot let happen to these things; runs in the transaction, after the lock. */
export type Veto = (trx: Database, ids: readonly number[]) => Promise<void>

/** A message about these things was taken by its gateway; runs in the transaction that notes it. */
export type Told = (
  trx: Database,
  told: { readonly ids: readonly number[]; readonly accountId: number }
) => Promise<void>

export interface Registries {
  identify: Identify
  readonly accountFacts: AccountFact[]
  /** Set by the module that knows them; until then false, null, false. */
  readonly accountFields: AccountFields
  /** Set by the module that knows the containers; until then 0. */
  readonly storeFields: StoreFields
  readonly counters: Map<number, Counter>
  /** By what is about to happen: `fleet.removeOperator`. The command that does it asks `veto`. */
  readonly vetoes: Map<string, Veto[]>
  /** By the noun of the things that messages are about. */
  readonly told: Map<string, Told>
  /** Parts that must answer before the process says it is ready, such as the broker. */
  readonly readiness: (() => boolean)[]
  /** Port of the embedded broker, while this process holds it. */
  sensorPort: () => number | undefined
  /** Names of accounts for history and comments: id → "first last", or undefined for an erased or unknown one. */
  names(database: Database, accountIds: readonly number[]): Promise<Map<number, string>>
}

export const emptyRegistries = (): Registries => ({
  identify: () => throwProblem('unavailable'),
  accountFacts: [],
  accountFields: { ownDepartmentOnly: raw('false'), country: raw('null::smallint'), hasReceptionPlace: raw('false') },
  storeFields: { containersAmount: raw('0') },
  counters: new Map(),
  vetoes: new Map(),
  told: new Map(),
  readiness: [],
  sensorPort: () => undefined,
  names: async () => new Map()
})

/** Registers a veto against what the command `name` does. */
export function addVeto({ vetoes }: Registries, name: string, veto: Veto): void {
  vetoes.set(name, [...(vetoes.get(name) ?? []), veto])
}

/** Asks everyone who may refuse what `name` is about to do to these things. */
export async function askVetoes({ vetoes }: Registries, name: string, trx: Database, ids: readonly number[]) {
  for (const veto of vetoes.get(name) ?? []) await veto(trx, ids)
}
