-- The three roles of an installation. Run as a superuser, in the database of the application, as often as you like:
--
--   psql --dbname=opony --set=ON_ERROR_STOP=1 --single-transaction --file=deploy/postgres/roles.sql
--
--   opony_owner   owns database and tables; `npm run migrate` connects by it (DATABASE_MIGRATE_URL), and pg_dump
--   opony_app     the application (DATABASE_URL): reads and writes rows, and can change no table and no entry of the audit
--   opony_audit   owns the audit; nobody signs in as it
--
-- Set the passwords of the first two (`\password opony_owner`), then run `npm run migrate`: it gives opony_app its rights. What is
-- there already, whoever has owned it, becomes opony_owner's and opony_audit's.

do $$
declare
  name text;
begin
  foreach name in array array['opony_owner', 'opony_app', 'opony_audit'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I', name);
    end if;
  end loop;
end $$;
alter role opony_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role opony_app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter role opony_audit nologin nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
-- Migrations may change the audit's tables; the application is a member of neither.
grant opony_audit to opony_owner;
do $$
declare
  name text;
begin
  foreach name in array array['opony_owner', 'opony_audit'] loop
    if pg_has_role('opony_app', name, 'member') then
      execute format('revoke %I from opony_app', name);
    end if;
  end loop;
end $$;

do $$
declare
  one record;
  owner_of constant text := $q$case when n.nspname = 'audit' then 'opony_audit' else 'opony_owner' end$q$;
  of_us constant text := $q$n.nspname !~ '^pg_' and n.nspname <> 'information_schema'$q$;
  -- Extensions keep what is theirs; sequences of columns go with their tables.
  free constant text := $q$not exists (select from pg_depend d where d.objid = o.oid and d.classid = o.tableoid and d.deptype = 'e')$q$;
  of_a_column constant text := $q$o.relkind = 'S' and exists (select from pg_depend d where d.objid = o.oid and d.classid = o.tableoid
    and d.refobjsubid > 0 and d.deptype in ('a', 'i'))$q$;
begin
  execute format('alter database %I owner to opony_owner', current_database());
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to opony_app', current_database());
  execute format('grant create on database %I to opony_audit', current_database());
  revoke create on schema public from public;
  for one in execute format('select n.nspname as name, %s as owner from pg_namespace n where %s and n.nspname <> ''public''', owner_of, of_us) loop
    execute format('alter schema %I owner to %I', one.name, one.owner);
  end loop;
  for one in execute format('select o.oid::regclass as name, %s as owner from pg_class o join pg_namespace n on n.oid = o.relnamespace
      where %s and %s and not (%s) and o.relkind in (''r'', ''p'', ''v'', ''m'', ''S'')', owner_of, of_us, free, of_a_column) loop
    execute format('alter table %s owner to %I', one.name, one.owner);
  end loop;
  for one in execute format('select o.oid::regprocedure as name, %s as owner from pg_proc o join pg_namespace n on n.oid = o.pronamespace
      where %s and %s', owner_of, of_us, free) loop
    execute format('alter routine %s owner to %I', one.name, one.owner);
  end loop;
  for one in execute format('select o.oid::regtype as name, %s as owner from pg_type o join pg_namespace n on n.oid = o.typnamespace
      where %s and %s and o.typtype in (''e'', ''d'') ', owner_of, of_us, free) loop
    execute format('alter type %s owner to %I', one.name, one.owner);
  end loop;
end $$;
