/** What `npm run doctor -- --connect` says about the database: the sentences are pure, so that each is tested. */
import type { Knex } from 'knex'
import { isLoopback } from '../../../config/hosts.ts'
import type { Settings } from '../../../config/settings.ts'
import { clockAheadOf, clockLimits, clockSentence } from '../../kernel/clock.ts'
import { openDatabase } from '../../kernel/database/database.ts'
import { type Database, query, queryOne, sql } from '../../kernel/database/sql.ts'
import { lookAt } from '../../kernel/upgrade/migrate.ts'
import { type RoleState, requireOwnTables, roleState } from '../../kernel/upgrade/rights.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

const guide = 'Run deploy/postgres/roles.sql as a superuser (docs/operators.md, "Roles of the database").'

/** The versions that the tests run on are 15 and 17; those before lack what the tables use. */
const oldestVersion = 15

export interface DatabaseState extends RoleState {
  /** The number of its version, as 17. */
  readonly version: number
  /** Who owns tables, apart from those of the audit. */
  readonly owners: readonly string[]
  /** Steps of this version that it lacks. */
  readonly missing: readonly string[]
  /** Seconds that its clock is ahead of this machine's. */
  readonly clockAhead: number
  readonly isPlain: boolean
}

/** @returns what is wrong; nothing where all is well */
export function faultsOf(state: DatabaseState, isProduction: boolean): Finding[] {
  const { name, version, owners, missing, clockAhead, isPlain, isSuperuser, mayChangeTables, ownsAudit } = state
  const steps = missing.length === 1 ? 'a step' : `${missing.length} steps`
  const apart = Math.abs(clockAhead)
  const said: (Finding | false)[] = [
    version < oldestVersion && fault(`PostgreSQL ${version} is too old: use ${oldestVersion} or newer.`),
    isSuperuser &&
      (isProduction ? fault : warning)(
        `${name} is a superuser: whoever takes over the application has the whole server. ${guide}`
      ),
    mayChangeTables &&
      !isSuperuser &&
      warning(`${name} may change tables, though the application only reads and writes rows. ${guide}`),
    ownsAudit &&
      !isSuperuser &&
      warning(`${name} owns the audit, so it could switch off what keeps entries from being changed. ${guide}`),
    owners.length > 1 &&
      fault(`Tables belong to several roles (${owners.join(', ')}), so an upgrade fails halfway. ${guide}`),
    isProduction && isPlain && warning('The connection is not encrypted. Add ?sslmode=verify-full to DATABASE_URL.'),
    missing.length > 0 && fault(`The database lacks ${steps} of this version. Run npm run migrate.`),
    apart > clockLimits.warning && (apart > clockLimits.wrong ? fault : warning)(clockSentence(clockAhead))
  ]
  return said.filter(one => one !== false)
}

const ownersOf = async (database: Database): Promise<string[]> => {
  const rows = await query<{ owner: string }>(
    database,
    sql`select distinct pg_get_userbyid(c.relowner) as owner from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'audit') and c.relkind in ('r', 'p') order by 1`
  )
  return rows.map(({ owner }) => owner)
}

/** Asks the database, by the application's role. */
export async function askDatabase(url: string, { nodeEnv, plainHosts }: Settings): Promise<readonly Finding[]> {
  const database = openDatabase({ url, poolSize: 1 })
  try {
    const role = await roleState(database)
    await requireOwnTables(database)
    const version = await queryOne<{ version: number }>(
      database,
      sql`select current_setting('server_version_num')::int / 10000 as version`
    )
    const state: DatabaseState = {
      ...role,
      version: version?.version ?? 0,
      owners: await ownersOf(database),
      missing: (await lookAt(database)).missing,
      clockAhead: await clockAheadOf(database),
      isPlain: !role.isEncrypted && plainHosts === '' && !isLoopback(new URL(url).hostname)
    }
    const about = `PostgreSQL ${state.version}, called by ${state.name}; tables of ${state.owners.join(', ') || 'nobody yet'}`
    return [ok(about), ...faultsOf(state, nodeEnv === 'production')]
  } finally {
    await database.destroy()
  }
}

export interface OwnerState {
  readonly name: string
  /** Owners of tables whose rights it has not. */
  readonly others: readonly string[]
  /** Whether it may make schemas, which some steps of migrations do. */
  readonly mayMakeSchemas: boolean
}

export function faultsOfOwner({ name, others, mayMakeSchemas }: OwnerState): Finding[] {
  const said: (Finding | false)[] = [
    others.length > 0 &&
      fault(
        `${name} may not change the tables of ${others.join(', ')}, so npm run migrate fails. Set DATABASE_MIGRATE_URL to the address of ` +
          `their owner, or hand the tables over. ${guide}`
      ),
    !mayMakeSchemas && warning(`${name} may make no schema in this database, so a step that makes one fails. ${guide}`)
  ]
  return said.filter(one => one !== false)
}

/** Asks the database by the role of DATABASE_MIGRATE_URL, which nothing else uses before the next upgrade. */
export async function askOwner(url: string): Promise<readonly Finding[]> {
  const database = openDatabase({ url, poolSize: 1 })
  try {
    const state = await queryOne<OwnerState>(
      database,
      sql`select current_user as name, has_database_privilege(current_database(), 'create') as "mayMakeSchemas",
          array(select distinct pg_get_userbyid(c.relowner)::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p')
              and not pg_has_role(c.relowner, 'member') order by 1) as others`
    )
    const found = faultsOfOwner(state as OwnerState)
    return found.length > 0 ? found : [ok(`${state?.name} signs in, and may change the tables`)]
  } finally {
    await database.destroy()
  }
}

export interface ReplicaState {
  /** False where the address leads to a server that takes changes. */
  readonly isCopy: boolean
  readonly receives: boolean
  /** The last step of migrations that it has; null where it has none. */
  readonly step: string | null
}

/** @param step the last step of the primary */
export function faultsOfReplica({ isCopy, receives, step: own }: ReplicaState, step: string | null): Finding[] {
  const said: (Finding | false)[] = [
    own !== step &&
      fault(
        `It is not of the same database: its last step is ${own ?? 'none'}, that of DATABASE_URL ${step ?? 'none'}.`
      ),
    !isCopy && warning('It takes changes itself: reads there are right, and relieve nobody.'),
    isCopy && !receives && warning('It receives no changes now: reads go to DATABASE_URL once it is too far behind.')
  ]
  return said.filter(one => one !== false)
}

const lastStep = sql`select max(name) as step from public.migrations`

/** Asks a replica what it is, and whether it follows. */
export async function askReplica(url: string, primaryUrl: string): Promise<readonly Finding[]> {
  const [replica, primary] = [url, primaryUrl].map(one => openDatabase({ url: one, poolSize: 1 })) as [Knex, Knex]
  try {
    const state = await queryOne<ReplicaState>(
      replica,
      sql`select pg_is_in_recovery() as "isCopy", pg_last_wal_receive_lsn() is not null as receives, (${lastStep}) as step`
    )
    const there = await queryOne<{ step: string | null }>(primary, lastStep)
    const found = faultsOfReplica(state as ReplicaState, there?.step ?? null)
    return found.length > 0 ? found : [ok('It follows DATABASE_URL, and answers.')]
  } finally {
    await Promise.all([replica.destroy(), primary.destroy()])
  }
}
