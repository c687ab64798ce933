-- The database after all migrations: made from the catalogue, only to be read. Nothing executes this file.
-- `npx vitest run test/kernel/schema-page.test.ts -u` prints it anew. Left out: partitions by date, the tables of knex and pg-boss, rights.

create extension btree_gin with schema public;
create extension btree_gist with schema public;
create extension cube with schema public;
create extension pg_trgm with schema public;
create extension unaccent with schema public;


-- audit

create schema audit;

create table audit.addresses (
  entry_id bigint not null,
  address inet not null,
  salt bytea not null,
  recorded_at timestamp with time zone default now() not null,
  constraint addresses_pkey PRIMARY KEY (entry_id)
);
CREATE INDEX addresses_recorded ON audit.addresses USING brin (recorded_at);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON audit.addresses FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse();
CREATE TRIGGER keep BEFORE DELETE ON audit.addresses FOR EACH ROW EXECUTE FUNCTION audit.refuse_young();

create table audit.anchors (
  seq bigint not null,
  hash bytea not null,
  at timestamp with time zone not null,
  constraint anchors_pkey PRIMARY KEY (seq)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit.anchors FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse();

create table audit.entries (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  account_id integer,
  audience text not null,
  command text collate "C" not null,
  resource_type text,
  subject_ids integer[] not null,
  session_id uuid,
  address_hash bytea,
  request_id text,
  constraint entries_pkey PRIMARY KEY (id)
);
CREATE INDEX entries_account ON audit.entries USING btree (account_id NULLS FIRST, at DESC, id DESC);
CREATE INDEX entries_account_down ON audit.entries USING btree (account_id DESC NULLS LAST, at DESC, id DESC);
CREATE INDEX entries_at ON audit.entries USING btree (at, id);
CREATE INDEX entries_command ON audit.entries USING btree (command, at DESC, id DESC);
CREATE INDEX entries_command_down ON audit.entries USING btree (command DESC, at DESC, id DESC);
CREATE INDEX entries_subjects ON audit.entries USING gin (subject_ids);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit.entries FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse();

create table audit.seals (
  seq bigint not null,
  entry_id bigint not null,
  hash bytea not null,
  constraint seals_pkey PRIMARY KEY (seq),
  constraint seals_entry UNIQUE (entry_id),
  constraint seals_hash CHECK ((length(hash) = 32))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit.seals FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse();

create table audit.security_anchors (
  id bigint not null,
  hash bytea not null,
  at timestamp with time zone default now() not null,
  constraint security_anchors_pkey PRIMARY KEY (id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON audit.security_anchors FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse();

create table audit.security_events (
  id bigint not null,
  recorded_at timestamp with time zone not null,
  at timestamp with time zone not null,
  until timestamp with time zone,
  count integer not null,
  kind smallint not null,
  account_id integer,
  target_id integer,
  email_hash text,
  session_id uuid,
  network inet,
  request_id text,
  call text,
  subject text collate "C",
  code text collate "C",
  hash bytea not null,
  constraint security_events_pkey PRIMARY KEY (id),
  constraint security_events_count CHECK ((count > 0)),
  constraint security_events_hash CHECK ((length(hash) = 32))
);
CREATE INDEX security_events_account_id ON audit.security_events USING btree (account_id NULLS FIRST, at DESC, id DESC);
CREATE INDEX security_events_account_id_down ON audit.security_events USING btree (account_id DESC NULLS LAST, at DESC, id DESC);
CREATE INDEX security_events_at ON audit.security_events USING btree (at, id);
CREATE INDEX security_events_count ON audit.security_events USING btree (count, at DESC, id DESC);
CREATE INDEX security_events_count_down ON audit.security_events USING btree (count DESC, at DESC, id DESC);
CREATE INDEX security_events_kind ON audit.security_events USING btree (kind, at DESC, id DESC);
CREATE INDEX security_events_kind_down ON audit.security_events USING btree (kind DESC, at DESC, id DESC);
CREATE INDEX security_events_network ON audit.security_events USING btree (network NULLS FIRST, at DESC, id DESC);
CREATE INDEX security_events_network_down ON audit.security_events USING btree (network DESC NULLS LAST, at DESC, id DESC);
CREATE INDEX security_events_recorded ON audit.security_events USING brin (recorded_at);
CREATE INDEX security_events_subject ON audit.security_events USING btree (subject NULLS FIRST, at DESC, id DESC);
CREATE INDEX security_events_subject_down ON audit.security_events USING btree (subject DESC NULLS LAST, at DESC, id DESC);
CREATE INDEX security_events_target_id ON audit.security_events USING btree (target_id NULLS FIRST, at DESC, id DESC);
CREATE INDEX security_events_target_id_down ON audit.security_events USING btree (target_id DESC NULLS LAST, at DESC, id DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON audit.security_events FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse();
CREATE TRIGGER keep BEFORE DELETE ON audit.security_events FOR EACH ROW EXECUTE FUNCTION audit.refuse_young();

create table audit.unsealed (
  entry_id bigint not null,
  constraint unsealed_pkey PRIMARY KEY (entry_id)
);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON audit.unsealed FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse();

CREATE OR REPLACE FUNCTION audit.add_security_events(events jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
    declare
      given record;
      added audit.security_events;
      last_id bigint;
      last_hash bytea;
    begin
      perform pg_advisory_xact_lock(hashtext('audit.security_events'));
      select id, hash into last_id, last_hash from audit.security_events order by id desc limit 1;
      if last_id is null then
        select id, hash into last_id, last_hash from audit.security_anchors order by id desc limit 1;
      end if;
      last_id := coalesce(last_id, 0);
      last_hash := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
      for given in select * from jsonb_to_recordset(events) as event(at timestamptz, until timestamptz, count integer, kind smallint, account_id integer, target_id integer,
      email_hash text, session_id uuid, network inet, request_id text, call text, subject text, code text) loop
        last_id := last_id + 1;
        added := (last_id, clock_timestamp(), given.at, given.until, given.count, given.kind, given.account_id, given.target_id,
          given.email_hash, given.session_id, given.network, given.request_id, given.call, given.subject, given.code, null);
        last_hash := sha256(last_hash || convert_to(last_id || ':' || audit.security_content(added), 'UTF8'));
        added.hash := last_hash;
        insert into audit.security_events select added.*;
      end loop;
      insert into audit.security_anchors (id, hash) values (last_id, last_hash) on conflict do nothing;
    end $function$;

CREATE OR REPLACE FUNCTION audit.forget_addresses(days integer, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
    declare
      gone integer;
    begin
      delete from audit.addresses where entry_id in (select entry_id from audit.addresses
        where recorded_at < now() - greatest(days, 30) * interval '1 day' limit most);
      get diagnostics gone = row_count;
      return gone;
    end $function$;

CREATE OR REPLACE FUNCTION audit.forget_security_events(days integer, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
    declare
      first_kept bigint;
      cut bigint;
      gone integer;
    begin
      perform pg_advisory_xact_lock(hashtext('audit.security_events'));
      select min(id) into first_kept from audit.security_events
        where recorded_at >= now() - greatest(days, 30) * interval '1 day';
      select max(id) into cut from (select id from audit.security_events
        where first_kept is null or id < first_kept order by id limit most) old;
      if cut is null then
        return 0;
      end if;
      insert into audit.security_anchors (id, hash) select id, hash from audit.security_events where id = cut
        on conflict do nothing;
      delete from audit.security_anchors where id < cut;
      delete from audit.security_events where id <= cut;
      get diagnostics gone = row_count;
      return gone;
    end $function$;

CREATE OR REPLACE FUNCTION audit.refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      raise exception 'The audit is only added to: % of %.% is refused', tg_op, tg_table_schema, tg_table_name
        using errcode = 'insufficient_privilege';
    end $function$;

CREATE OR REPLACE FUNCTION audit.refuse_young()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if old.recorded_at > now() - interval '30 days' then
        raise exception 'Security events are kept for 30 days at least: % of %.% is refused', tg_op, tg_table_schema, tg_table_name
          using errcode = 'insufficient_privilege';
      end if;
      return old;
    end $function$;

CREATE OR REPLACE FUNCTION audit.security_content(event audit.security_events)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
      select jsonb_build_array(extract(epoch from event.recorded_at)::text, extract(epoch from event.at)::text,
        extract(epoch from event.until)::text, event.count, event.kind, event.account_id, event.target_id, event.email_hash,
        event.session_id, event.network::text, event.request_id, event.call, event.subject, event.code)::text
    $function$;


-- catalogue

create schema catalogue;

create table catalogue.dictionary_values (
  id integer generated by default as identity not null,
  dictionary smallint not null,
  value text not null,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint dictionary_values_pkey PRIMARY KEY (id),
  constraint dictionary_value_unique UNIQUE (dictionary, value),
  constraint dictionary_known CHECK ((dictionary = ANY (ARRAY[0, 1])))
);
CREATE TRIGGER version BEFORE UPDATE ON catalogue.dictionary_values FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table catalogue.order_type_items (
  id integer generated by default as identity not null,
  order_type_id smallint not null,
  name text not null,
  names jsonb default '{}'::jsonb not null,
  value numeric(8,2) not null,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint order_type_items_pkey PRIMARY KEY (id),
  constraint items_name_unique UNIQUE (order_type_id, name),
  constraint items_order_type FOREIGN KEY (order_type_id) REFERENCES catalogue.order_types(id)
);
CREATE INDEX items_name ON catalogue.order_type_items USING btree (name, id);
CREATE TRIGGER version BEFORE UPDATE ON catalogue.order_type_items FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table catalogue.order_types (
  id smallint not null,
  word text not null,
  constraint order_types_pkey PRIMARY KEY (id),
  constraint order_types_word_key UNIQUE (word)
);


-- companies

create schema companies;

create table companies.companies (
  id integer generated by default as identity not null,
  name text not null,
  short_name text,
  tax_number text,
  country smallint default 1 not null,
  regon text,
  bdo_number text,
  multi_department boolean default false not null,
  payment_type smallint default 1 not null,
  city text,
  street text,
  postal_code text,
  verified boolean default false not null,
  active boolean default false not null,
  deactivation_reason text,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  register_check smallint,
  register_request_id text,
  terms_accepted_at timestamp with time zone,
  client_type smallint default 0 not null,
  second_way boolean,
  arrival_messages boolean default false not null,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_client_type CHECK ((client_type = ANY (ARRAY[0, 1])))
);
CREATE INDEX companies_active ON companies.companies USING btree (name, id) WHERE (verified AND active);
CREATE INDEX companies_address ON companies.companies USING btree (city NULLS FIRST, street NULLS FIRST, id);
CREATE INDEX companies_arrival_messages ON companies.companies USING btree (arrival_messages, id);
CREATE INDEX companies_city_words ON companies.companies USING gin (kernel.fold(city) public.gin_trgm_ops);
CREATE INDEX companies_created_at ON companies.companies USING btree (created_at, id);
CREATE INDEX companies_inactive ON companies.companies USING btree (name, id) WHERE (verified AND (NOT active));
CREATE INDEX companies_name ON companies.companies USING btree (name, id);
CREATE INDEX companies_name_words ON companies.companies USING gin (kernel.fold(name) public.gin_trgm_ops);
CREATE INDEX companies_reason ON companies.companies USING btree (deactivation_reason NULLS FIRST, id) WHERE (verified AND (NOT active));
CREATE INDEX companies_register_check ON companies.companies USING btree (register_check NULLS FIRST, id) WHERE (NOT verified);
CREATE INDEX companies_short_name_words ON companies.companies USING gin (kernel.fold(short_name) public.gin_trgm_ops);
CREATE INDEX companies_street_words ON companies.companies USING gin (kernel.fold(street) public.gin_trgm_ops);
CREATE INDEX companies_tax_number ON companies.companies USING btree (tax_number NULLS FIRST, id);
CREATE UNIQUE INDEX companies_tax_number_unique ON companies.companies USING btree (country, tax_number);
CREATE INDEX companies_tax_number_words ON companies.companies USING gin (kernel.fold(tax_number) public.gin_trgm_ops);
CREATE INDEX companies_unverified ON companies.companies USING btree (name, id) WHERE (NOT verified);
CREATE INDEX companies_waiting_since ON companies.companies USING btree (created_at, id) WHERE (NOT verified);
CREATE TRIGGER announce_update AFTER UPDATE ON companies.companies REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION companies.announce_companies();
CREATE TRIGGER order_search_renamed AFTER UPDATE OF name, tax_number ON companies.companies FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.tax_number IS DISTINCT FROM new.tax_number))) EXECUTE FUNCTION orders.note_renamed();
CREATE TRIGGER version BEFORE UPDATE ON companies.companies FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table companies.company_order_types (
  company_id integer not null,
  order_type_id smallint not null,
  assigned_at timestamp with time zone default now() not null,
  constraint company_order_types_pk PRIMARY KEY (company_id, order_type_id),
  constraint company_order_types_company FOREIGN KEY (company_id) REFERENCES companies.companies(id) ON DELETE CASCADE,
  constraint company_order_types_type FOREIGN KEY (order_type_id) REFERENCES catalogue.order_types(id)
);

create table companies.departments (
  id integer generated by default as identity not null,
  company_id integer not null,
  city text not null,
  street text not null,
  postal_code text not null,
  description text,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  requested_at timestamp with time zone,
  constraint departments_pkey PRIMARY KEY (id),
  constraint departments_of_company UNIQUE (company_id, id),
  constraint departments_company FOREIGN KEY (company_id) REFERENCES companies.companies(id)
);
CREATE INDEX departments_company ON companies.departments USING btree (company_id);
CREATE TRIGGER version BEFORE UPDATE ON companies.departments FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table companies.geocoding_turn (
  is_only boolean default true not null,
  next_at timestamp with time zone not null,
  constraint geocoding_turn_pkey PRIMARY KEY (is_only),
  constraint geocoding_turn_only CHECK (is_only)
);

create table companies.place_order_types (
  reception_place_id integer not null,
  order_type_id smallint not null,
  assigned_at timestamp with time zone default now() not null,
  constraint place_order_types_pk PRIMARY KEY (reception_place_id, order_type_id),
  constraint place_order_types_place FOREIGN KEY (reception_place_id) REFERENCES companies.reception_places(id) ON DELETE CASCADE,
  constraint place_order_types_type FOREIGN KEY (order_type_id) REFERENCES catalogue.order_types(id)
);

create table companies.positions (
  address text not null,
  latitude double precision,
  longitude double precision,
  asked_at timestamp with time zone not null,
  constraint positions_pkey PRIMARY KEY (address),
  constraint positions_coordinates CHECK (((latitude IS NULL) = (longitude IS NULL)))
);

create table companies.reception_places (
  id integer generated by default as identity not null,
  company_id integer not null,
  department_id integer not null,
  city text not null,
  street text not null,
  postal_code text not null,
  phone text,
  email text,
  bdo_number text,
  is_default boolean default false not null,
  is_active boolean default false not null,
  approved_at timestamp with time zone,
  latitude double precision,
  longitude double precision,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  elevation smallint,
  deactivation_reason text,
  arrival_messages boolean default false not null,
  receiving_from text,
  receiving_to text,
  receiving_days smallint[] default '{}'::smallint[] not null,
  constraint reception_places_pkey PRIMARY KEY (id),
  constraint places_coordinates CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint places_receiving_days CHECK ((receiving_days <@ '{1,2,3,4,5,6,7}'::smallint[])),
  constraint places_receiving_hours CHECK ((((receiving_from IS NULL) = (receiving_to IS NULL)) AND (receiving_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text) AND (receiving_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text) AND (receiving_from < (receiving_to COLLATE "C")))),
  constraint places_company FOREIGN KEY (company_id) REFERENCES companies.companies(id),
  constraint places_department FOREIGN KEY (department_id) REFERENCES companies.departments(id)
);
CREATE INDEX places_address ON companies.reception_places USING btree (city, street, id);
CREATE INDEX places_address_words ON companies.reception_places USING gin (kernel.fold(((((city || ', '::text) || street) || ', '::text) || postal_code)) public.gin_trgm_ops);
CREATE INDEX places_bdo_number ON companies.reception_places USING btree (bdo_number NULLS FIRST, id);
CREATE INDEX places_company ON companies.reception_places USING btree (company_id);
CREATE INDEX places_created_at ON companies.reception_places USING btree (created_at, id);
CREATE UNIQUE INDEX places_default ON companies.reception_places USING btree (company_id) WHERE is_default;
CREATE INDEX places_department ON companies.reception_places USING btree (department_id);
CREATE INDEX places_near ON companies.reception_places USING gist (kernel.on_earth(latitude, longitude)) WHERE (latitude IS NOT NULL);
CREATE INDEX places_phone ON companies.reception_places USING btree (phone NULLS FIRST, id);
CREATE INDEX places_postal_code ON companies.reception_places USING btree (postal_code text_pattern_ops);
CREATE INDEX places_status ON companies.reception_places USING btree ((
CASE
    WHEN is_active THEN 1
    WHEN (approved_at IS NULL) THEN 0
    ELSE 2
END), id);
CREATE INDEX places_waiting ON companies.reception_places USING btree (created_at, id) WHERE (NOT is_active);
CREATE INDEX places_without_position ON companies.reception_places USING btree (id) WHERE (latitude IS NULL);
CREATE INDEX reception_places_phone_words ON companies.reception_places USING gin (kernel.fold(phone) public.gin_trgm_ops);
CREATE TRIGGER announce_delete AFTER DELETE ON companies.reception_places REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION companies.announce_places();
CREATE TRIGGER announce_insert AFTER INSERT ON companies.reception_places REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION companies.announce_places();
CREATE TRIGGER announce_update AFTER UPDATE ON companies.reception_places REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION companies.announce_places();
CREATE TRIGGER order_search_renamed AFTER UPDATE OF city, street, postal_code, phone ON companies.reception_places FOR EACH ROW WHEN (((((old.city IS DISTINCT FROM new.city) OR (old.street IS DISTINCT FROM new.street)) OR (old.postal_code IS DISTINCT FROM new.postal_code)) OR (old.phone IS DISTINCT FROM new.phone))) EXECUTE FUNCTION orders.note_renamed();
CREATE TRIGGER version BEFORE UPDATE ON companies.reception_places FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table companies.register_answers (
  id integer generated by default as identity not null,
  country smallint not null,
  tax_number text not null,
  register text not null,
  is_found boolean not null,
  request_id text,
  answer jsonb not null,
  asked_at timestamp with time zone not null,
  constraint register_answers_pkey PRIMARY KEY (id)
);
CREATE INDEX register_answers_age ON companies.register_answers USING btree (asked_at);
CREATE INDEX register_answers_newest ON companies.register_answers USING btree (country, tax_number, asked_at DESC);

create table companies.register_pauses (
  register text not null,
  country smallint not null,
  until timestamp with time zone not null,
  constraint register_pauses_pkey PRIMARY KEY (register, country)
);

create table companies.stranger_registrations (
  company_id integer,
  at timestamp with time zone not null,
  constraint stranger_registrations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies.companies(id) ON DELETE CASCADE
);
CREATE INDEX stranger_registrations_at ON companies.stranger_registrations USING btree (at);
CREATE INDEX stranger_registrations_company ON companies.stranger_registrations USING btree (company_id);

create view companies.joined_users as
 SELECT id,
    version,
    email,
    first_name,
    last_name,
    phone,
    role,
    company_id,
    department_id,
    confirmed_at,
    deactivated_at,
    has_no_password,
    created_at
   FROM companies.users
  WHERE confirmed_at IS NULL OR confirmed_at > (now() - '1 day'::interval) AND confirmed_at > created_at;

create view companies.users as
 SELECT id,
    version,
    email,
    first_name,
    last_name,
    phone,
    role,
    company_id,
    department_id,
    confirmed_at,
    deactivated_at,
    password_hash IS NULL AS has_no_password,
    created_at
   FROM users.accounts
  WHERE erased_at IS NULL AND company_id IS NOT NULL;

CREATE OR REPLACE FUNCTION companies.announce_companies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform users.announce_change('{}', array(select id from before));
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION companies.announce_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'INSERT' then
        perform users.announce_change('{}', array(select company_id from after));
      elsif tg_op = 'DELETE' then
        perform users.announce_change('{}', array(select company_id from before));
      else
        perform users.announce_change('{}', array(select company_id from before union select company_id from after));
      end if;
      return null;
    end $function$;


-- driver

create schema driver;

create table driver.arrival_notices (
  order_id integer not null,
  day date not null,
  told_at timestamp with time zone,
  evening_at timestamp with time zone,
  corrected_at timestamp with time zone,
  next_at timestamp with time zone,
  constraint arrival_notices_pk PRIMARY KEY (order_id, day),
  constraint arrival_notices_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE
);

create table driver.devices (
  id integer generated always as identity not null,
  version integer default 1 not null,
  account_id integer not null,
  name text,
  code_hash bytea,
  code_expires_at timestamp with time zone not null,
  token_hash bytea,
  session_id uuid,
  invited_at timestamp with time zone not null,
  connected_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint devices_pk PRIMARY KEY (id),
  constraint devices_code UNIQUE (code_hash),
  constraint devices_token UNIQUE (token_hash),
  constraint devices_connected CHECK ((((connected_at IS NULL) = (token_hash IS NULL)) AND ((connected_at IS NULL) = (session_id IS NULL)))),
  constraint devices_account FOREIGN KEY (account_id) REFERENCES users.accounts(id)
);
CREATE INDEX devices_account_id ON driver.devices USING btree (account_id, id);
CREATE INDEX devices_invited_at ON driver.devices USING btree (invited_at, id);
CREATE INDEX devices_session_id ON driver.devices USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE TRIGGER version BEFORE UPDATE ON driver.devices FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table driver.events (
  id integer generated always as identity not null,
  version integer default 1 not null,
  key uuid not null,
  account_id integer not null,
  device_id integer,
  order_id integer not null,
  type smallint not null,
  at timestamp with time zone not null,
  sent_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  occurred_at timestamp with time zone not null,
  latitude double precision,
  longitude double precision,
  accuracy double precision,
  data jsonb not null,
  hash bytea not null,
  state smallint not null,
  reason smallint,
  constraint events_pk PRIMARY KEY (id),
  constraint events_once UNIQUE (key),
  constraint events_place CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint events_reason CHECK (((reason IS NULL) = (state = 0))),
  constraint events_state CHECK (((state >= 0) AND (state <= 3))),
  constraint events_type CHECK (((type >= 0) AND (type <= 8))),
  constraint events_account FOREIGN KEY (account_id) REFERENCES users.accounts(id),
  constraint events_device FOREIGN KEY (device_id) REFERENCES driver.devices(id),
  constraint events_order FOREIGN KEY (order_id) REFERENCES orders.orders(id)
);
CREATE INDEX events_account_id ON driver.events USING btree (account_id, order_id);
CREATE INDEX events_conflicts ON driver.events USING btree (occurred_at, id) WHERE (state = 1);
CREATE INDEX events_device_id ON driver.events USING btree (device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX events_occurred_at ON driver.events USING btree (occurred_at, id);
CREATE INDEX events_order_id ON driver.events USING btree (order_id, occurred_at, key);
CREATE TRIGGER version BEFORE UPDATE ON driver.events FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table driver.given (
  account_id integer not null,
  order_id integer not null,
  given_at timestamp with time zone not null,
  constraint given_pk PRIMARY KEY (account_id, order_id),
  constraint given_account FOREIGN KEY (account_id) REFERENCES users.accounts(id),
  constraint given_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE
);
CREATE INDEX given_order_id ON driver.given USING btree (order_id);

create table driver.photos (
  id integer generated always as identity not null,
  version integer default 1 not null,
  key uuid not null,
  account_id integer not null,
  created_at timestamp with time zone not null,
  constraint photos_pk PRIMARY KEY (id),
  constraint photos_once UNIQUE (key),
  constraint photos_account FOREIGN KEY (account_id) REFERENCES users.accounts(id)
);
CREATE INDEX photos_account_id ON driver.photos USING btree (account_id, created_at);

create table driver.reports (
  order_id integer not null,
  due_at timestamp with time zone,
  told text,
  letters smallint default 0 not null,
  constraint reports_pk PRIMARY KEY (order_id),
  constraint reports_letters CHECK (((letters >= 0) AND (letters <= 2))),
  constraint reports_told CHECK (((told IS NULL) = (letters = 0))),
  constraint reports_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE
);
CREATE INDEX reports_due_at ON driver.reports USING btree (due_at, order_id) WHERE (due_at IS NOT NULL);

create table driver.tracking_links (
  code_hash bytea not null,
  order_id integer not null,
  created_at timestamp with time zone not null,
  constraint tracking_links_pk PRIMARY KEY (code_hash),
  constraint tracking_links_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE
);
CREATE INDEX tracking_links_order_id ON driver.tracking_links USING btree (order_id);

create table driver.visit_links (
  code_hash bytea not null,
  order_id integer not null,
  created_at timestamp with time zone not null,
  constraint visit_links_pk PRIMARY KEY (code_hash, order_id),
  constraint visit_links_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE
);
CREATE INDEX visit_links_order_id ON driver.visit_links USING btree (order_id);


-- evidence

create schema evidence;

create table evidence.emissions (
  id integer generated always as identity not null,
  statement_id integer not null,
  kind smallint not null,
  name text,
  basis smallint,
  process text,
  value numeric(14,6),
  source text,
  year smallint,
  reason smallint,
  rows integer not null,
  kilograms integer not null,
  quantity numeric(16,3),
  emissions numeric(16,3),
  constraint emissions_pk PRIMARY KEY (id),
  constraint emissions_counted CHECK (((reason IS NULL) = ((emissions IS NOT NULL) AND (quantity IS NOT NULL) AND (value IS NOT NULL)))),
  constraint emissions_kind CHECK (((kind >= 0) AND (kind <= 1))),
  constraint emissions_reason CHECK (((reason >= 0) AND (reason <= 2))),
  constraint emissions_statement FOREIGN KEY (statement_id) REFERENCES evidence.statements(id)
);
CREATE INDEX emissions_of_statement ON evidence.emissions USING btree (statement_id, id);

create table evidence.factors (
  id integer generated always as identity not null,
  version integer default 1 not null,
  name text not null,
  basis smallint not null,
  process text,
  value numeric(14,6) not null,
  source text not null,
  year smallint not null,
  first_day date not null,
  last_day date,
  created_at timestamp with time zone not null,
  constraint factors_pk PRIMARY KEY (id),
  constraint factors_free EXCLUDE USING gist (COALESCE(process, ''::text) WITH =, daterange(first_day, COALESCE(last_day, 'infinity'::date), '[]'::text) WITH &&),
  constraint factors_basis CHECK (((basis >= 0) AND (basis <= 2))),
  constraint factors_days CHECK ((last_day >= first_day)),
  constraint factors_process CHECK (((basis = 2) = (process IS NOT NULL))),
  constraint factors_value CHECK ((value > (0)::numeric))
);
CREATE INDEX factors_by_day ON evidence.factors USING btree (first_day, id);
CREATE TRIGGER version BEFORE UPDATE ON evidence.factors FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table evidence.rows (
  id integer generated always as identity not null,
  version integer default 1 not null,
  statement_id integer not null,
  order_id integer not null,
  card_id integer,
  ticket_ids integer[] not null,
  place_id integer not null,
  place text not null,
  day date not null,
  waste_code text not null,
  order_number text not null,
  card_number text,
  tickets text,
  process text,
  kilograms integer not null,
  source smallint not null,
  constraint rows_pk PRIMARY KEY (id),
  constraint rows_kilograms CHECK ((kilograms >= 0)),
  constraint rows_source CHECK (((source >= 0) AND (source <= 2))),
  constraint rows_card FOREIGN KEY (card_id) REFERENCES waste.cards(id),
  constraint rows_order FOREIGN KEY (order_id) REFERENCES orders.orders(id),
  constraint rows_statement FOREIGN KEY (statement_id) REFERENCES evidence.statements(id)
);
CREATE INDEX rows_of_card ON evidence.rows USING btree (card_id) WHERE (card_id IS NOT NULL);
CREATE INDEX rows_of_order ON evidence.rows USING btree (order_id);
CREATE INDEX rows_of_statement ON evidence.rows USING btree (statement_id, id);

create table evidence.statements (
  id integer generated always as identity not null,
  version integer default 1 not null,
  number text not null,
  company_id integer not null,
  place_id integer,
  first_day date not null,
  last_day date not null,
  company_name text not null,
  tax_number text,
  address text,
  place text,
  language text not null,
  waste_code text not null,
  kilograms integer not null,
  orders integer not null,
  token text not null,
  account_id integer,
  created_at timestamp with time zone not null,
  replaced_at timestamp with time zone,
  replaced_by_id integer,
  withdrawn_at timestamp with time zone,
  withdraw_reason text,
  constraint statements_pk PRIMARY KEY (id),
  constraint statements_number UNIQUE (number),
  constraint statements_token UNIQUE (token),
  constraint statements_end CHECK (((replaced_at IS NULL) OR (withdrawn_at IS NULL))),
  constraint statements_kilograms CHECK ((kilograms >= 0)),
  constraint statements_period CHECK ((last_day >= first_day)),
  constraint statements_replaced_by_one CHECK (((replaced_by_id IS NULL) OR (replaced_at IS NOT NULL))),
  constraint statements_account FOREIGN KEY (account_id) REFERENCES users.accounts(id),
  constraint statements_company FOREIGN KEY (company_id) REFERENCES companies.companies(id),
  constraint statements_place FOREIGN KEY (place_id) REFERENCES companies.reception_places(id),
  constraint statements_replaced_by FOREIGN KEY (replaced_by_id) REFERENCES evidence.statements(id)
);
CREATE INDEX statements_at ON evidence.statements USING btree (created_at, id);
CREATE INDEX statements_number_words ON evidence.statements USING gin (kernel.fold(number) public.gin_trgm_ops);
CREATE INDEX statements_of_account ON evidence.statements USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX statements_of_company ON evidence.statements USING btree (company_id, created_at, id);
CREATE INDEX statements_of_place ON evidence.statements USING btree (place_id) WHERE (place_id IS NOT NULL);
CREATE INDEX statements_replaced ON evidence.statements USING btree (replaced_by_id) WHERE (replaced_by_id IS NOT NULL);
CREATE UNIQUE INDEX statements_valid ON evidence.statements USING btree (company_id, COALESCE(place_id, 0), first_day, last_day) WHERE ((replaced_at IS NULL) AND (withdrawn_at IS NULL));
CREATE TRIGGER version BEFORE UPDATE ON evidence.statements FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create view evidence.order_masses as
 SELECT min(id) AS id,
    1 AS version,
    statement_id,
    order_id,
    min(order_number) AS order_number,
    min(day) AS day,
    min(place) AS place,
    sum(kilograms)::integer AS kilograms
   FROM evidence.rows
  GROUP BY statement_id, order_id;

CREATE OR REPLACE FUNCTION evidence.next_number(year integer)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
    declare
      name text := format('evidence.numbers_%s', year);
    begin
      if to_regclass(name) is null then
        perform pg_advisory_xact_lock(hashtext(name));
        execute format('create sequence if not exists %s', name);
      end if;
      return format('ZM/%s/%s', year, nextval(name::regclass));
    end $function$;


-- files

create schema files;

create table files.files (
  id integer generated by default as identity not null,
  folder text not null,
  owner_id integer not null,
  blob_name text not null,
  original_name text not null,
  content_type text not null,
  size integer not null,
  sha256 text not null,
  created_by integer not null,
  created_at timestamp with time zone not null,
  constraint files_pkey PRIMARY KEY (id),
  constraint files_blob UNIQUE (blob_name),
  constraint files_sha256 CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint files_account FOREIGN KEY (created_by) REFERENCES users.accounts(id)
);
CREATE INDEX files_account ON files.files USING btree (created_by);
CREATE UNIQUE INDEX files_one_a_document ON files.files USING btree (owner_id) WHERE (folder = 'documents'::text);
CREATE INDEX files_owner ON files.files USING btree (folder, owner_id);

create table files.links (
  token_hash text not null,
  file_id integer not null,
  account_id integer not null,
  session_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint links_pk PRIMARY KEY (token_hash),
  constraint links_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE,
  constraint links_file FOREIGN KEY (file_id) REFERENCES files.files(id) ON DELETE CASCADE
);
CREATE INDEX links_account ON files.links USING btree (account_id);
CREATE INDEX links_age ON files.links USING btree (expires_at);
CREATE INDEX links_file ON files.links USING btree (file_id);

create table files.uploads (
  blob_name text not null,
  token_hash text,
  account_id integer not null,
  session_id uuid not null,
  folder text not null,
  subject_id integer,
  original_name text not null,
  content_type text not null,
  max_bytes integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  started_at timestamp with time zone,
  received_at timestamp with time zone,
  size integer,
  sha256 text,
  constraint uploads_pk PRIMARY KEY (blob_name),
  constraint uploads_token UNIQUE (token_hash),
  constraint uploads_received CHECK ((((received_at IS NULL) = (size IS NULL)) AND ((received_at IS NULL) = (sha256 IS NULL)))),
  constraint uploads_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE
);
CREATE INDEX uploads_account ON files.uploads USING btree (account_id);
CREATE INDEX uploads_age ON files.uploads USING btree (created_at);


-- fleet

create schema fleet;

create table fleet.absences (
  driver_id integer not null,
  from_day date not null,
  to_day date not null,
  constraint absences_pk PRIMARY KEY (driver_id, from_day, to_day),
  constraint absences_days CHECK ((from_day <= to_day)),
  constraint absences_driver FOREIGN KEY (driver_id) REFERENCES users.accounts(id) ON DELETE CASCADE
);

create table fleet.operators (
  id integer generated by default as identity not null,
  name text not null,
  is_active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  removed_at timestamp with time zone,
  constraint operators_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX operators_name_unique ON fleet.operators USING btree (lower(name)) WHERE (removed_at IS NULL);
CREATE TRIGGER version BEFORE UPDATE ON fleet.operators FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table fleet.out_of_service (
  vehicle_id integer not null,
  from_day date not null,
  to_day date not null,
  constraint out_of_service_pk PRIMARY KEY (vehicle_id, from_day, to_day),
  constraint out_of_service_days CHECK ((from_day <= to_day)),
  constraint out_of_service_vehicle FOREIGN KEY (vehicle_id) REFERENCES fleet.vehicles(id) ON DELETE CASCADE
);

create table fleet.vehicle_items (
  vehicle_id integer not null,
  order_type_item_id integer not null,
  is_active boolean default true not null,
  constraint vehicle_items_pk PRIMARY KEY (vehicle_id, order_type_item_id),
  constraint vehicle_items_item FOREIGN KEY (order_type_item_id) REFERENCES catalogue.order_type_items(id),
  constraint vehicle_items_vehicle FOREIGN KEY (vehicle_id) REFERENCES fleet.vehicles(id) ON DELETE CASCADE
);

create table fleet.vehicles (
  id integer generated by default as identity not null,
  brand text not null,
  model text not null,
  register_number text not null,
  driver_id integer not null,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  removed_at timestamp with time zone,
  payload numeric(5,2),
  tare integer,
  tare_until date,
  constraint vehicles_pkey PRIMARY KEY (id),
  constraint vehicles_payload CHECK ((payload > (0)::numeric)),
  constraint vehicles_tare CHECK ((tare > 0)),
  constraint vehicles_driver FOREIGN KEY (driver_id) REFERENCES users.accounts(id)
);
CREATE INDEX vehicles_driver ON fleet.vehicles USING btree (driver_id);
CREATE UNIQUE INDEX vehicles_register_number_unique ON fleet.vehicles USING btree (upper(replace(register_number, ' '::text, ''::text))) WHERE (removed_at IS NULL);
CREATE TRIGGER order_search_renamed AFTER UPDATE OF register_number ON fleet.vehicles FOR EACH ROW WHEN ((old.register_number IS DISTINCT FROM new.register_number)) EXECUTE FUNCTION orders.note_renamed();
CREATE TRIGGER version BEFORE UPDATE ON fleet.vehicles FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create view fleet.drivers as
 SELECT id,
    version,
    first_name,
    last_name,
    phone,
    email
   FROM users.accounts
  WHERE role = 3 AND confirmed_at IS NOT NULL AND erased_at IS NULL;

create view fleet.present_operators as
 SELECT id,
    version,
    name,
    is_active
   FROM fleet.operators
  WHERE removed_at IS NULL;

create view fleet.present_vehicles as
 SELECT id,
    version,
    brand,
    model,
    register_number,
    driver_id,
    payload,
    tare,
    tare_until
   FROM fleet.vehicles
  WHERE removed_at IS NULL;


-- imports

create schema imports;

create table imports.faults (
  id bigint generated always as identity not null,
  import_id integer not null,
  "row" integer not null,
  field text not null,
  message text not null,
  params jsonb default '{}'::jsonb not null,
  is_skip boolean not null,
  constraint faults_pk PRIMARY KEY (id),
  constraint faults_import FOREIGN KEY (import_id) REFERENCES imports.imports(id) ON DELETE CASCADE
);
CREATE INDEX faults_of_import ON imports.faults USING btree (import_id, "row", id);

create table imports.imports (
  id integer generated always as identity not null,
  version integer default 1 not null,
  kind text not null,
  account_id integer not null,
  blob_name text not null,
  state smallint default 0 not null,
  dry_run boolean not null,
  columns jsonb default '[]'::jsonb not null,
  rows integer default 0 not null,
  good integer default 0 not null,
  bad integer default 0 not null,
  skipped integer default 0 not null,
  failure text,
  failure_params jsonb default '{}'::jsonb not null,
  last_change bigint,
  created_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  applied_at timestamp with time zone,
  undone_at timestamp with time zone,
  constraint imports_pk PRIMARY KEY (id),
  constraint imports_account FOREIGN KEY (account_id) REFERENCES users.accounts(id)
);
CREATE INDEX imports_account_id ON imports.imports USING btree (account_id);
CREATE TRIGGER version BEFORE UPDATE ON imports.imports FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table imports.made (
  import_id integer not null,
  type text not null,
  subject_id integer not null,
  before jsonb,
  constraint made_pk PRIMARY KEY (import_id, type, subject_id),
  constraint made_import FOREIGN KEY (import_id) REFERENCES imports.imports(id) ON DELETE CASCADE
);

create table imports.progress (
  import_id integer not null,
  done integer default 0 not null,
  constraint progress_pk PRIMARY KEY (import_id),
  constraint progress_import FOREIGN KEY (import_id) REFERENCES imports.imports(id) ON DELETE CASCADE
);

create table imports.remembered (
  account_id integer not null,
  kind text not null,
  header text not null,
  field text,
  constraint remembered_pk PRIMARY KEY (account_id, kind, header),
  constraint remembered_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE
);


-- integrations

create schema integrations;

create table integrations.accounting_documents (
  id integer generated always as identity not null,
  version integer default 1 not null,
  run_id integer not null,
  document_id uuid not null,
  change smallint not null,
  number text not null,
  orders text not null,
  company text not null,
  tax_number text,
  sale_day date not null,
  net numeric(14,2) not null,
  vat numeric(14,2) not null,
  gross numeric(14,2) not null,
  former_gross numeric(14,2),
  content jsonb not null,
  constraint accounting_documents_pk PRIMARY KEY (id),
  constraint accounting_documents_once UNIQUE (run_id, document_id),
  constraint accounting_documents_run FOREIGN KEY (run_id) REFERENCES integrations.accounting_runs(id) ON DELETE CASCADE
);

create table integrations.accounting_mappings (
  id integer generated always as identity not null,
  version integer default 1 not null,
  buyer smallint not null,
  register text not null,
  category_vehicle text,
  category_tonnage text,
  category_container text,
  zero_rate smallint not null,
  payment_days smallint not null,
  constraint accounting_mappings_pk PRIMARY KEY (id),
  constraint accounting_mappings_buyer UNIQUE (buyer)
);
CREATE TRIGGER version BEFORE UPDATE ON integrations.accounting_mappings FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table integrations.accounting_runs (
  id integer generated always as identity not null,
  version integer default 1 not null,
  account_id integer,
  date_from date not null,
  date_to date not null,
  created_at timestamp with time zone not null,
  source text not null,
  target text not null,
  documents integer not null,
  gross numeric(14,2) not null,
  new_documents integer not null,
  changed_documents integer not null,
  gone_documents integer not null,
  left_out integer not null,
  constraint accounting_runs_pk PRIMARY KEY (id),
  constraint accounting_runs_account FOREIGN KEY (account_id) REFERENCES users.accounts(id)
);
CREATE INDEX accounting_runs_of_account ON integrations.accounting_runs USING btree (account_id);
CREATE INDEX accounting_runs_of_period ON integrations.accounting_runs USING btree (date_from, date_to, id);

create table integrations.api_keys (
  id integer generated always as identity not null,
  version integer default 1 not null,
  name text not null,
  hash bytea not null,
  hint text not null,
  scopes text[] not null,
  company_id integer,
  account_id integer not null,
  session_id uuid not null,
  networks cidr[],
  calls_per_minute integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_keys_pk PRIMARY KEY (id),
  constraint api_keys_account FOREIGN KEY (account_id) REFERENCES users.accounts(id),
  constraint api_keys_company FOREIGN KEY (company_id) REFERENCES companies.companies(id) ON DELETE CASCADE
);
CREATE INDEX api_keys_account_id ON integrations.api_keys USING btree (account_id);
CREATE INDEX api_keys_company_id ON integrations.api_keys USING btree (company_id) WHERE (company_id IS NOT NULL);
CREATE UNIQUE INDEX api_keys_hash ON integrations.api_keys USING btree (hash);
CREATE TRIGGER version BEFORE UPDATE OF name, scopes, networks, calls_per_minute, expires_at, revoked_at ON integrations.api_keys FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table integrations.attempts (
  id integer generated always as identity not null,
  version integer default 1 not null,
  webhook_id integer not null,
  delivery_id bigint not null,
  at timestamp with time zone not null,
  milliseconds integer not null,
  outcome smallint not null,
  status smallint,
  answer text,
  next_at timestamp with time zone,
  constraint attempts_pk PRIMARY KEY (id),
  constraint attempts_delivery FOREIGN KEY (delivery_id) REFERENCES integrations.deliveries(id) ON DELETE CASCADE
);
CREATE INDEX attempts_of_delivery ON integrations.attempts USING btree (delivery_id);
CREATE INDEX attempts_of_webhook ON integrations.attempts USING btree (webhook_id, id);

create table integrations.calendars (
  id integer generated always as identity not null,
  account_id integer not null,
  kind smallint not null,
  company_id integer,
  vehicle_id integer,
  driver_id integer,
  token_hash text not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  version integer default 1 not null,
  constraint calendars_pk PRIMARY KEY (id),
  constraint calendars_token UNIQUE (token_hash),
  constraint calendars_subject CHECK ((((kind = 1) AND (company_id IS NOT NULL) AND (vehicle_id IS NULL) AND (driver_id IS NULL)) OR ((kind = 2) AND (company_id IS NULL) AND (vehicle_id IS NOT NULL) AND (driver_id IS NULL)) OR ((kind = 3) AND (company_id IS NULL) AND (vehicle_id IS NULL) AND (driver_id IS NOT NULL)))),
  constraint calendars_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE,
  constraint calendars_company FOREIGN KEY (company_id) REFERENCES companies.companies(id) ON DELETE CASCADE,
  constraint calendars_driver FOREIGN KEY (driver_id) REFERENCES users.accounts(id) ON DELETE CASCADE,
  constraint calendars_vehicle FOREIGN KEY (vehicle_id) REFERENCES fleet.vehicles(id) ON DELETE CASCADE
);
CREATE INDEX calendars_of_account ON integrations.calendars USING btree (account_id);
CREATE INDEX calendars_of_company ON integrations.calendars USING btree (company_id) WHERE (company_id IS NOT NULL);
CREATE INDEX calendars_of_driver ON integrations.calendars USING btree (driver_id) WHERE (driver_id IS NOT NULL);
CREATE INDEX calendars_of_vehicle ON integrations.calendars USING btree (vehicle_id) WHERE (vehicle_id IS NOT NULL);

create table integrations.deliveries (
  id bigint generated always as identity not null,
  webhook_id integer not null,
  place bigint,
  type text not null,
  subject text,
  state smallint default 0 not null,
  tries smallint default 0 not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  body text,
  constraint deliveries_pk PRIMARY KEY (id),
  constraint deliveries_webhook FOREIGN KEY (webhook_id) REFERENCES integrations.webhooks(id) ON DELETE CASCADE
);
CREATE INDEX deliveries_age ON integrations.deliveries USING btree (created_at);
CREATE INDEX deliveries_due ON integrations.deliveries USING btree (webhook_id, due_at) WHERE (state = 0);
CREATE INDEX deliveries_of_webhook ON integrations.deliveries USING btree (webhook_id, id);
CREATE INDEX deliveries_waiting ON integrations.deliveries USING btree (webhook_id, id) WHERE (state = 0);

create table integrations.feed (
  one boolean default true not null,
  last_place bigint default 0 not null,
  dropped_place bigint default 0 not null,
  constraint feed_pk PRIMARY KEY (one),
  constraint feed_only CHECK (one)
);

create table integrations.webhooks (
  id integer generated always as identity not null,
  version integer default 1 not null,
  url text not null,
  types text[] not null,
  company_id integer,
  secret bytea not null,
  former_secret bytea,
  former_until timestamp with time zone,
  created_at timestamp with time zone not null,
  failing_since timestamp with time zone,
  paused_until timestamp with time zone,
  turned_off_at timestamp with time zone,
  off_reason smallint,
  removed_at timestamp with time zone,
  constraint webhooks_pk PRIMARY KEY (id),
  constraint webhooks_company FOREIGN KEY (company_id) REFERENCES companies.companies(id) ON DELETE CASCADE
);
CREATE INDEX webhooks_company_id ON integrations.webhooks USING btree (company_id) WHERE (company_id IS NOT NULL);
CREATE TRIGGER version BEFORE UPDATE ON integrations.webhooks FOR EACH ROW WHEN ((((((old.url IS DISTINCT FROM new.url) OR (old.types IS DISTINCT FROM new.types)) OR (old.secret IS DISTINCT FROM new.secret)) OR (old.turned_off_at IS DISTINCT FROM new.turned_off_at)) OR (old.removed_at IS DISTINCT FROM new.removed_at))) EXECUTE FUNCTION kernel.bump_version();

create view integrations.present_webhooks as
 SELECT id,
    version,
    url,
    types,
    company_id,
    former_until,
    created_at,
    failing_since,
    paused_until,
    turned_off_at,
    off_reason
   FROM integrations.webhooks
  WHERE removed_at IS NULL;


-- iot

create schema iot;

create table iot.battery_changes (
  id integer generated always as identity not null,
  container_id integer not null,
  changed_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  account_id integer not null,
  constraint battery_changes_pk PRIMARY KEY (id),
  constraint battery_changes_account FOREIGN KEY (account_id) REFERENCES users.accounts(id),
  constraint battery_changes_container FOREIGN KEY (container_id) REFERENCES iot.containers(id) ON DELETE CASCADE
);
CREATE INDEX battery_changes_by_account_id ON iot.battery_changes USING btree (account_id);
CREATE INDEX battery_changes_of_container ON iot.battery_changes USING btree (container_id, id);

create table iot.battery_days (
  container_id integer not null,
  day date not null,
  volts numeric(5,3) not null,
  constraint battery_days_pk PRIMARY KEY (container_id, day)
);

create table iot.containers (
  id integer generated by default as identity not null,
  container_number text,
  description text,
  status smallint default 0 not null,
  imei text not null,
  iccid text,
  ser_no text,
  secret_hash text,
  assigned_store_id integer,
  last_active_at timestamp with time zone,
  heard_at timestamp with time zone,
  latitude double precision,
  longitude double precision,
  position_ts timestamp with time zone,
  battery numeric(5,3),
  battery_ts timestamp with time zone,
  battery_status smallint default 0 not null,
  stay_first_ts timestamp with time zone,
  store_id integer,
  reception_place_id integer,
  reception_place_distance double precision,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  broker_hash text,
  battery_trend smallint default 0 not null,
  battery_slope double precision,
  battery_critical_at timestamp with time zone,
  battery_forecast_day date,
  number_shared boolean default false not null,
  battery_change_id integer,
  battery_told smallint,
  constraint containers_pkey PRIMARY KEY (id),
  constraint containers_imei UNIQUE (imei),
  constraint containers_battery_status CHECK (((battery_status >= 0) AND (battery_status <= 3))),
  constraint containers_battery_trend CHECK (((battery_trend >= 0) AND (battery_trend <= 3))),
  constraint containers_position CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint containers_status CHECK (((status >= 0) AND (status <= 10))),
  constraint containers_assigned_store FOREIGN KEY (assigned_store_id) REFERENCES warehouse.internal_stores(id),
  constraint containers_battery_change FOREIGN KEY (battery_change_id) REFERENCES iot.battery_changes(id),
  constraint containers_reception_place FOREIGN KEY (reception_place_id) REFERENCES companies.reception_places(id) ON DELETE SET NULL,
  constraint containers_store FOREIGN KEY (store_id) REFERENCES warehouse.internal_stores(id) ON DELETE SET NULL
) with (fillfactor=50);
CREATE INDEX containers_assigned_store ON iot.containers USING btree (assigned_store_id);
CREATE INDEX containers_battery_critical ON iot.containers USING btree ((
CASE
    WHEN (battery_status = 3) THEN '-infinity'::timestamp with time zone
    ELSE COALESCE(battery_critical_at, 'infinity'::timestamp with time zone)
END) NULLS FIRST, id);
CREATE INDEX containers_by_battery ON iot.containers USING btree (battery_status DESC, container_number NULLS FIRST, id);
CREATE INDEX containers_by_status ON iot.containers USING btree (status, container_number NULLS FIRST, id);
CREATE INDEX containers_holder ON iot.containers USING btree (store_id, (
CASE
    WHEN (store_id IS NULL) THEN reception_place_id
    ELSE NULL::integer
END), stay_first_ts DESC, id DESC);
CREATE INDEX containers_number ON iot.containers USING btree (container_number NULLS FIRST, id);
CREATE UNIQUE INDEX containers_one_number ON iot.containers USING btree (lower(container_number)) WHERE ((container_number IS NOT NULL) AND (NOT number_shared));
CREATE INDEX containers_place ON iot.containers USING btree (reception_place_id, reception_place_distance);
CREATE INDEX containers_words ON iot.containers USING gin (kernel.fold(((((COALESCE(container_number, ''::text) || ' '::text) || COALESCE(ser_no, ''::text)) || ' '::text) || imei)) public.gin_trgm_ops);
CREATE TRIGGER own_number BEFORE UPDATE OF container_number ON iot.containers FOR EACH ROW WHEN ((old.container_number IS DISTINCT FROM new.container_number)) EXECUTE FUNCTION iot.own_number();
CREATE TRIGGER sensor_access AFTER UPDATE OF secret_hash ON iot.containers FOR EACH ROW WHEN ((old.secret_hash IS DISTINCT FROM new.secret_hash)) EXECUTE FUNCTION iot.notify_sensor_access();
CREATE TRIGGER version BEFORE UPDATE OF container_number, description, status, imei, iccid, ser_no, assigned_store_id, secret_hash, battery_change_id ON iot.containers FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table iot.fence_events (
  id bigint generated always as identity not null,
  container_id integer not null,
  fence smallint not null,
  fence_id integer not null,
  event smallint not null,
  at timestamp with time zone not null,
  dwell_seconds integer,
  recorded_at timestamp with time zone not null,
  constraint fence_events_pk PRIMARY KEY (id),
  constraint fence_events_once UNIQUE (container_id, fence, at, event),
  constraint fence_events_dwell CHECK ((((dwell_seconds IS NULL) = (event = 1)) AND (dwell_seconds >= 0))),
  constraint fence_events_event CHECK (((event >= 1) AND (event <= 3))),
  constraint fence_events_fence CHECK ((fence = ANY (ARRAY[1, 2]))),
  constraint fence_events_container FOREIGN KEY (container_id) REFERENCES iot.containers(id) ON DELETE CASCADE
);
CREATE INDEX fence_events_of_fence ON iot.fence_events USING btree (fence, fence_id, id DESC);

create table iot.fence_marks (
  id bigint generated always as identity not null,
  container_id integer not null,
  from_ts timestamp with time zone not null,
  located boolean not null,
  place_id integer,
  constraint fence_marks_pk PRIMARY KEY (id)
);

create table iot.fence_places (
  container_id integer not null,
  first_ts timestamp with time zone not null,
  place_id integer not null,
  constraint fence_places_pk PRIMARY KEY (container_id, first_ts)
);

create table iot.fence_waiting (
  container_id integer not null,
  fence smallint not null,
  entered_at timestamp with time zone not null,
  constraint fence_waiting_pk PRIMARY KEY (container_id, fence)
);

create table iot.kept_readings (
  is_only boolean default true not null,
  since timestamp with time zone not null,
  constraint kept_readings_pk PRIMARY KEY (is_only),
  constraint kept_readings_only CHECK (is_only)
);

create table iot.photos (
  id integer generated by default as identity not null,
  container_id integer not null,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint photos_pkey PRIMARY KEY (id),
  constraint photos_container FOREIGN KEY (container_id) REFERENCES iot.containers(id)
);
CREATE INDEX photos_of_container ON iot.photos USING btree (container_id, created_at DESC, id DESC);

create table iot.readings (
  container_id integer not null,
  ts timestamp with time zone not null,
  received_at timestamp with time zone not null,
  latitude double precision,
  longitude double precision,
  battery numeric(5,3),
  accuracy smallint,
  constraint readings_pk PRIMARY KEY (container_id, ts)
) partition by RANGE (ts);

-- partition of iot.readings DEFAULT
create table iot.readings_other (
  container_id integer not null,
  ts timestamp with time zone not null,
  received_at timestamp with time zone not null,
  latitude double precision,
  longitude double precision,
  battery numeric(5,3),
  accuracy smallint,
  constraint readings_other_pkey PRIMARY KEY (container_id, ts)
);

create table iot.rejected_readings (
  id integer generated always as identity not null,
  received_at timestamp with time zone not null,
  topic text not null,
  imei text,
  payload text not null,
  reason text not null,
  version integer default 1 not null,
  replayed_at timestamp with time zone,
  constraint rejected_readings_pkey PRIMARY KEY (id)
);
CREATE INDEX rejected_readings_age ON iot.rejected_readings USING btree (received_at, id);
CREATE INDEX rejected_readings_imei ON iot.rejected_readings USING btree (imei, received_at, id);
CREATE INDEX rejected_readings_reason ON iot.rejected_readings USING btree (reason, received_at, id);
CREATE INDEX rejected_readings_waiting ON iot.rejected_readings USING btree (imei, id) WHERE ((replayed_at IS NULL) AND (reason = 'unknown_device'::text));
CREATE TRIGGER version BEFORE UPDATE OF replayed_at ON iot.rejected_readings FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table iot.round_stops (
  round_id integer not null,
  container_id integer not null,
  place smallint not null,
  metres integer,
  state smallint default 0 not null,
  note text,
  decided_at timestamp with time zone,
  constraint round_stops_pk PRIMARY KEY (round_id, container_id),
  constraint round_stops_state CHECK (((state >= 0) AND (state <= 2))),
  constraint round_stops_container FOREIGN KEY (container_id) REFERENCES iot.containers(id) ON DELETE CASCADE,
  constraint round_stops_round FOREIGN KEY (round_id) REFERENCES iot.rounds(id) ON DELETE CASCADE
);
CREATE INDEX round_stops_of_container ON iot.round_stops USING btree (container_id);

create table iot.rounds (
  id integer generated always as identity not null,
  account_id integer not null,
  start_store_id integer,
  begun_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  version integer default 1 not null,
  constraint rounds_pk PRIMARY KEY (id),
  constraint rounds_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE,
  constraint rounds_store FOREIGN KEY (start_store_id) REFERENCES warehouse.internal_stores(id) ON DELETE SET NULL
);
CREATE INDEX rounds_by_account_id ON iot.rounds USING btree (account_id);
CREATE UNIQUE INDEX rounds_open ON iot.rounds USING btree (account_id) WHERE (ended_at IS NULL);
CREATE TRIGGER version BEFORE UPDATE ON iot.rounds FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table iot.stays (
  id bigint generated always as identity not null,
  container_id integer not null,
  first_ts timestamp with time zone not null,
  last_ts timestamp with time zone not null,
  latitude double precision not null,
  longitude double precision not null,
  readings integer not null,
  store_id integer,
  weight smallint not null,
  settled_ts timestamp with time zone,
  sure_ts timestamp with time zone not null,
  constraint stays_pk PRIMARY KEY (container_id, first_ts),
  constraint stays_order CHECK (((first_ts <= last_ts) AND (readings > 0))),
  constraint stays_store FOREIGN KEY (store_id) REFERENCES warehouse.internal_stores(id) ON DELETE SET NULL
) with (fillfactor=70);
CREATE INDEX stays_in_store ON iot.stays USING btree (store_id, container_id) WHERE (store_id IS NOT NULL);

create view iot.store_visits as
 SELECT min(id) AS id,
    container_id,
    store_id,
    min(first_ts) AS first_ts,
    max(last_ts) AS last_ts
   FROM ( SELECT ordered.id,
            ordered.container_id,
            ordered.store_id,
            ordered.first_ts,
            ordered.last_ts,
            ordered.before,
            count(*) FILTER (WHERE ordered.store_id IS DISTINCT FROM ordered.before) OVER (PARTITION BY ordered.container_id ORDER BY ordered.first_ts) AS visit
           FROM ( SELECT stays.id,
                    stays.container_id,
                    stays.store_id,
                    stays.first_ts,
                    stays.last_ts,
                    lag(stays.store_id) OVER (PARTITION BY stays.container_id ORDER BY stays.first_ts) AS before
                   FROM iot.stays) ordered) numbered
  WHERE store_id IS NOT NULL
  GROUP BY container_id, store_id, visit;

CREATE OR REPLACE FUNCTION iot.add_readings_month(month date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
    declare
      partition text := 'readings_' || to_char(month, 'YYYY_MM');
      begins timestamptz := date_trunc('month', month::timestamp) at time zone 'UTC';
      ends timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC';
    begin
      perform pg_advisory_xact_lock(20304, 3);
      if to_regclass('iot.' || partition) is not null then
        return false;
      end if;
      execute format('create table iot.%I (like iot.readings including defaults)', partition);
      lock table iot.readings_other in access exclusive mode;
      execute format('with moved as (delete from iot.readings_other where ts >= %L and ts < %L returning *)
        insert into iot.%I select * from moved', begins, ends, partition);
      execute format('alter table iot.readings attach partition iot.%I for values from (%L) to (%L)', partition, begins, ends);
      return true;
    end $function$;

CREATE OR REPLACE FUNCTION iot.drop_readings_month(partition text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
    begin
      if partition !~ '^readings_\d{4}_\d{2}$' or partition >= 'readings_' || to_char(now() at time zone 'UTC', 'YYYY_MM') then
        raise exception '% is no month of readings that is over', partition using errcode = 'insufficient_privilege';
      end if;
      execute format('drop table if exists iot.%I', partition);
    end $function$;

CREATE OR REPLACE FUNCTION iot.mark_every_stay()
 RETURNS void
 LANGUAGE sql
AS $function$
      insert into iot.fence_marks (container_id, from_ts, located)
        select container_id, min(first_ts), false from iot.stays group by container_id;
      insert into iot.fence_marks (container_id, from_ts, located, place_id)
        select id, stay_first_ts, true, reception_place_id from iot.containers
        where stay_first_ts is not null and reception_place_distance <= 100;
    $function$;

CREATE OR REPLACE FUNCTION iot.notify_sensor_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_notify('iot_sensor_access', new.imei);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION iot.own_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.number_shared := false;
      return new;
    end $function$;


-- kernel

create schema kernel;

create table kernel.call_counts (
  key text not null,
  taken integer not null,
  granted integer not null,
  until timestamp with time zone not null,
  constraint call_counts_pk PRIMARY KEY (key)
) with (fillfactor=50);

create table kernel.changes (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  account_id integer,
  resource_type text not null,
  subject_id integer not null,
  version integer not null,
  code text not null,
  params jsonb default '{}'::jsonb not null,
  before jsonb default '{}'::jsonb not null,
  after jsonb default '{}'::jsonb not null,
  constraint changes_pkey PRIMARY KEY (id)
);
CREATE INDEX changes_subject ON kernel.changes USING btree (resource_type, subject_id, id);

create table kernel.counts (
  id bigint generated always as identity not null,
  list text not null,
  key text not null,
  n bigint not null,
  constraint counts_pkey PRIMARY KEY (id)
);
CREATE INDEX counts_key ON kernel.counts USING btree (list, key) INCLUDE (n);

create table kernel.events (
  id bigint generated always as identity not null,
  place bigint,
  type text not null,
  version smallint not null,
  subject_type text not null,
  subject_id integer not null,
  company_id integer,
  at timestamp with time zone not null,
  data json not null,
  constraint events_pk PRIMARY KEY (id)
);
CREATE INDEX events_age ON kernel.events USING btree (at);
CREATE INDEX events_of_company ON kernel.events USING btree (company_id, place) WHERE (place IS NOT NULL);
CREATE UNIQUE INDEX events_place ON kernel.events USING btree (place) WHERE (place IS NOT NULL);
CREATE INDEX events_unplaced ON kernel.events USING btree (id) WHERE (place IS NULL);

create table kernel.failed_jobs (
  id integer generated always as identity not null,
  queue text not null,
  job uuid not null,
  account_id integer,
  failed_at timestamp with time zone not null,
  tries integer not null,
  reason text not null,
  version integer default 1 not null,
  constraint failed_jobs_pk PRIMARY KEY (id),
  constraint failed_jobs_job UNIQUE (job)
);

create table kernel.idempotency (
  account_id integer not null,
  key text not null,
  body_hash text not null,
  status smallint,
  response text,
  created_at timestamp with time zone not null,
  constraint idempotency_pk PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_age ON kernel.idempotency USING btree (created_at);

create table kernel.queues (
  id integer generated always as identity not null,
  name text not null,
  paused_at timestamp with time zone,
  version integer default 1 not null,
  constraint queues_pk PRIMARY KEY (id),
  constraint queues_name UNIQUE (name)
);
CREATE TRIGGER version BEFORE UPDATE OF paused_at ON kernel.queues FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table kernel.stranger_calls (
  what text not null,
  network text not null,
  at timestamp with time zone not null
);
CREATE INDEX stranger_calls_at ON kernel.stranger_calls USING btree (what, at);
CREATE INDEX stranger_calls_network ON kernel.stranger_calls USING btree (what, network, at);

CREATE OR REPLACE FUNCTION kernel.bump_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if new is distinct from old then
        new.version := old.version + 1;
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION kernel.fold(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ begin return lower(public.unaccent('public.unaccent'::regdictionary, $1)); end $function$;

CREATE OR REPLACE FUNCTION kernel.metres(a public.cube, b public.cube)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((((2)::numeric * 6371008.8))::double precision * asin(LEAST((1)::double precision, (public.cube_distance(a, b) / (((2)::numeric * 6371008.8))::double precision))));

CREATE OR REPLACE FUNCTION kernel.on_earth(latitude double precision, longitude double precision)
 RETURNS public.cube
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN public.cube(ARRAY[(((6371008.8)::double precision * cos(radians(latitude))) * cos(radians(longitude))), (((6371008.8)::double precision * cos(radians(latitude))) * sin(radians(longitude))), ((6371008.8)::double precision * sin(radians(latitude)))]);


-- notifications

create schema notifications;

create table notifications.messages (
  id integer generated by default as identity not null,
  key uuid default gen_random_uuid() not null,
  account_id integer,
  channel smallint not null,
  type smallint not null,
  address text,
  subject text,
  body text not null,
  status smallint default 0 not null,
  sending_since timestamp with time zone,
  attempts smallint default 0 not null,
  gateway_id text,
  error smallint,
  detail text,
  created_at timestamp with time zone not null,
  sent_date timestamp with time zone not null,
  delivered_at timestamp with time zone,
  settled_at timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_key UNIQUE (key),
  constraint messages_channel CHECK (((channel >= 0) AND (channel <= 1))),
  constraint messages_error CHECK (((error IS NOT NULL) = (status = 3))),
  constraint messages_status CHECK (((status >= 0) AND (status <= 3))),
  constraint messages_subject CHECK (((subject IS NOT NULL) OR (channel = 0))),
  constraint messages_type CHECK (((type >= 0) AND (type <= 8))),
  constraint messages_account FOREIGN KEY (account_id) REFERENCES users.accounts(id)
);
CREATE INDEX messages_by_account ON notifications.messages USING btree (account_id, sent_date DESC, id DESC);
CREATE INDEX messages_by_age ON notifications.messages USING btree (sent_date DESC, id DESC);
CREATE INDEX messages_by_gateway ON notifications.messages USING btree (gateway_id) WHERE (gateway_id IS NOT NULL);
CREATE INDEX messages_failed ON notifications.messages USING btree (sent_date DESC, id DESC) WHERE (status = 3);

create table notifications.news (
  id bigint generated always as identity not null,
  account_id integer not null,
  resource_type text not null,
  subject_id integer not null,
  before jsonb not null,
  after jsonb not null,
  since timestamp with time zone not null,
  constraint news_pkey PRIMARY KEY (id),
  constraint news_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE
);
CREATE INDEX news_by_account ON notifications.news USING btree (account_id, since);
CREATE INDEX news_by_age ON notifications.news USING btree (since);

create table notifications.own_news (
  id integer generated always as identity not null,
  account_id integer not null,
  title text not null,
  text text not null,
  path text not null,
  at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint own_news_pkey PRIMARY KEY (id),
  constraint own_news_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE
);
CREATE INDEX own_news_by_account ON notifications.own_news USING btree (account_id, id DESC);

create table notifications.preferences (
  account_id integer not null,
  type smallint not null,
  channel smallint not null,
  is_on boolean not null,
  constraint preferences_pk PRIMARY KEY (account_id, type, channel),
  constraint preferences_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE
);

create table notifications.reminders (
  account_id integer not null,
  type smallint not null,
  channel smallint not null,
  day date not null,
  constraint reminders_pk PRIMARY KEY (account_id, type, channel, day),
  constraint reminders_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE
);
CREATE INDEX reminders_age ON notifications.reminders USING btree (day);

create table notifications.subjects (
  resource_type text not null,
  subject_id integer not null,
  message_id integer not null,
  snapshot text,
  constraint subjects_pkey PRIMARY KEY (resource_type, subject_id, message_id),
  constraint subjects_message FOREIGN KEY (message_id) REFERENCES notifications.messages(id) ON DELETE CASCADE
);
CREATE INDEX subjects_by_message ON notifications.subjects USING btree (message_id);

create view notifications.failed_messages as
 SELECT id,
    1 AS version,
    account_id,
    channel,
    type,
    address,
    subject,
    body,
    sent_date,
    error,
    detail,
    attempts,
    settled_at,
    ( SELECT NULLIF(concat_ws(' '::text, account.first_name, account.last_name), ''::text) AS "nullif"
           FROM users.accounts account
          WHERE account.id = messages.account_id) AS person
   FROM notifications.messages
  WHERE status = 3;

CREATE OR REPLACE FUNCTION notifications.forget_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update notifications.messages set address = null where account_id = new.id;
      return null;
    end $function$;


-- orders

create schema orders;

create table orders.accounting_events (
  id text not null,
  signed_text text not null,
  received_at timestamp with time zone not null,
  constraint accounting_events_pkey PRIMARY KEY (id)
);

create table orders.comment_threads (
  order_id integer not null,
  shared integer default 0 not null,
  internal integer default 0 not null,
  unanswered boolean default false not null,
  constraint comment_threads_pkey PRIMARY KEY (order_id),
  constraint comment_threads_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE
);
CREATE INDEX comment_threads_unanswered ON orders.comment_threads USING btree (order_id) WHERE unanswered;

create table orders.comments (
  id integer generated by default as identity not null,
  order_id integer not null,
  content text not null,
  account_id integer,
  created_at timestamp with time zone not null,
  internal boolean default false not null,
  by_client boolean default false not null,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_account FOREIGN KEY (account_id) REFERENCES users.accounts(id),
  constraint comments_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE
);
CREATE INDEX comments_by_account_id ON orders.comments USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX comments_order ON orders.comments USING btree (order_id, id);
CREATE TRIGGER thread_inserted AFTER INSERT ON orders.comments FOR EACH ROW EXECUTE FUNCTION orders.keep_thread();

create table orders.driver_routes (
  id integer generated by default as identity not null,
  version integer default 1 not null,
  route_id integer not null,
  driver_id integer not null,
  constraint driver_routes_pkey PRIMARY KEY (id),
  constraint driver_routes_once UNIQUE (route_id, driver_id),
  constraint driver_routes_driver FOREIGN KEY (driver_id) REFERENCES users.accounts(id),
  constraint driver_routes_route FOREIGN KEY (route_id) REFERENCES orders.routes(id) ON DELETE CASCADE
);
CREATE INDEX driver_routes_by_driver_id ON orders.driver_routes USING btree (driver_id);

create table orders.order_search (
  order_id integer not null,
  text text not null,
  created_at timestamp with time zone not null,
  period integer not null,
  constraint order_search_pkey PRIMARY KEY (order_id),
  constraint order_search_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE
);
CREATE INDEX order_search_periods ON orders.order_search USING btree (period);
CREATE INDEX order_search_words ON orders.order_search USING gin (period, text public.gin_trgm_ops) WITH (gin_pending_list_limit='512');
alter table orders.order_search alter column text set statistics 1000;

create table orders.orders (
  id integer generated by default as identity not null,
  number text not null,
  status smallint default 0 not null,
  company_id integer not null,
  department_id integer not null,
  reception_place_id integer not null,
  order_type_id smallint not null,
  order_type_item_id integer not null,
  quantity integer not null,
  quantity_taken integer,
  additional_info text,
  payment_type smallint default 1 not null,
  net_price numeric(12,2) not null,
  gross_price numeric(12,2) not null,
  net_value numeric(12,2) not null,
  gross_value numeric(12,2) not null,
  vat_value numeric(12,2) not null,
  vat_rate numeric(5,2) default 8 not null,
  vat_symbol text,
  kpo text,
  tonnage numeric(8,2),
  internal_store_id integer,
  recycle_operator_id integer,
  vehicle_id integer,
  driver_id integer,
  realization_date date,
  receiving_date date,
  accepted_at timestamp with time zone,
  finished_at timestamp with time zone,
  reason_for_cancellation text,
  cancellation_comment text,
  manually boolean default false not null,
  optima_status smallint default 0 not null,
  optima_number text,
  invoice_number text,
  notification_sent boolean default false not null,
  created_by integer,
  created_at timestamp with time zone not null,
  version integer default 1 not null,
  price_overridden boolean default false not null,
  canceled_at timestamp with time zone,
  optima_status_at timestamp with time zone,
  invoiced_by_hand_at timestamp with time zone,
  wished_date date,
  wished_part smallint,
  urgent boolean default false not null,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_number_unique UNIQUE (number),
  constraint orders_net_price CHECK ((net_price >= (0)::numeric)),
  constraint orders_optima_status CHECK (((optima_status >= 0) AND (optima_status <= 3))),
  constraint orders_quantity CHECK ((quantity > 0)),
  constraint orders_quantity_taken CHECK ((quantity_taken >= 0)),
  constraint orders_status CHECK (((status >= 0) AND (status <= 5))),
  constraint orders_tonnage CHECK ((tonnage >= (0)::numeric)),
  constraint orders_wished_part CHECK ((wished_part = ANY (ARRAY[1, 2]))),
  constraint orders_company FOREIGN KEY (company_id) REFERENCES companies.companies(id),
  constraint orders_created_by FOREIGN KEY (created_by) REFERENCES users.accounts(id),
  constraint orders_department FOREIGN KEY (department_id) REFERENCES companies.departments(id),
  constraint orders_driver FOREIGN KEY (driver_id) REFERENCES users.accounts(id),
  constraint orders_item FOREIGN KEY (order_type_item_id) REFERENCES catalogue.order_type_items(id),
  constraint orders_operator FOREIGN KEY (recycle_operator_id) REFERENCES fleet.operators(id),
  constraint orders_place FOREIGN KEY (reception_place_id) REFERENCES companies.reception_places(id),
  constraint orders_store FOREIGN KEY (internal_store_id) REFERENCES warehouse.internal_stores(id),
  constraint orders_type FOREIGN KEY (order_type_id) REFERENCES catalogue.order_types(id),
  constraint orders_vehicle FOREIGN KEY (vehicle_id) REFERENCES fleet.vehicles(id)
);
CREATE INDEX orders_by_age ON orders.orders USING btree (created_at DESC, id DESC);
CREATE INDEX orders_by_cancellation ON orders.orders USING btree (canceled_at) WHERE (canceled_at IS NOT NULL);
CREATE INDEX orders_by_company ON orders.orders USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX orders_by_company_finish ON orders.orders USING btree (company_id, finished_at DESC, id DESC) WHERE (status = ANY (ARRAY[3, 5]));
CREATE INDEX orders_by_company_status ON orders.orders USING btree (company_id, status, created_at DESC, id DESC);
CREATE INDEX orders_by_created_by ON orders.orders USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX orders_by_department ON orders.orders USING btree (department_id, created_at DESC, id DESC);
CREATE INDEX orders_by_finish ON orders.orders USING btree (finished_at) INCLUDE (tonnage) WHERE (finished_at IS NOT NULL);
CREATE INDEX orders_by_item ON orders.orders USING btree (order_type_item_id, status, created_at DESC, id DESC);
CREATE INDEX orders_by_number ON orders.orders USING btree (status, number);
CREATE INDEX orders_by_optima_number ON orders.orders USING btree (optima_number) WHERE (optima_number IS NOT NULL);
CREATE INDEX orders_by_place ON orders.orders USING btree (reception_place_id, status, created_at DESC, id DESC);
CREATE INDEX orders_by_realization ON orders.orders USING btree (realization_date, vehicle_id) WHERE (status = 2);
CREATE INDEX orders_by_status ON orders.orders USING btree (status, created_at DESC, id DESC);
CREATE INDEX orders_driver ON orders.orders USING btree (driver_id) WHERE (driver_id IS NOT NULL);
CREATE INDEX orders_moving_containers ON orders.orders USING btree (reception_place_id, COALESCE(receiving_date, realization_date)) WHERE ((order_type_id = 3) AND (status = ANY (ARRAY[2, 3, 5])));
CREATE INDEX orders_sort_accounting_number ON orders.orders USING btree (status, optima_number NULLS FIRST, created_at DESC, id DESC) WHERE (status = ANY (ARRAY[3, 5]));
CREATE INDEX orders_sort_accounting_status ON orders.orders USING btree (status, optima_status, created_at DESC, id DESC) WHERE (status = 3);
CREATE INDEX orders_sort_cancellation ON orders.orders USING btree (status, canceled_at NULLS FIRST, created_at DESC, id DESC) WHERE (status = 4);
CREATE INDEX orders_sort_driver ON orders.orders USING btree (COALESCE(driver_id, 0), status, created_at DESC, id DESC) WHERE (status = ANY (ARRAY[3, 5]));
CREATE INDEX orders_sort_finish ON orders.orders USING btree (status, finished_at NULLS FIRST, created_at DESC, id DESC) WHERE (status = ANY (ARRAY[3, 5]));
CREATE INDEX orders_sort_invoice_number ON orders.orders USING btree (status, invoice_number NULLS FIRST, created_at DESC, id DESC) WHERE (status = 5);
CREATE INDEX orders_sort_kpo ON orders.orders USING btree (status, kpo NULLS FIRST, created_at DESC, id DESC) WHERE (status = ANY (ARRAY[3, 5]));
CREATE INDEX orders_sort_operator ON orders.orders USING btree (COALESCE(recycle_operator_id, 0), status, created_at DESC, id DESC) WHERE (status = ANY (ARRAY[2, 3, 5]));
CREATE INDEX orders_sort_reason ON orders.orders USING btree (status, reason_for_cancellation NULLS FIRST, created_at DESC, id DESC) WHERE (status = 4);
CREATE INDEX orders_sort_receiving_date ON orders.orders USING btree (status, receiving_date NULLS FIRST, created_at DESC, id DESC) WHERE (status = ANY (ARRAY[3, 5]));
CREATE INDEX orders_sort_type_net_owed ON orders.orders USING btree (status, order_type_id, (
CASE
    WHEN (order_type_id = 2) THEN round((net_price * tonnage), 2)
    ELSE net_value
END) NULLS FIRST, created_at DESC, id DESC) WHERE (status = ANY (ARRAY[3, 5]));
CREATE INDEX orders_sort_type_net_value ON orders.orders USING btree (status, order_type_id, net_value, created_at DESC, id DESC) WHERE (status = ANY (ARRAY[3, 5]));
CREATE INDEX orders_sort_type_quantity ON orders.orders USING btree (status, order_type_id, quantity, created_at DESC, id DESC);
CREATE INDEX orders_sort_type_reception_count ON orders.orders USING btree (status, order_type_id, COALESCE(quantity_taken, 0), quantity, created_at DESC, id DESC) WHERE (status = ANY (ARRAY[3, 5]));
CREATE INDEX orders_sort_vehicle ON orders.orders USING btree (COALESCE(vehicle_id, 0), status, created_at DESC, id DESC);
CREATE INDEX orders_sort_weighed ON orders.orders USING btree (status, tonnage NULLS FIRST, created_at DESC, id DESC) WHERE (status = ANY (ARRAY[3, 5]));
CREATE INDEX orders_unsynchronised ON orders.orders USING btree (optima_status, id) WHERE (optima_status = ANY (ARRAY[1, 3]));
CREATE INDEX orders_without_invoice ON orders.orders USING btree (finished_at) WHERE ((status = ANY (ARRAY[3, 5])) AND (invoice_number IS NULL));
CREATE TRIGGER count_deleted AFTER DELETE ON orders.orders REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION orders.count_deleted();
CREATE TRIGGER count_inserted AFTER INSERT ON orders.orders REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION orders.count_inserted();
CREATE TRIGGER count_updated AFTER UPDATE ON orders.orders REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION orders.count_updated();
CREATE TRIGGER date_optima_status BEFORE UPDATE OF optima_status ON orders.orders FOR EACH ROW WHEN ((old.optima_status IS DISTINCT FROM new.optima_status)) EXECUTE FUNCTION orders.date_optima_status();
CREATE TRIGGER reconcile_inserted AFTER INSERT ON orders.orders REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION validators.order_inserted();
CREATE TRIGGER reconcile_updated AFTER UPDATE ON orders.orders REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION validators.order_updated();
CREATE TRIGGER search_inserted AFTER INSERT ON orders.orders FOR EACH ROW EXECUTE FUNCTION orders.keep_search();
CREATE TRIGGER search_updated AFTER UPDATE OF number, optima_number, invoice_number, kpo, additional_info, company_id, reception_place_id, vehicle_id, driver_id, created_at ON orders.orders FOR EACH ROW WHEN (((((((((((old.number IS DISTINCT FROM new.number) OR (old.optima_number IS DISTINCT FROM new.optima_number)) OR (old.invoice_number IS DISTINCT FROM new.invoice_number)) OR (old.kpo IS DISTINCT FROM new.kpo)) OR (old.additional_info IS DISTINCT FROM new.additional_info)) OR (old.company_id IS DISTINCT FROM new.company_id)) OR (old.reception_place_id IS DISTINCT FROM new.reception_place_id)) OR (old.vehicle_id IS DISTINCT FROM new.vehicle_id)) OR (old.driver_id IS DISTINCT FROM new.driver_id)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION orders.keep_search();
CREATE TRIGGER version BEFORE UPDATE ON orders.orders FOR EACH ROW WHEN ((NOT (new.notification_sent AND (NOT old.notification_sent) AND (new.status = old.status)))) EXECUTE FUNCTION kernel.bump_version();

create table orders.outside_hours (
  order_id integer not null,
  constraint outside_hours_pk PRIMARY KEY (order_id),
  constraint outside_hours_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE
);

create table orders.price_reasons (
  order_id integer not null,
  version integer not null,
  priced_at timestamp with time zone not null,
  account_id integer,
  day date not null,
  net_price numeric(12,2) not null,
  trace jsonb not null,
  constraint price_reasons_pkey PRIMARY KEY (order_id, version),
  constraint price_reasons_account FOREIGN KEY (account_id) REFERENCES users.accounts(id),
  constraint price_reasons_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE
);
CREATE INDEX price_reasons_by_account_id ON orders.price_reasons USING btree (account_id) WHERE (account_id IS NOT NULL);

create table orders.renamed (
  source text not null,
  id integer not null,
  done_to integer default 0 not null,
  constraint renamed_pkey PRIMARY KEY (source, id)
);

create table orders.routes (
  id integer generated by default as identity not null,
  vehicle_id integer not null,
  day date not null,
  number smallint not null,
  by_hand boolean default false not null,
  version integer default 1 not null,
  driver_id integer,
  constraint routes_pkey PRIMARY KEY (id),
  constraint routes_number UNIQUE (day, number),
  constraint routes_once UNIQUE (vehicle_id, day),
  constraint routes_driver FOREIGN KEY (driver_id) REFERENCES users.accounts(id),
  constraint routes_vehicle FOREIGN KEY (vehicle_id) REFERENCES fleet.vehicles(id)
);
CREATE INDEX routes_by_driver_id ON orders.routes USING btree (driver_id) WHERE (driver_id IS NOT NULL);
CREATE TRIGGER number BEFORE INSERT ON orders.routes FOR EACH ROW WHEN ((new.number IS NULL)) EXECUTE FUNCTION orders.number_route();

create table orders.stop_states (
  order_id integer not null,
  state smallint not null,
  constraint stop_states_pkey PRIMARY KEY (order_id),
  constraint stop_states_state CHECK (((state >= 0) AND (state <= 6))),
  constraint stop_states_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE
);

create table orders.stops (
  order_id integer not null,
  route_id integer not null,
  sequence smallint not null,
  notified_sequence integer,
  notified_driver_id integer,
  constraint stops_pkey PRIMARY KEY (order_id),
  constraint stops_sequence UNIQUE (route_id, sequence) DEFERRABLE,
  constraint stops_notified CHECK (((notified_sequence IS NULL) = (notified_driver_id IS NULL))),
  constraint stops_notified_driver FOREIGN KEY (notified_driver_id) REFERENCES users.accounts(id),
  constraint stops_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE,
  constraint stops_route FOREIGN KEY (route_id) REFERENCES orders.routes(id) ON DELETE CASCADE
);
CREATE INDEX stops_by_notified_driver_id ON orders.stops USING btree (notified_driver_id) WHERE (notified_driver_id IS NOT NULL);

create table orders.undo (
  order_id integer not null,
  code text not null,
  columns jsonb not null,
  constraint undo_pkey PRIMARY KEY (order_id),
  constraint undo_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE
);

create table orders.withdrawn_stops (
  route_id integer not null,
  order_id integer not null,
  sequence integer not null,
  driver_id integer not null,
  constraint withdrawn_stops_pkey PRIMARY KEY (route_id, driver_id, order_id),
  constraint withdrawn_stops_driver_route FOREIGN KEY (route_id, driver_id) REFERENCES orders.driver_routes(route_id, driver_id) ON DELETE CASCADE,
  constraint withdrawn_stops_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE,
  constraint withdrawn_stops_route FOREIGN KEY (route_id) REFERENCES orders.routes(id) ON DELETE CASCADE
);
CREATE INDEX withdrawn_stops_by_order ON orders.withdrawn_stops USING btree (order_id);

CREATE OR REPLACE FUNCTION orders.count_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into kernel.counts (list, key, n)
        select 'orders', status::text, -count(*) from stale group by status;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION orders.count_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into kernel.counts (list, key, n)
        select 'orders', status::text, count(*) from fresh group by status;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION orders.count_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into kernel.counts (list, key, n)
        select 'orders', status::text, sum(n) from (
          select status, count(*) as n from fresh group by status
          union all select status, -count(*) from stale group by status
        ) delta group by status having sum(n) <> 0;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION orders.date_optima_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if new.optima_status_at is not distinct from old.optima_status_at then
        new.optima_status_at := now();
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION orders.keep_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into orders.order_search (order_id, text, created_at, period)
      values (new.id, orders.search_text(new), new.created_at, orders.search_period(new.created_at))
      on conflict (order_id) do update
        set text = excluded.text, created_at = excluded.created_at, period = excluded.period;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION orders.keep_thread()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into orders.comment_threads as t (order_id, shared, internal, unanswered)
        values (new.order_id, (not new.internal)::int, new.internal::int, new.by_client)
        on conflict (order_id) do update set
          shared = t.shared + excluded.shared,
          internal = t.internal + excluded.internal,
          unanswered = case when new.internal then t.unanswered else new.by_client end;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION orders.next_number(year integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  declare
    name text := format('orders.numbers_%s', year);
    drawn text;
  begin
    if to_regclass(name) is null then
      perform pg_advisory_xact_lock(hashtext(name));
      execute format('create sequence if not exists %s', name);
    end if;
    drawn := nextval(name::regclass)::text;
    return format('Z/%s/%s', year, lpad(drawn, greatest(6, length(drawn)), '0'));
  end $function$;

CREATE OR REPLACE FUNCTION orders.note_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_table_name = 'accounts' then
      if new.first_name is null and new.last_name is null then
        perform orders.refresh_search(array(select o.id from orders.orders o where o.driver_id = new.id));
        return null;
      end if;
    end if;
    insert into orders.renamed (source, id) values (tg_table_schema || '.' || tg_table_name, new.id)
      on conflict (source, id) do update set done_to = 0;
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION orders.number_route()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_advisory_xact_lock(hashtext('orders.routes'), new.day - date '2000-01-01');
      select coalesce(max(r.number), 0) + 1 into new.number from orders.routes r where r.day = new.day;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION orders.refresh_search(ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  begin
    perform from orders.order_search s where s.order_id = any(ids) order by s.order_id for update;
    update orders.order_search s set text = fresh.text
      from (select o.id, orders.search_text(o) as text from orders.orders o where o.id = any(ids)) fresh
      where s.order_id = fresh.id and s.text is distinct from fresh.text;
  end $function$;

CREATE OR REPLACE FUNCTION orders.search_period(at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select floor(extract(epoch from at) / 2592000)::int
  $function$;

CREATE OR REPLACE FUNCTION orders.search_text(o orders.orders)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
  declare
    open text; -- what clients may read
    staff text;
  begin
    select concat_ws(' ', o.number, o.invoice_number, o.kpo, o.additional_info, c.name, c.tax_number,
        concat_ws(', ', p.city, p.street, p.postal_code), p.phone, v.register_number, replace(v.register_number, ' ', '')),
      concat_ws(' ', o.optima_number, d.first_name, d.last_name)
    into open, staff
    from (select) one left join companies.companies c on c.id = o.company_id
      left join companies.reception_places p on p.id = o.reception_place_id
      left join fleet.vehicles v on v.id = o.vehicle_id left join users.accounts d on d.id = o.driver_id;
    return kernel.fold(' ' || translate(open, e'\r\n', '  ') || e'\n ' || staff);
  end $function$;


-- pricing

create schema pricing;

create table pricing.price_periods (
  id integer generated by default as identity not null,
  order_type_item_id integer not null,
  digit smallint,
  value numeric(12,2) not null,
  postal_code_prices boolean,
  valid_from timestamp with time zone,
  valid_to timestamp with time zone,
  changed_by integer,
  constraint price_periods_pkey PRIMARY KEY (id),
  constraint price_periods_free EXCLUDE USING gist (order_type_item_id WITH =, COALESCE((digit)::integer, '-1'::integer) WITH =, tstzrange(valid_from, valid_to) WITH &&),
  constraint price_periods_digit CHECK (((digit >= 0) AND (digit <= 9))),
  constraint price_periods_general CHECK (((digit IS NULL) = (postal_code_prices IS NOT NULL))),
  constraint price_periods_order CHECK ((valid_from < valid_to)),
  constraint price_periods_positive CHECK ((value >= (0)::numeric)),
  constraint price_periods_changed_by FOREIGN KEY (changed_by) REFERENCES users.accounts(id),
  constraint price_periods_item FOREIGN KEY (order_type_item_id) REFERENCES pricing.priced_items(order_type_item_id) ON DELETE CASCADE
);
CREATE INDEX price_periods_by_changed_by ON pricing.price_periods USING btree (changed_by) WHERE (changed_by IS NOT NULL);
CREATE INDEX price_periods_by_end ON pricing.price_periods USING btree (order_type_item_id, COALESCE(valid_to, 'infinity'::timestamp with time zone));
CREATE TRIGGER never_overwritten BEFORE UPDATE ON pricing.price_periods FOR EACH ROW WHEN ((((((old.order_type_item_id IS DISTINCT FROM new.order_type_item_id) OR (old.digit IS DISTINCT FROM new.digit)) OR (old.value IS DISTINCT FROM new.value)) OR (old.postal_code_prices IS DISTINCT FROM new.postal_code_prices)) OR (old.valid_from IS DISTINCT FROM new.valid_from))) EXECUTE FUNCTION pricing.refuse_overwriting();

create table pricing.priced_items (
  order_type_item_id integer not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone,
  ended_at timestamp with time zone,
  version integer default 1 not null,
  constraint priced_items_pkey PRIMARY KEY (order_type_item_id),
  constraint priced_items_item FOREIGN KEY (order_type_item_id) REFERENCES catalogue.order_type_items(id)
);
CREATE TRIGGER version BEFORE UPDATE ON pricing.priced_items FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table pricing.special_prices (
  id integer generated by default as identity not null,
  company_id integer,
  reception_place_id integer,
  order_type_item_id integer not null,
  date_from date not null,
  date_to date not null,
  value numeric(12,2) not null,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint special_prices_pkey PRIMARY KEY (id),
  constraint special_prices_company_free EXCLUDE USING gist (company_id WITH =, order_type_item_id WITH =, daterange(date_from, date_to, '[]'::text) WITH &&) WHERE (((ended_at IS NULL) AND (company_id IS NOT NULL))),
  constraint special_prices_place_free EXCLUDE USING gist (reception_place_id WITH =, order_type_item_id WITH =, daterange(date_from, date_to, '[]'::text) WITH &&) WHERE (((ended_at IS NULL) AND (reception_place_id IS NOT NULL))),
  constraint special_prices_order CHECK ((date_from <= date_to)),
  constraint special_prices_owner CHECK (((company_id IS NULL) <> (reception_place_id IS NULL))),
  constraint special_prices_positive CHECK ((value >= (0)::numeric)),
  constraint special_prices_company FOREIGN KEY (company_id) REFERENCES companies.companies(id) ON DELETE CASCADE,
  constraint special_prices_item FOREIGN KEY (order_type_item_id) REFERENCES catalogue.order_type_items(id),
  constraint special_prices_place FOREIGN KEY (reception_place_id) REFERENCES companies.reception_places(id) ON DELETE CASCADE
);
CREATE INDEX special_prices_company ON pricing.special_prices USING btree (company_id, order_type_item_id) WHERE (company_id IS NOT NULL);
CREATE INDEX special_prices_of_company ON pricing.special_prices USING btree (company_id, date_from) WHERE (company_id IS NOT NULL);
CREATE INDEX special_prices_of_item ON pricing.special_prices USING btree (order_type_item_id);
CREATE INDEX special_prices_of_place ON pricing.special_prices USING btree (reception_place_id, date_from) WHERE (reception_place_id IS NOT NULL);
CREATE INDEX special_prices_place ON pricing.special_prices USING btree (reception_place_id, order_type_item_id) WHERE (reception_place_id IS NOT NULL);

create view pricing.all_prices as
 SELECT special_prices.id,
        CASE
            WHEN special_prices.company_id IS NULL THEN 2
            ELSE 3
        END AS kind,
    special_prices.order_type_item_id,
    NULL::smallint AS digit,
    special_prices.company_id,
    special_prices.reception_place_id,
    special_prices.date_from,
    special_prices.date_to,
    NULL::timestamp with time zone AS valid_from,
    NULL::timestamp with time zone AS valid_to,
    special_prices.value,
    special_prices.ended_at,
    true AS has_begun,
    true AS in_use
   FROM pricing.special_prices
UNION ALL
 SELECT 2000000000 + period.id AS id,
        CASE
            WHEN period.digit IS NULL THEN 0
            ELSE 1
        END AS kind,
    item.order_type_item_id,
    period.digit,
    NULL::integer AS company_id,
    NULL::integer AS reception_place_id,
    NULL::date AS date_from,
    NULL::date AS date_to,
    period.valid_from,
    period.valid_to,
    period.value,
    NULL::timestamp with time zone AS ended_at,
    COALESCE(period.valid_from <= GREATEST(now(), item.changed_at), true) AS has_begun,
    period.digit IS NULL OR COALESCE(general.postal_code_prices, false) AS in_use
   FROM pricing.priced_items item
     JOIN pricing.price_periods period ON period.order_type_item_id = item.order_type_item_id
     LEFT JOIN pricing.price_periods general ON general.order_type_item_id = item.order_type_item_id AND general.digit IS NULL AND COALESCE(general.valid_to, 'infinity'::timestamp with time zone) > GREATEST(now(), item.changed_at) AND COALESCE(general.valid_from, '-infinity'::timestamp with time zone) <= GREATEST(now(), item.changed_at)
  WHERE COALESCE(period.valid_to, 'infinity'::timestamp with time zone) > GREATEST(now(), item.changed_at);

create view pricing.general_prices as
 SELECT order_type_item_id,
    value AS price,
    postal_code_prices
   FROM pricing.present_periods
  WHERE digit IS NULL;

create view pricing.named_prices as
 SELECT order_type_item_id AS id,
    order_type_item_id,
    changed_at,
    version
   FROM pricing.priced_items
  WHERE ended_at IS NULL;

create view pricing.planned_prices as
 SELECT period.order_type_item_id,
    period.valid_from AS at,
    period.digit,
    period.value
   FROM pricing.price_periods period
     JOIN pricing.priced_items item USING (order_type_item_id)
  WHERE period.valid_from > GREATEST(now(), item.changed_at) AND COALESCE(period.valid_to, 'infinity'::timestamp with time zone) > GREATEST(now(), item.changed_at)
UNION ALL
 SELECT period.order_type_item_id,
    period.valid_to AS at,
    period.digit,
    NULL::numeric AS value
   FROM pricing.price_periods period
     JOIN pricing.priced_items item USING (order_type_item_id)
  WHERE period.valid_to IS NOT NULL AND COALESCE(period.valid_to, 'infinity'::timestamp with time zone) > GREATEST(now(), item.changed_at) AND NOT (EXISTS ( SELECT 1
           FROM pricing.price_periods next
          WHERE next.order_type_item_id = period.order_type_item_id AND NOT next.digit IS DISTINCT FROM period.digit AND next.valid_from = period.valid_to));

create view pricing.postal_prices as
 SELECT order_type_item_id,
    digit,
    value
   FROM pricing.present_periods
  WHERE digit IS NOT NULL;

create view pricing.present_periods as
 SELECT period.id,
    period.order_type_item_id,
    period.digit,
    period.value,
    period.postal_code_prices,
    period.valid_from,
    period.valid_to,
    period.changed_by
   FROM pricing.price_periods period
     JOIN pricing.priced_items item USING (order_type_item_id)
  WHERE COALESCE(period.valid_to, 'infinity'::timestamp with time zone) > GREATEST(now(), item.changed_at) AND COALESCE(period.valid_from, '-infinity'::timestamp with time zone) <= GREATEST(now(), item.changed_at);

create view pricing.present_special_prices as
 SELECT id,
    company_id,
    reception_place_id,
    order_type_item_id,
    date_from,
    date_to,
    value,
    ended_at,
    created_at
   FROM pricing.special_prices
  WHERE ended_at IS NULL;

CREATE OR REPLACE FUNCTION pricing.refuse_overwriting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      raise exception 'a price is never overwritten: end its period, and add another' using errcode = 'restrict_violation';
    end $function$;


-- reports

create schema reports;

create table reports.files (
  id integer generated by default as identity not null,
  account_id integer not null,
  report smallint not null,
  set_id integer,
  month date,
  query text not null,
  language smallint not null,
  file_name text not null,
  status smallint default 0 not null,
  attempts smallint default 0 not null,
  rows_written integer default 0 not null,
  blob_name text,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  version integer default 1 not null,
  constraint files_pkey PRIMARY KEY (id),
  constraint report_files_once_a_month UNIQUE (set_id, month),
  constraint report_files_blob CHECK (((status = 2) <= (blob_name IS NOT NULL))),
  constraint report_files_status CHECK (((status >= 0) AND (status <= 3))),
  constraint report_files_account FOREIGN KEY (account_id) REFERENCES users.accounts(id),
  constraint report_files_set FOREIGN KEY (set_id) REFERENCES reports.saved_sets(id) ON DELETE SET NULL
);
CREATE INDEX report_files_by_account ON reports.files USING btree (account_id, report, created_at DESC, id DESC);
CREATE INDEX report_files_by_age ON reports.files USING btree (created_at, id);
CREATE TRIGGER version BEFORE UPDATE ON reports.files FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table reports.region_prefixes (
  prefix text not null,
  region smallint not null,
  constraint region_prefixes_pkey PRIMARY KEY (prefix),
  constraint region_prefixes_digits CHECK ((prefix ~ '^[0-9]{1,2}(|-[0-9]{0,3})$'::text)),
  constraint region_prefixes_region CHECK (((region >= 0) AND (region <= 3)))
);

create table reports.saved_sets (
  id integer generated by default as identity not null,
  account_id integer not null,
  report smallint not null,
  name text not null,
  query text not null,
  monthly_since timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer default 1 not null,
  constraint saved_sets_pkey PRIMARY KEY (id),
  constraint saved_sets_account FOREIGN KEY (account_id) REFERENCES users.accounts(id)
);
CREATE UNIQUE INDEX saved_sets_name ON reports.saved_sets USING btree (account_id, report, lower(name));
CREATE TRIGGER version BEFORE UPDATE ON reports.saved_sets FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();


-- users

create schema users;

create table users.accounts (
  id integer generated by default as identity not null,
  email text not null,
  password_hash text,
  first_name text,
  last_name text,
  phone text,
  role smallint,
  company_id integer,
  department_id integer,
  language smallint default 1 not null,
  confirmed_at timestamp with time zone,
  deactivated_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  erased_at timestamp with time zone,
  mailbox_proved_at timestamp with time zone,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_company FOREIGN KEY (company_id) REFERENCES companies.companies(id),
  constraint accounts_department FOREIGN KEY (company_id, department_id) REFERENCES companies.departments(company_id, id)
);
CREATE INDEX accounts_company ON users.accounts USING btree (company_id);
CREATE INDEX accounts_confirmed ON users.accounts USING btree (confirmed_at) WHERE (company_id IS NOT NULL);
CREATE UNIQUE INDEX accounts_email_unique ON users.accounts USING btree (lower(email));
CREATE INDEX accounts_not_confirmed ON users.accounts USING btree (created_at) WHERE ((confirmed_at IS NULL) AND (company_id IS NULL));
CREATE INDEX accounts_role ON users.accounts USING btree (role);
CREATE INDEX accounts_to_verify ON users.accounts USING btree (company_id, id) WHERE ((confirmed_at IS NULL) AND (company_id IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX accounts_waiting ON users.accounts USING btree (company_id, created_at) WHERE (confirmed_at IS NULL);
CREATE TRIGGER announce_update AFTER UPDATE ON users.accounts REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION users.announce_accounts();
CREATE TRIGGER forget_messages AFTER UPDATE OF erased_at ON users.accounts FOR EACH ROW WHEN ((new.erased_at IS NOT NULL)) EXECUTE FUNCTION notifications.forget_person();
CREATE TRIGGER order_search_renamed AFTER UPDATE OF first_name, last_name ON users.accounts FOR EACH ROW WHEN (((old.first_name IS DISTINCT FROM new.first_name) OR (old.last_name IS DISTINCT FROM new.last_name))) EXECUTE FUNCTION orders.note_renamed();
CREATE TRIGGER version BEFORE UPDATE ON users.accounts FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table users.external_codes (
  ticket_hash text not null,
  binder_hash text not null,
  policy text not null,
  account_id integer not null,
  expires_at timestamp with time zone not null,
  constraint external_codes_pkey PRIMARY KEY (ticket_hash),
  constraint external_codes_policy CHECK ((policy = ANY (ARRAY['office'::text, 'portal'::text]))),
  constraint external_codes_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE
);
CREATE INDEX external_codes_account_id ON users.external_codes USING btree (account_id);
CREATE INDEX external_codes_age ON users.external_codes USING btree (expires_at);

create table users.external_sign_ins (
  state_hash text not null,
  binder_hash text not null,
  policy text not null,
  nonce text not null,
  verifier text not null,
  expires_at timestamp with time zone not null,
  constraint external_sign_ins_pkey PRIMARY KEY (state_hash),
  constraint external_sign_ins_policy CHECK ((policy = ANY (ARRAY['office'::text, 'portal'::text])))
);
CREATE INDEX external_sign_ins_age ON users.external_sign_ins USING btree (expires_at);

create table users.guesses (
  key text not null,
  failures integer not null,
  blocked_until timestamp with time zone,
  last_at timestamp with time zone not null,
  constraint guesses_pkey PRIMARY KEY (key)
);
CREATE INDEX guesses_age ON users.guesses USING btree (last_at);

create table users.identities (
  issuer text not null,
  subject text not null,
  account_id integer not null,
  created_at timestamp with time zone not null,
  constraint identities_pk PRIMARY KEY (issuer, subject),
  constraint identities_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE
);
CREATE INDEX identities_account_id ON users.identities USING btree (account_id);

create table users.links (
  id integer generated by default as identity not null,
  account_id integer not null,
  purpose text not null,
  token_hash text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  mailbox_hash text,
  constraint links_pkey PRIMARY KEY (id),
  constraint links_token UNIQUE (token_hash),
  constraint links_purpose CHECK ((purpose = ANY (ARRAY['reset'::text, 'invitation'::text]))),
  constraint links_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE
);
CREATE INDEX links_account ON users.links USING btree (account_id);
CREATE INDEX links_mailbox ON users.links USING btree (mailbox_hash, created_at);

create table users.programs (
  account_id integer not null,
  role smallint not null,
  company_id integer,
  constraint programs_pk PRIMARY KEY (account_id),
  constraint programs_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE,
  constraint programs_company FOREIGN KEY (company_id) REFERENCES companies.companies(id) ON DELETE CASCADE
);
CREATE INDEX programs_company_id ON users.programs USING btree (company_id) WHERE (company_id IS NOT NULL);
CREATE TRIGGER announce_update AFTER UPDATE ON users.programs REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION users.announce_sessions();

create table users.recovery_codes (
  account_id integer not null,
  code_hash text not null,
  used_at timestamp with time zone,
  bits smallint default 50 not null,
  constraint recovery_codes_pk PRIMARY KEY (account_id, code_hash),
  constraint recovery_codes_account FOREIGN KEY (account_id) REFERENCES users.second_factors(account_id) ON DELETE CASCADE
);

create table users.remembered (
  id uuid not null,
  account_id integer not null,
  secret_hash text not null,
  next_hash text,
  address text,
  device text,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint remembered_pkey PRIMARY KEY (id),
  constraint remembered_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE
);
CREATE INDEX remembered_account_id ON users.remembered USING btree (account_id);
CREATE INDEX remembered_age ON users.remembered USING btree (expires_at);

create table users.second_factors (
  account_id integer not null,
  secret text not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  created_at timestamp with time zone not null,
  constraint second_factors_pkey PRIMARY KEY (account_id),
  constraint second_factors_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE
);
CREATE TRIGGER announce_delete AFTER DELETE ON users.second_factors REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION users.announce_second_factors();
CREATE TRIGGER announce_insert AFTER INSERT ON users.second_factors REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION users.announce_second_factors();
CREATE TRIGGER announce_update AFTER UPDATE ON users.second_factors REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION users.announce_second_factors();

create table users.sessions (
  id uuid not null,
  account_id integer not null,
  policy text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  address text,
  device text,
  seen_at timestamp with time zone,
  has_second_factor boolean default false not null,
  remembered_id uuid,
  is_resumed boolean default false not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_policy CHECK ((policy = ANY (ARRAY['office'::text, 'portal'::text]))),
  constraint sessions_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE,
  constraint sessions_remembered FOREIGN KEY (remembered_id) REFERENCES users.remembered(id) ON DELETE SET NULL
);
CREATE INDEX sessions_account ON users.sessions USING btree (account_id);
CREATE INDEX sessions_age ON users.sessions USING btree (expires_at);
CREATE INDEX sessions_remembered_id ON users.sessions USING btree (remembered_id) WHERE (remembered_id IS NOT NULL);
CREATE TRIGGER announce_delete AFTER DELETE ON users.sessions REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION users.announce_sessions();
CREATE TRIGGER announce_update AFTER UPDATE ON users.sessions REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION users.announce_sessions();

create view users.administrators as
 SELECT id,
    version,
    first_name,
    last_name,
    phone,
    email,
    deactivated_at,
    password_hash IS NULL AS has_no_password
   FROM users.accounts
  WHERE role = 1 AND confirmed_at IS NOT NULL AND erased_at IS NULL;

create view users.callers as
 SELECT a.id,
    a.first_name,
    a.last_name,
    a.phone,
    COALESCE(p.role, a.role) AS role,
    COALESCE(p.company_id, a.company_id) AS company_id,
    a.department_id,
    a.language,
    a.confirmed_at,
    a.deactivated_at,
    p.account_id IS NOT NULL AS is_program
   FROM users.accounts a
     LEFT JOIN users.programs p ON p.account_id = a.id;

create view users.not_confirmed as
 SELECT id,
    version,
    first_name,
    last_name,
    phone,
    email,
    created_at
   FROM users.accounts
  WHERE confirmed_at IS NULL AND company_id IS NULL AND erased_at IS NULL AND deactivated_at IS NULL;

create view users.present_accounts as
 SELECT id,
    email,
    password_hash,
    first_name,
    last_name,
    phone,
    role,
    company_id,
    department_id,
    language,
    confirmed_at,
    deactivated_at,
    created_at,
    version,
    erased_at
   FROM users.accounts
  WHERE erased_at IS NULL;

CREATE OR REPLACE FUNCTION users.announce_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform users.announce_change(array(select id from before), '{}');
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION users.announce_change(account_ids integer[], company_ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    declare
      accounts integer[] := array(select distinct id from unnest(account_ids) id where id is not null);
      companies integer[] := array(select distinct id from unnest(company_ids) id where id is not null);
      payload text := case when cardinality(accounts) + cardinality(companies) > 200 then '{"all":true}'
        else json_build_object('accounts', accounts, 'companies', companies)::text end;
    begin
      if cardinality(accounts) + cardinality(companies) = 0 then return; end if;
      -- Every process hears it at the commit; the one that made the change learns it with the answer to its statement.
      perform pg_notify('opony_identity', payload);
      raise notice using message = 'opony_identity', detail = payload;
    end $function$;

CREATE OR REPLACE FUNCTION users.announce_second_factors()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'INSERT' then
        perform users.announce_change(array(select account_id from after), '{}');
      else
        perform users.announce_change(array(select account_id from before), '{}');
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION users.announce_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform users.announce_change(array(select account_id from before), '{}');
      return null;
    end $function$;


-- validators

create schema validators;

create table validators.findings (
  id integer generated by default as identity not null,
  kind smallint not null,
  subject smallint not null,
  container_id integer,
  order_id integer,
  reception_place_id integer,
  subject_id integer generated always as (COALESCE(container_id, order_id, reception_place_id)) stored not null,
  evidence_at timestamp with time zone not null,
  place_id integer,
  metres double precision,
  latitude double precision,
  longitude double precision,
  stated_latitude double precision,
  stated_longitude double precision,
  failed boolean,
  created_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  approved_by integer,
  comment text,
  resolved_at timestamp with time zone,
  version integer default 1 not null,
  order_tonnes double precision,
  card_tonnes double precision,
  constraint findings_pkey PRIMARY KEY (id),
  constraint findings_ended_once CHECK ((num_nonnulls(approved_at, resolved_at) <= 1)),
  constraint findings_kind CHECK (((kind >= 0) AND (kind <= 9))),
  constraint findings_one_subject CHECK ((num_nonnulls(container_id, order_id, reception_place_id) = 1)),
  constraint findings_subject CHECK (((subject >= 0) AND (subject <= 2))),
  constraint findings_approved_by FOREIGN KEY (approved_by) REFERENCES users.accounts(id),
  constraint findings_container FOREIGN KEY (container_id) REFERENCES iot.containers(id),
  constraint findings_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE CASCADE,
  constraint findings_place FOREIGN KEY (place_id) REFERENCES companies.reception_places(id) ON DELETE SET NULL,
  constraint findings_reception_place FOREIGN KEY (reception_place_id) REFERENCES companies.reception_places(id) ON DELETE CASCADE
);
CREATE INDEX findings_approved ON validators.findings USING btree (kind, subject_id, approved_at DESC) WHERE (approved_at IS NOT NULL);
CREATE INDEX findings_by_age ON validators.findings USING btree (subject, created_at DESC, id DESC);
CREATE INDEX findings_by_approved_by ON validators.findings USING btree (approved_by) WHERE (approved_by IS NOT NULL);
CREATE INDEX findings_by_state ON validators.findings USING btree (subject, (
CASE
    WHEN (approved_at IS NOT NULL) THEN 1
    WHEN (resolved_at IS NOT NULL) THEN 2
    ELSE 0
END), created_at DESC, id DESC);
CREATE INDEX findings_of_container ON validators.findings USING btree (container_id) WHERE (container_id IS NOT NULL);
CREATE INDEX findings_of_order ON validators.findings USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX findings_of_place ON validators.findings USING btree (place_id) WHERE (place_id IS NOT NULL);
CREATE INDEX findings_of_reception_place ON validators.findings USING btree (reception_place_id) WHERE (reception_place_id IS NOT NULL);
CREATE UNIQUE INDEX findings_open ON validators.findings USING btree (kind, subject_id) WHERE ((approved_at IS NULL) AND (resolved_at IS NULL));
CREATE TRIGGER version BEFORE UPDATE ON validators.findings FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table validators.kinds (
  id integer not null,
  kind smallint not null,
  subject smallint not null,
  thresholds jsonb not null,
  is_offered boolean default true not null,
  constraint kinds_pkey PRIMARY KEY (id),
  constraint kinds_once UNIQUE (kind)
);

create table validators.reconciliations (
  id integer not null,
  company_id integer not null,
  finished_at timestamp with time zone not null,
  tonnage numeric(8,2),
  kpo text,
  invoice_number text,
  document_id integer,
  differences smallint not null,
  explained smallint default 0 not null,
  comment text,
  explained_at timestamp with time zone,
  explained_by integer,
  state smallint generated always as (
CASE
    WHEN (differences = 0) THEN 0
    WHEN ((differences & (~ explained)) = 0) THEN 2
    ELSE 1
END) stored not null,
  version integer default 1 not null,
  constraint reconciliations_pkey PRIMARY KEY (id),
  constraint reconciliations_account FOREIGN KEY (explained_by) REFERENCES users.accounts(id),
  constraint reconciliations_order FOREIGN KEY (id) REFERENCES orders.orders(id) ON DELETE CASCADE
);
CREATE INDEX reconciliations_by_company ON validators.reconciliations USING btree (company_id, state, finished_at DESC, id DESC);
CREATE INDEX reconciliations_by_difference ON validators.reconciliations USING btree (differences, state, finished_at DESC, id DESC);
CREATE INDEX reconciliations_by_document ON validators.reconciliations USING btree (state, document_id NULLS FIRST, finished_at DESC, id DESC);
CREATE INDEX reconciliations_by_explained_by ON validators.reconciliations USING btree (explained_by) WHERE (explained_by IS NOT NULL);
CREATE INDEX reconciliations_by_finish ON validators.reconciliations USING btree (state, finished_at DESC, id DESC);
CREATE INDEX reconciliations_by_invoice ON validators.reconciliations USING btree (state, invoice_number NULLS FIRST, finished_at DESC, id DESC);
CREATE INDEX reconciliations_by_kpo ON validators.reconciliations USING btree (state, kpo NULLS FIRST, finished_at DESC, id DESC);
CREATE INDEX reconciliations_by_order ON validators.reconciliations USING btree (state, id);
CREATE INDEX reconciliations_by_tonnage ON validators.reconciliations USING btree (state, tonnage NULLS FIRST, finished_at DESC, id DESC);
CREATE INDEX reconciliations_kpo ON validators.reconciliations USING btree (kpo) WHERE (kpo IS NOT NULL);
CREATE TRIGGER count_deleted AFTER DELETE ON validators.reconciliations REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION validators.count_deleted();
CREATE TRIGGER count_inserted AFTER INSERT ON validators.reconciliations REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION validators.count_inserted();
CREATE TRIGGER count_updated AFTER UPDATE ON validators.reconciliations REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION validators.count_updated();
CREATE TRIGGER version BEFORE UPDATE ON validators.reconciliations FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table validators.run_steps (
  run_id integer not null,
  kind smallint not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  added integer,
  refreshed integer,
  resolved integer,
  open integer,
  failed boolean default false not null,
  constraint run_steps_pk PRIMARY KEY (run_id, kind),
  constraint run_steps_kind CHECK (((kind >= 0) AND (kind <= 9))),
  constraint run_steps_run FOREIGN KEY (run_id) REFERENCES validators.runs(id) ON DELETE CASCADE
);
CREATE INDEX run_steps_by_kind ON validators.run_steps USING btree (kind, finished_at DESC) WHERE (finished_at IS NOT NULL);

create table validators.runs (
  id integer generated by default as identity not null,
  kinds smallint[] not null,
  night date,
  asked_by integer,
  asked_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  version integer default 1 not null,
  constraint runs_pkey PRIMARY KEY (id),
  constraint runs_one_a_night UNIQUE (night),
  constraint runs_kinds CHECK ((cardinality(kinds) > 0)),
  constraint runs_asked_by FOREIGN KEY (asked_by) REFERENCES users.accounts(id)
);
CREATE INDEX runs_by_asked_by ON validators.runs USING btree (asked_by) WHERE (asked_by IS NOT NULL);
CREATE INDEX runs_unfinished ON validators.runs USING btree (id) WHERE (finished_at IS NULL);
CREATE TRIGGER version BEFORE UPDATE ON validators.runs FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create view validators.offered_kinds as
 SELECT id,
    kind,
    subject,
    thresholds,
    is_offered
   FROM validators.kinds
  WHERE is_offered;

CREATE OR REPLACE FUNCTION validators.count_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into kernel.counts (list, key, n) select 'reconciliations', state::text, -count(*) from stale group by state;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION validators.count_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into kernel.counts (list, key, n) select 'reconciliations', state::text, count(*) from fresh group by state;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION validators.count_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into kernel.counts (list, key, n)
        select 'reconciliations', state::text, sum(n) from (
          select state, count(*) as n from fresh group by state union all select state, -count(*) from stale group by state
        ) delta group by state having sum(n) <> 0;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION validators.document_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform validators.reconcile(array_remove(array[new.order_id, old.order_id], null));
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION validators.order_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform validators.reconcile_orders(array_agg(id), array_agg(distinct kpo) filter (where kpo is not null))
        from fresh where status in (3, 5);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION validators.order_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform validators.reconcile_orders(array_agg(distinct id), array_agg(distinct kpo) filter (where kpo is not null)) from (
        select n.id, unnest(array[n.kpo, o.kpo]) as kpo from fresh n join stale o using (id)
        where (n.status in (3, 5) or o.status in (3, 5))
          and (n.status, n.company_id, n.finished_at, n.tonnage, n.kpo, n.invoice_number, n.quantity_taken, n.order_type_id)
            is distinct from
            (o.status, o.company_id, o.finished_at, o.tonnage, o.kpo, o.invoice_number, o.quantity_taken, o.order_type_id)
      ) changed;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION validators.reconcile(orders integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
      with papers as (
        select d.order_id, max(d.id) as document_id, sum(d.containers_number) filter (where d.document_status = 1) as containers,
          bool_and(d.document_status = 1) as is_approved
        from warehouse.documents d where d.order_id = any(orders) and d.document_status in (0, 1) group by d.order_id
      )
      insert into validators.reconciliations as r (id, company_id, finished_at, tonnage, kpo, invoice_number, document_id, differences)
      select o.id, o.company_id, coalesce(o.finished_at, o.created_at), o.tonnage, o.kpo, o.invoice_number, p.document_id,
        case when coalesce(o.tonnage, 0) = 0 then 1 else 0 end | case when o.kpo is null then 2 else 0 end
          | case when o.order_type_id = 3 and p.order_id is null then 4 else 0 end
          | case when p.order_id is not null and (not p.is_approved
              or o.order_type_id = 3 and coalesce(p.containers, 0) <> coalesce(o.quantity_taken, 0)) then 8 else 0 end
          | case when o.invoice_number is null then 16 else 0 end
      from orders.orders o left join papers p on p.order_id = o.id
      where o.id = any(orders) and o.status in (3, 5)
      order by o.id
      on conflict (id) do update set company_id = excluded.company_id, finished_at = excluded.finished_at,
        tonnage = excluded.tonnage, kpo = excluded.kpo, invoice_number = excluded.invoice_number,
        document_id = excluded.document_id, differences = excluded.differences | (r.differences & 32);
      delete from validators.reconciliations r using orders.orders o
      where r.id = any(orders) and o.id = r.id and o.status not in (3, 5);
    $function$;

CREATE OR REPLACE FUNCTION validators.reconcile_all()
 RETURNS void
 LANGUAGE sql
AS $function$
      select validators.reconcile(array(select id from orders.orders where status in (3, 5)));
      select validators.reconcile_kpos(array(select kpo from validators.reconciliations group by kpo having count(*) > 1));
    $function$;

CREATE OR REPLACE FUNCTION validators.reconcile_kpos(kpos text[])
 RETURNS void
 LANGUAGE sql
AS $function$
      update validators.reconciliations r set differences = case when same.n > 1 then r.differences | 32 else r.differences & ~32 end
      from (select kpo, count(*) as n from validators.reconciliations where kpo = any(kpos) group by kpo) same
      where r.kpo = same.kpo and (same.n > 1) <> (r.differences & 32 > 0);
      update validators.reconciliations set differences = differences & ~32 where kpo is null and differences & 32 > 0;
    $function$;

CREATE OR REPLACE FUNCTION validators.reconcile_orders(changed integer[], kpos text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    begin
      if cardinality(changed) is null or cardinality(changed) = 0 then
        return;
      end if;
      if cardinality(kpos) between 1 and 100 then
        perform pg_advisory_xact_lock(20312, hash) from (
          select distinct hashtext(kpo) as hash from unnest(kpos) kpo order by 1) locks;
      end if;
      perform validators.reconcile(changed);
      perform validators.reconcile_kpos(kpos);
    end $function$;


-- views

create schema views;

create table views.saved_views (
  id integer generated by default as identity not null,
  account_id integer not null,
  page text not null,
  name text not null,
  is_shared boolean default false not null,
  state jsonb not null,
  created_at timestamp with time zone not null,
  version integer default 1 not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_views_name ON views.saved_views USING btree (account_id, page, lower(name));
CREATE INDEX saved_views_shared ON views.saved_views USING btree (page) WHERE is_shared;
CREATE TRIGGER version BEFORE UPDATE ON views.saved_views FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();


-- warehouse

create schema warehouse;

create sequence warehouse.approvals as bigint;

create table warehouse.border_points (
  id integer generated by default as identity not null,
  internal_store_id integer not null,
  "position" smallint not null,
  latitude double precision not null,
  longitude double precision not null,
  constraint border_points_pkey PRIMARY KEY (id),
  constraint border_points_position UNIQUE (internal_store_id, "position"),
  constraint border_points_store FOREIGN KEY (internal_store_id) REFERENCES warehouse.internal_stores(id) ON DELETE CASCADE
);

create table warehouse.documents (
  id integer generated by default as identity not null,
  document_type smallint not null,
  document_status smallint default 0 not null,
  document_date date not null,
  description text,
  containers_number integer,
  company_id integer,
  department_id integer,
  reception_place_id integer,
  internal_store_id integer,
  entered_by_client boolean default false not null,
  created_by integer not null,
  created_at timestamp with time zone not null,
  version integer default 1 not null,
  number text not null,
  corrects_id integer,
  order_id integer,
  order_number text,
  reservation_id integer,
  approval bigint,
  constraint documents_pkey PRIMARY KEY (id),
  constraint documents_number UNIQUE (number),
  constraint documents_one_correction UNIQUE (corrects_id),
  constraint documents_containers CHECK ((containers_number >= 0)),
  constraint documents_correction CHECK (((document_status = 3) = (corrects_id IS NOT NULL))),
  constraint documents_order_named CHECK (((order_id IS NULL) = (order_number IS NULL))),
  constraint documents_place_of_company CHECK (((reception_place_id IS NULL) OR (company_id IS NOT NULL))),
  constraint documents_status CHECK (((document_status >= 0) AND (document_status <= 3))),
  constraint documents_type CHECK (((document_type >= 0) AND (document_type <= 9))),
  constraint documents_account FOREIGN KEY (created_by) REFERENCES users.accounts(id),
  constraint documents_company FOREIGN KEY (company_id) REFERENCES companies.companies(id),
  constraint documents_corrects FOREIGN KEY (corrects_id) REFERENCES warehouse.documents(id),
  constraint documents_department FOREIGN KEY (department_id) REFERENCES companies.departments(id),
  constraint documents_order FOREIGN KEY (order_id) REFERENCES orders.orders(id),
  constraint documents_place FOREIGN KEY (reception_place_id) REFERENCES companies.reception_places(id),
  constraint documents_reservation FOREIGN KEY (reservation_id) REFERENCES warehouse.documents(id),
  constraint documents_store FOREIGN KEY (internal_store_id) REFERENCES warehouse.internal_stores(id)
);
CREATE INDEX documents_by_created_by ON warehouse.documents USING btree (created_by);
CREATE INDEX documents_by_date ON warehouse.documents USING btree (document_date, id);
CREATE INDEX documents_by_description ON warehouse.documents USING btree (COALESCE(description, ((split_part(number, '/'::text, 1) || '/'::text) || split_part(number, '/'::text, 2))), (
CASE
    WHEN (description IS NULL) THEN (split_part(number, '/'::text, 3))::integer
    ELSE 0
END), id);
CREATE INDEX documents_by_number ON warehouse.documents USING btree (split_part(number, '/'::text, 1), ((split_part(number, '/'::text, 2))::integer), ((split_part(number, '/'::text, 3))::integer), id);
CREATE INDEX documents_by_quantity ON warehouse.documents USING btree (containers_number NULLS FIRST, id);
CREATE INDEX documents_by_status ON warehouse.documents USING btree (document_status, id);
CREATE INDEX documents_by_type ON warehouse.documents USING btree (document_type, id);
CREATE INDEX documents_description_words ON warehouse.documents USING gin (kernel.fold(description) public.gin_trgm_ops);
CREATE INDEX documents_number_words ON warehouse.documents USING gin (kernel.fold(number) public.gin_trgm_ops);
CREATE INDEX documents_of_company ON warehouse.documents USING btree (company_id, document_date, id);
CREATE INDEX documents_of_department ON warehouse.documents USING btree (department_id);
CREATE INDEX documents_of_order ON warehouse.documents USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX documents_of_place ON warehouse.documents USING btree (reception_place_id);
CREATE INDEX documents_of_reservation ON warehouse.documents USING btree (reservation_id) WHERE (reservation_id IS NOT NULL);
CREATE INDEX documents_of_store ON warehouse.documents USING btree (internal_store_id);
CREATE INDEX documents_order_words ON warehouse.documents USING gin (kernel.fold(order_number) public.gin_trgm_ops);
CREATE TRIGGER reconcile_deleted AFTER DELETE ON warehouse.documents FOR EACH ROW WHEN ((old.order_id IS NOT NULL)) EXECUTE FUNCTION validators.document_changed();
CREATE TRIGGER reconcile_inserted AFTER INSERT ON warehouse.documents FOR EACH ROW WHEN ((new.order_id IS NOT NULL)) EXECUTE FUNCTION validators.document_changed();
CREATE TRIGGER reconcile_updated AFTER UPDATE OF order_id, document_status, containers_number ON warehouse.documents FOR EACH ROW WHEN ((((old.order_id IS DISTINCT FROM new.order_id) OR (old.document_status IS DISTINCT FROM new.document_status)) OR (old.containers_number IS DISTINCT FROM new.containers_number))) EXECUTE FUNCTION validators.document_changed();
CREATE TRIGGER version BEFORE UPDATE ON warehouse.documents FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table warehouse.internal_stores (
  id integer generated by default as identity not null,
  name text not null,
  city text,
  street text,
  postal_code text,
  latitude double precision not null,
  longitude double precision not null,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  closed_at timestamp with time zone,
  constraint internal_stores_pkey PRIMARY KEY (id),
  constraint internal_stores_name UNIQUE (name)
);
CREATE INDEX internal_stores_near ON warehouse.internal_stores USING gist (kernel.on_earth(latitude, longitude));
CREATE TRIGGER open_level AFTER INSERT ON warehouse.internal_stores REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION warehouse.open_level();
CREATE TRIGGER version BEFORE UPDATE ON warehouse.internal_stores FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table warehouse.stock_levels (
  id integer generated by default as identity not null,
  internal_store_id integer,
  reception_place_id integer,
  containers_amount integer default 0 not null,
  reserved integer default 0 not null,
  version integer default 1 not null,
  constraint stock_levels_pkey PRIMARY KEY (id),
  constraint stock_levels_one_a_place UNIQUE (reception_place_id),
  constraint stock_levels_one_a_store UNIQUE (internal_store_id),
  constraint stock_levels_amount CHECK ((containers_amount >= 0)),
  constraint stock_levels_holder CHECK ((num_nonnulls(internal_store_id, reception_place_id) <= 1)),
  constraint stock_levels_reserved CHECK (((reserved >= 0) AND (reserved <= containers_amount))),
  constraint stock_levels_place FOREIGN KEY (reception_place_id) REFERENCES companies.reception_places(id),
  constraint stock_levels_store FOREIGN KEY (internal_store_id) REFERENCES warehouse.internal_stores(id) ON DELETE CASCADE
);
CREATE INDEX stock_levels_by_amount ON warehouse.stock_levels USING btree (containers_amount, id);
CREATE UNIQUE INDEX stock_levels_one_in_transit ON warehouse.stock_levels USING btree ((true)) WHERE ((internal_store_id IS NULL) AND (reception_place_id IS NULL));
CREATE TRIGGER version BEFORE UPDATE ON warehouse.stock_levels FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table warehouse.stock_movements (
  id bigint generated by default as identity not null,
  document_id integer not null,
  level_id integer not null,
  amount integer not null,
  reserved integer not null,
  created_at timestamp with time zone not null,
  constraint stock_movements_pkey PRIMARY KEY (id),
  constraint stock_movements_something CHECK (((amount <> 0) OR (reserved <> 0))),
  constraint stock_movements_document FOREIGN KEY (document_id) REFERENCES warehouse.documents(id),
  constraint stock_movements_level FOREIGN KEY (level_id) REFERENCES warehouse.stock_levels(id)
);
CREATE INDEX stock_movements_of_document ON warehouse.stock_movements USING btree (document_id);
CREATE INDEX stock_movements_of_level ON warehouse.stock_movements USING btree (level_id, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON warehouse.stock_movements FOR EACH STATEMENT EXECUTE FUNCTION warehouse.refuse_change();

CREATE OR REPLACE FUNCTION warehouse.next_number(code text, year integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
    declare
      name text := format('warehouse.%I', 'numbers_' || code || '_' || year);
    begin
      if to_regclass(name) is null then
        perform pg_advisory_xact_lock(hashtext(name));
        execute format('create sequence if not exists %s', name);
      end if;
      return format('%s/%s/%s', code, year, nextval(name::regclass));
    end $function$;

CREATE OR REPLACE FUNCTION warehouse.open_level()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into warehouse.stock_levels (internal_store_id) select id from fresh;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION warehouse.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      raise exception 'movements are only added';
    end $function$;


-- waste

create schema waste;

create table waste.acts (
  id integer generated always as identity not null,
  version integer default 1 not null,
  card_id integer not null,
  kind smallint not null,
  mass numeric(12,4),
  reason text,
  state smallint default 0 not null,
  tries smallint default 0 not null,
  problem text,
  account_id integer,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  tried_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint acts_pk PRIMARY KEY (id),
  constraint acts_kind CHECK (((kind >= 0) AND (kind <= 2))),
  constraint acts_state CHECK (((state >= 0) AND (state <= 2))),
  constraint acts_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE RESTRICT,
  constraint acts_card FOREIGN KEY (card_id) REFERENCES waste.cards(id) ON DELETE RESTRICT
);
CREATE INDEX acts_due ON waste.acts USING btree (due_at, id) WHERE (state = 0);
CREATE INDEX acts_of_account ON waste.acts USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX acts_of_card ON waste.acts USING btree (card_id, id);
CREATE UNIQUE INDEX acts_waiting ON waste.acts USING btree (card_id) WHERE (state = 0);
CREATE TRIGGER version BEFORE UPDATE ON waste.acts FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table waste.cards (
  id integer generated always as identity not null,
  version integer default 1 not null,
  register_id text not null,
  number text,
  state smallint not null,
  modified_at timestamp with time zone not null,
  revision integer not null,
  year smallint,
  waste_code text,
  waste_code_description text,
  plate text,
  planned_at timestamp with time zone,
  transported_at timestamp with time zone,
  mass numeric(12,4),
  revised_mass numeric(12,4),
  received_mass numeric(12,4),
  remarks text,
  sender_name text,
  sender_tax_number text,
  sender_number text,
  carrier_name text,
  carrier_tax_number text,
  carrier_number text,
  receiver_name text,
  receiver_tax_number text,
  receiver_number text,
  approved_at timestamp with time zone,
  confirmation_generated_at timestamp with time zone,
  received_at timestamp with time zone,
  received_by text,
  transport_confirmed_at timestamp with time zone,
  rejected_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  carrier_eup text,
  receiver_eup text,
  listed_at timestamp with time zone not null,
  listed_state smallint not null,
  listed_revision integer not null,
  is_due boolean default true not null,
  due_at timestamp with time zone not null,
  tries smallint default 0 not null,
  read_at timestamp with time zone,
  order_id integer,
  matched_by smallint,
  matched_account_id integer,
  matched_at timestamp with time zone,
  refused_orders integer[] default '{}'::integer[] not null,
  created_at timestamp with time zone not null,
  differs boolean generated always as (COALESCE((abs((received_mass - COALESCE(revised_mass, mass))) > (0.02 * COALESCE(revised_mass, mass))), false)) stored not null,
  to_confirm boolean generated always as ((((state = 2) AND (receiver_eup IS NOT NULL)) OR ((state = 3) AND (carrier_eup IS NOT NULL)))) stored not null,
  lacks_order boolean generated always as (((order_id IS NULL) AND (state <> 6))) stored not null,
  process text,
  entry_state smallint,
  entered_at timestamp with time zone,
  constraint cards_pk PRIMARY KEY (id),
  constraint cards_register_id UNIQUE (register_id),
  constraint cards_entry_state CHECK (((entry_state >= 0) AND (entry_state <= 4))),
  constraint cards_matched CHECK (((order_id IS NULL) = (matched_by IS NULL))),
  constraint cards_state CHECK (((state >= 0) AND (state <= 6))),
  constraint cards_matched_account FOREIGN KEY (matched_account_id) REFERENCES users.accounts(id) ON DELETE RESTRICT,
  constraint cards_order FOREIGN KEY (order_id) REFERENCES orders.orders(id) ON DELETE RESTRICT
);
CREATE INDEX cards_by_change ON waste.cards USING btree (modified_at, id);
CREATE INDEX cards_by_entered ON waste.cards USING btree (entered_at NULLS FIRST, modified_at DESC, id DESC);
CREATE INDEX cards_by_entry ON waste.cards USING btree (entry_state NULLS FIRST, modified_at DESC, id DESC);
CREATE INDEX cards_by_mass ON waste.cards USING btree (COALESCE(revised_mass, mass) NULLS FIRST, modified_at DESC, id DESC);
CREATE INDEX cards_by_number ON waste.cards USING btree (number NULLS FIRST, modified_at DESC, id DESC);
CREATE INDEX cards_by_order ON waste.cards USING btree (order_id NULLS FIRST, modified_at DESC, id DESC);
CREATE INDEX cards_by_plan ON waste.cards USING btree (planned_at NULLS FIRST, modified_at DESC, id DESC);
CREATE INDEX cards_by_plate ON waste.cards USING btree (plate NULLS FIRST, modified_at DESC, id DESC);
CREATE INDEX cards_by_received_mass ON waste.cards USING btree (received_mass NULLS FIRST, modified_at DESC, id DESC);
CREATE INDEX cards_by_sender ON waste.cards USING btree (sender_name NULLS FIRST, modified_at DESC, id DESC);
CREATE INDEX cards_by_state ON waste.cards USING btree (state, modified_at DESC, id DESC);
CREATE INDEX cards_due ON waste.cards USING btree (listed_at DESC, id) WHERE is_due;
CREATE INDEX cards_of_account ON waste.cards USING btree (matched_account_id) WHERE (matched_account_id IS NOT NULL);
CREATE INDEX cards_of_order ON waste.cards USING btree (order_id, modified_at DESC, id DESC) WHERE (order_id IS NOT NULL);
CREATE INDEX cards_texts ON waste.cards USING gin (kernel.fold(((((COALESCE(number, ''::text) || ' '::text) || COALESCE(sender_name, ''::text)) || ' '::text) || COALESCE(plate, ''::text))) public.gin_trgm_ops);
CREATE INDEX cards_that_differ ON waste.cards USING btree (modified_at, id) WHERE differs;
CREATE INDEX cards_to_confirm ON waste.cards USING btree (modified_at, id) WHERE to_confirm;
CREATE INDEX cards_without_order ON waste.cards USING btree (modified_at, id) WHERE lacks_order;
CREATE TRIGGER version BEFORE UPDATE ON waste.cards FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table waste.client_keys (
  id integer generated always as identity not null,
  version integer default 1 not null,
  company_id integer not null,
  secret bytea not null,
  hint text not null,
  register_company text not null,
  places jsonb not null,
  account_id integer,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint client_keys_pk PRIMARY KEY (id),
  constraint client_keys_company UNIQUE (company_id),
  constraint client_keys_account FOREIGN KEY (account_id) REFERENCES users.accounts(id),
  constraint client_keys_of_company FOREIGN KEY (company_id) REFERENCES companies.companies(id)
);
CREATE INDEX client_keys_at ON waste.client_keys USING btree (created_at, id);
CREATE INDEX client_keys_of_account ON waste.client_keys USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE TRIGGER version BEFORE UPDATE ON waste.client_keys FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table waste.drafts (
  id integer generated always as identity not null,
  version integer default 1 not null,
  order_id integer not null,
  company_id integer not null,
  place text not null,
  waste_code text not null,
  process text not null,
  plate text not null,
  mass numeric(12,4) not null,
  planned_at timestamp with time zone not null,
  store text,
  state smallint default 0 not null,
  tries smallint default 0 not null,
  asked_at timestamp with time zone,
  register_id text,
  number text,
  problem text,
  account_id integer,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  tried_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint drafts_pk PRIMARY KEY (id),
  constraint drafts_mass CHECK ((mass > (0)::numeric)),
  constraint drafts_state CHECK (((state >= 0) AND (state <= 2))),
  constraint drafts_account FOREIGN KEY (account_id) REFERENCES users.accounts(id),
  constraint drafts_company FOREIGN KEY (company_id) REFERENCES companies.companies(id),
  constraint drafts_order FOREIGN KEY (order_id) REFERENCES orders.orders(id)
);
CREATE INDEX drafts_at ON waste.drafts USING btree (created_at, id);
CREATE INDEX drafts_of_account ON waste.drafts USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX drafts_of_card ON waste.drafts USING btree (register_id) WHERE (register_id IS NOT NULL);
CREATE INDEX drafts_of_company ON waste.drafts USING btree (company_id, created_at, id);
CREATE INDEX drafts_of_order ON waste.drafts USING btree (order_id, created_at, id);
CREATE UNIQUE INDEX drafts_standing ON waste.drafts USING btree (order_id) WHERE (state = 0);
CREATE TRIGGER version BEFORE UPDATE ON waste.drafts FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table waste.entries (
  id integer generated always as identity not null,
  version integer default 1 not null,
  card_id integer not null,
  waste_code text not null,
  mass numeric(12,4) not null,
  received_at timestamp with time zone not null,
  state smallint default 0 not null,
  tries smallint default 0 not null,
  problem text,
  account_id integer,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  tried_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint entries_pk PRIMARY KEY (id),
  constraint entries_mass CHECK ((mass > (0)::numeric)),
  constraint entries_state CHECK (((state >= 0) AND (state <= 4))),
  constraint entries_account FOREIGN KEY (account_id) REFERENCES users.accounts(id) ON DELETE RESTRICT,
  constraint entries_card FOREIGN KEY (card_id) REFERENCES waste.cards(id) ON DELETE RESTRICT
);
CREATE INDEX entries_due ON waste.entries USING btree (due_at, id) WHERE (state = 0);
CREATE INDEX entries_of_account ON waste.entries USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX entries_of_card ON waste.entries USING btree (card_id, id);
CREATE UNIQUE INDEX entries_standing ON waste.entries USING btree (card_id) WHERE (state = ANY (ARRAY[0, 1]));
CREATE TRIGGER version BEFORE UPDATE ON waste.entries FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table waste.poll_lease (
  one boolean default true not null,
  holder uuid,
  until timestamp with time zone,
  constraint poll_lease_pk PRIMARY KEY (one),
  constraint poll_lease_only CHECK (one)
);

create table waste.polls (
  id integer generated always as identity not null,
  version integer default 1 not null,
  kind smallint not null,
  place text not null,
  place_name text,
  known_at timestamp with time zone,
  newest_at timestamp with time zone,
  page integer,
  total integer,
  tried_at timestamp with time zone,
  read_at timestamp with time zone,
  problem text,
  next_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint polls_pk PRIMARY KEY (id),
  constraint polls_of_place UNIQUE (kind, place)
);
CREATE TRIGGER version BEFORE UPDATE ON waste.polls FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create view waste.orders_without_card as
 SELECT o.id,
    o.version
   FROM orders.orders o
  WHERE o.status = 2 AND o.realization_date >= ((now() AT TIME ZONE 'Europe/Warsaw'::text)::date - 30) AND o.realization_date <= (now() AT TIME ZONE 'Europe/Warsaw'::text)::date AND NOT (EXISTS ( SELECT
           FROM waste.cards c
          WHERE c.order_id = o.id AND c.state <> 6))
UNION ALL
 SELECT o.id,
    o.version
   FROM orders.orders o
  WHERE (o.status = ANY (ARRAY[3, 5])) AND o.finished_at >= (now() - '30 days'::interval) AND NOT (EXISTS ( SELECT
           FROM waste.cards c
          WHERE c.order_id = o.id AND c.state <> 6));


-- weights

create schema weights;

create table weights.loads (
  ticket_id integer not null,
  order_id integer not null,
  mass integer not null,
  id integer generated always as identity not null,
  constraint loads_pk PRIMARY KEY (ticket_id, order_id),
  constraint loads_id UNIQUE (id),
  constraint loads_mass CHECK ((mass > 0)),
  constraint loads_order FOREIGN KEY (order_id) REFERENCES orders.orders(id),
  constraint loads_ticket FOREIGN KEY (ticket_id) REFERENCES weights.tickets(id) ON DELETE CASCADE
);
CREATE INDEX loads_order_id ON weights.loads USING btree (order_id);

create table weights.readings (
  id integer generated always as identity not null,
  version integer default 1 not null,
  scale_id integer not null,
  key uuid not null,
  weight integer not null,
  at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  raw text not null,
  constraint readings_pk PRIMARY KEY (id),
  constraint readings_once UNIQUE (scale_id, key),
  constraint readings_weight CHECK ((weight >= 0)),
  constraint readings_scale FOREIGN KEY (scale_id) REFERENCES weights.scales(id)
);
CREATE INDEX readings_at ON weights.readings USING btree (at, id);
CREATE INDEX readings_of_scale ON weights.readings USING btree (scale_id, at, id);

create table weights.scales (
  id integer generated always as identity not null,
  version integer default 1 not null,
  name text not null,
  internal_store_id integer not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint scales_pk PRIMARY KEY (id),
  constraint scales_store FOREIGN KEY (internal_store_id) REFERENCES warehouse.internal_stores(id)
);
CREATE UNIQUE INDEX scales_name ON weights.scales USING btree (lower(name)) WHERE (removed_at IS NULL);
CREATE INDEX scales_store_id ON weights.scales USING btree (internal_store_id);
CREATE TRIGGER version BEFORE UPDATE ON weights.scales FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

create table weights.tickets (
  id integer generated always as identity not null,
  version integer default 1 not null,
  number text not null,
  internal_store_id integer not null,
  vehicle_id integer not null,
  at timestamp with time zone not null,
  gross integer not null,
  tare integer not null,
  gross_reading_id integer,
  tare_reading_id integer,
  tare_origin smallint not null,
  note text,
  rest_reason text,
  account_id integer,
  created_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  withdraw_reason text,
  corrected_at timestamp with time zone,
  constraint tickets_pk PRIMARY KEY (id),
  constraint tickets_number UNIQUE (number),
  constraint tickets_masses CHECK (((tare >= 0) AND (gross > tare))),
  constraint tickets_account FOREIGN KEY (account_id) REFERENCES users.accounts(id),
  constraint tickets_gross_reading FOREIGN KEY (gross_reading_id) REFERENCES weights.readings(id),
  constraint tickets_store FOREIGN KEY (internal_store_id) REFERENCES warehouse.internal_stores(id),
  constraint tickets_tare_reading FOREIGN KEY (tare_reading_id) REFERENCES weights.readings(id),
  constraint tickets_vehicle FOREIGN KEY (vehicle_id) REFERENCES fleet.vehicles(id)
);
CREATE INDEX tickets_account_id ON weights.tickets USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX tickets_at ON weights.tickets USING btree (at, id);
CREATE INDEX tickets_gross_reading_id ON weights.tickets USING btree (gross_reading_id) WHERE (gross_reading_id IS NOT NULL);
CREATE INDEX tickets_number_words ON weights.tickets USING gin (kernel.fold(number) public.gin_trgm_ops);
CREATE INDEX tickets_store_id ON weights.tickets USING btree (internal_store_id, at, id);
CREATE INDEX tickets_tare_reading_id ON weights.tickets USING btree (tare_reading_id) WHERE (tare_reading_id IS NOT NULL);
CREATE INDEX tickets_vehicle_id ON weights.tickets USING btree (vehicle_id, at, id);
CREATE TRIGGER version BEFORE UPDATE ON weights.tickets FOR EACH ROW EXECUTE FUNCTION kernel.bump_version();

CREATE OR REPLACE FUNCTION weights.next_number(year integer)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
    declare
      name text := format('weights.numbers_%s', year);
    begin
      if to_regclass(name) is null then
        perform pg_advisory_xact_lock(hashtext(name));
        execute format('create sequence if not exists %s', name);
      end if;
      return format('KW/%s/%s', year, nextval(name::regclass));
    end $function$;
