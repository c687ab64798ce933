/**
 * The rights of the application's role, where it is another one than the role that owns the tables (deploy/postgres/roles.sql). They are
 * given anew after each migration, for all tables that there are then. The application reads and writes rows; it changes no table, and
 * of the audit it can change and delete nothing: entries are added, security events come and go by functions of their owner.
 */
import type { Knex } from 'knex'
import { type Database, query, queryOne, sql } from '../database/sql.ts'
import { queueSchema } from '../jobs/jobs.ts'
import type { Services } from '../services.ts'

const auditOwner = 'opony_audit'

/** The name as an identifier of SQL. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** What the role may do in the audit, beside reading it. */
const auditRights = (role: string): string => `
  grant usage on schema audit to ${role};
  revoke all on all tables in schema audit from ${role};
  grant select on all tables in schema audit to ${role};
  grant insert on audit.entries, audit.seals, audit.anchors, audit.addresses to ${role};
  grant insert, delete on audit.unsealed to ${role};
  grant select on all sequences in schema audit to ${role};
  grant execute on all functions in schema audit to ${role};`

/** Gives the audit to the role that nobody signs in as, where there is one. */
async function handOverAudit(trx: Knex.Transaction): Promise<void> {
  const there = await queryOne<{ member: boolean }>(
    trx,
    sql`select pg_has_role(current_user, oid, 'member') as member from pg_roles where rolname = ${auditOwner}`
  )
  if (!there?.member) return
  const found = await query<{ statement: string }>(
    trx,
    sql`select format('alter table %s owner to %I', o.oid::regclass, ${auditOwner}::text) as statement from pg_class o
        where o.relnamespace = 'audit'::regnamespace and o.relkind in ('r', 'v') and o.relowner <> ${auditOwner}::regrole
      union all
      select format('alter routine %s owner to %I', o.oid::regprocedure, ${auditOwner}::text) from pg_proc o
        where o.pronamespace = 'audit'::regnamespace and o.proowner <> ${auditOwner}::regrole`
  )
  await trx.raw(`alter schema audit owner to ${auditOwner}`)
  for (const { statement } of found) await trx.raw(statement)
}

/**
 * Gives the role what the application needs; called by the role that owns the tables, after its migrations.
 * @param name the role of DATABASE_URL
 */
export async function giveRights(database: Knex, name: string): Promise<void> {
  const role = quoted(name)
  await database.transaction(async trx => {
    await handOverAudit(trx)
    const schemas = await query<{ name: string }>(
      trx,
      sql`select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public', 'audit')`
    )
    for (const { name: schema } of schemas)
      await trx.raw(`
        grant usage on schema ${quoted(schema)} to ${role};
        grant select, insert, update, delete on all tables in schema ${quoted(schema)} to ${role};
        grant usage, select, update on all sequences in schema ${quoted(schema)} to ${role};
        grant execute on all functions in schema ${quoted(schema)} to ${role};`)
    await trx.raw(auditRights(role))
    await trx.raw(`grant usage on schema public to ${role}; grant select on public.migrations to ${role}`)
    // A queue is a partition: the function that adds one needs its owner's rights.
    await trx.raw(`
      alter function ${queueSchema}.create_queue(text, json) security definer set search_path = pg_catalog, pg_temp;
      revoke execute on function ${queueSchema}.create_queue(text, json), ${queueSchema}.delete_queue(text) from public;
      revoke execute on function ${queueSchema}.delete_queue(text) from ${role};`)
  })
}

export interface RoleState {
  readonly name: string
  readonly isSuperuser: boolean
  /** Whether it may change tables: it owns one, or may make schemas. */
  readonly mayChangeTables: boolean
  /** Whether it could switch the triggers of the audit off. */
  readonly ownsAudit: boolean
  readonly isEncrypted: boolean
}

/** What the role of a connection may do. */
export async function roleState(database: Database): Promise<RoleState> {
  const state = await queryOne<RoleState>(
    database,
    sql`select current_user as name, r.rolsuper as "isSuperuser",
        has_database_privilege(current_database(), 'create') or exists (
          select from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname !~ '^pg_' and c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'member')) as "mayChangeTables",
        exists (select from pg_class c where c.relnamespace = to_regnamespace('audit') and c.relkind = 'r'
          and pg_has_role(c.relowner, 'member')) as "ownsAudit",
        coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted"
      from pg_roles r where r.rolname = current_user`
  )
  if (!state) throw new Error('The database does not know the role that it was called by')
  return state
}

/** The tables belong to another role, as after a restore by another one. Its message is fit to print. */
export class ForeignTables extends Error {
  constructor({ owner, role }: { readonly owner: string; readonly role: string }) {
    super(
      `The tables of this database belong to ${owner}, and ${role} may not even read which steps were taken. Where a backup was restored by ` +
        `${owner}, restore it again by the application's role: npm run restore, or pg_restore --no-owner --role=${role}. Or hand the tables ` +
        'over: run deploy/postgres/roles.sql as a superuser (docs/operators.md, "Roles of the database").'
    )
  }
}

/**
 * knex takes a table that it may not see for one that is not there, and would begin with the first step.
 * @throws ForeignTables
 */
export async function requireOwnTables(database: Database): Promise<void> {
  const shut = await queryOne<{ owner: string; role: string }>(
    database,
    sql`select pg_get_userbyid(c.relowner) as owner, current_user as role from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relname = 'migrations' and not has_table_privilege(c.oid, 'select')`
  )
  if (shut) throw new ForeignTables(shut)
}

/** Warns, in production, of a role that the database refuses nothing: whoever takes over the application has the whole server. */
export async function warnOfSuperuser({ db, log, settings }: Pick<Services, 'db' | 'log' | 'settings'>): Promise<void> {
  if (settings.nodeEnv !== 'production') return
  const { name, isSuperuser } = await roleState(db)
  if (isSuperuser)
    log.warn(
      { role: name },
      'the role of DATABASE_URL is a superuser: give the application one of its own (docs/operators.md, "Roles of the database")'
    )
}
