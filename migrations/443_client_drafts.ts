/** Keys of the waste register that clients give, and the transfer cards that are made with them from orders. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table waste.client_keys (
      id integer generated always as identity,
      version integer not null default 1,
      company_id integer not null,
      secret bytea not null,
      hint text not null,
      register_company text not null,
      places jsonb not null,
      account_id integer,
      created_at timestamptz not null,
      used_at timestamptz,
      constraint client_keys_pk primary key (id),
      constraint client_keys_company unique (company_id),
      constraint client_keys_of_company foreign key (company_id) references companies.companies (id),
      constraint client_keys_account foreign key (account_id) references users.accounts (id)
    );
    create trigger version before update on waste.client_keys for each row execute function kernel.bump_version();
    create index client_keys_of_account on waste.client_keys (account_id) where account_id is not null;
    create index client_keys_at on waste.client_keys (created_at, id);
    comment on table waste.client_keys is 'The keys of the register that a client has given; one pair a client. Who revokes them deletes them.';
    comment on column waste.client_keys.secret is 'ClientId and ClientSecret as JSON, encrypted by a key of TOKEN_SECRET.';
    comment on column waste.client_keys.hint is 'The last four characters of the ClientId, by which a person knows which keys they are.';
    comment on column waste.client_keys.register_company is 'The id of the firm in the register.';
    comment on column waste.client_keys.places is 'Its places when the keys were given: [{id, number, name}].';

    create table waste.drafts (
      id integer generated always as identity,
      version integer not null default 1,
      order_id integer not null,
      company_id integer not null,
      place text not null,
      waste_code text not null,
      process text not null,
      plate text not null,
      mass numeric(12,4) not null,
      planned_at timestamptz not null,
      store text,
      state smallint not null default 0,
      tries smallint not null default 0,
      asked_at timestamptz,
      register_id text,
      number text,
      problem text,
      account_id integer,
      created_at timestamptz not null,
      due_at timestamptz not null,
      tried_at timestamptz,
      ended_at timestamptz,
      constraint drafts_pk primary key (id),
      constraint drafts_order foreign key (order_id) references orders.orders (id),
      constraint drafts_company foreign key (company_id) references companies.companies (id),
      constraint drafts_account foreign key (account_id) references users.accounts (id),
      constraint drafts_state check (state between 0 and 2),
      constraint drafts_mass check (mass > 0)
    );
    create trigger version before update on waste.drafts for each row execute function kernel.bump_version();
    create unique index drafts_standing on waste.drafts (order_id) where state = 0;
    create index drafts_of_order on waste.drafts (order_id, created_at, id);
    create index drafts_of_company on waste.drafts (company_id, created_at, id);
    create index drafts_of_account on waste.drafts (account_id) where account_id is not null;
    create index drafts_at on waste.drafts (created_at, id);
    create index drafts_of_card on waste.drafts (register_id) where register_id is not null;
    comment on table waste.drafts is 'Transfer cards that are planned and approved in the register from orders, with the keys of the client. An order has one that waits at most.';
    comment on column waste.drafts.place is 'The id of the client''s place in the register.';
    comment on column waste.drafts.store is 'The name of the order''s store, by which the receiving place is chosen.';
    comment on column waste.drafts.state is '0 waits, 1 done, 2 refused.';
    comment on column waste.drafts.asked_at is 'When the register was first asked to make the card: whoever tries again looks for the card first.';
    comment on column waste.drafts.register_id is 'What the register calls the card; null: not made yet, or not known.';
    comment on column waste.drafts.problem is 'Why it was refused, or why the last try came to nothing.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table waste.drafts; drop table waste.client_keys')
}
