/**
 * Transfer cards of the state's waste register as they were last read there, with the order that each belongs to; how far each list of the register
 * was read; and what is to be told to the register about a card.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema waste;

    create table waste.cards (
      id integer generated always as identity,
      version integer not null default 1,
      register_id text not null,
      number text,
      state smallint not null,
      modified_at timestamptz not null,
      revision integer not null,
      year smallint,
      waste_code text,
      waste_code_description text,
      plate text,
      planned_at timestamptz,
      transported_at timestamptz,
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
      approved_at timestamptz,
      confirmation_generated_at timestamptz,
      received_at timestamptz,
      received_by text,
      transport_confirmed_at timestamptz,
      rejected_at timestamptz,
      withdrawn_at timestamptz,
      carrier_eup text,
      receiver_eup text,
      listed_at timestamptz not null,
      listed_state smallint not null,
      listed_revision integer not null,
      is_due boolean not null default true,
      due_at timestamptz not null,
      tries smallint not null default 0,
      read_at timestamptz,
      order_id integer,
      matched_by smallint,
      matched_account_id integer,
      matched_at timestamptz,
      refused_orders integer[] not null default '{}',
      created_at timestamptz not null,
      differs boolean not null generated always as (
        coalesce(abs(received_mass - coalesce(revised_mass, mass)) > 0.02 * coalesce(revised_mass, mass), false)) stored,
      to_confirm boolean not null generated always as (
        (state = 2 and receiver_eup is not null) or (state = 3 and carrier_eup is not null)) stored,
      lacks_order boolean not null generated always as (order_id is null and state <> 6) stored,
      constraint cards_pk primary key (id),
      constraint cards_register_id unique (register_id),
      constraint cards_order foreign key (order_id) references orders.orders (id) on delete restrict,
      constraint cards_matched_account foreign key (matched_account_id) references users.accounts (id) on delete restrict,
      constraint cards_state check (state between 0 and 6),
      constraint cards_matched check ((order_id is null) = (matched_by is null))
    );
    create trigger version before update on waste.cards for each row execute function kernel.bump_version();
    create index cards_of_order on waste.cards (order_id, modified_at desc, id desc) where order_id is not null;
    create index cards_of_account on waste.cards (matched_account_id) where matched_account_id is not null;
    create index cards_due on waste.cards (listed_at desc, id) where is_due;
    create index cards_by_change on waste.cards (modified_at, id);
    create index cards_by_state on waste.cards (state, modified_at desc, id desc);
    create index cards_by_number on waste.cards (number nulls first, modified_at desc, id desc);
    create index cards_by_sender on waste.cards (sender_name nulls first, modified_at desc, id desc);
    create index cards_by_plate on waste.cards (plate nulls first, modified_at desc, id desc);
    create index cards_by_plan on waste.cards (planned_at nulls first, modified_at desc, id desc);
    create index cards_by_mass on waste.cards ((coalesce(revised_mass, mass)) nulls first, modified_at desc, id desc);
    create index cards_by_received_mass on waste.cards (received_mass nulls first, modified_at desc, id desc);
    create index cards_by_order on waste.cards (order_id nulls first, modified_at desc, id desc);
    create index cards_without_order on waste.cards (modified_at, id) where lacks_order;
    create index cards_to_confirm on waste.cards (modified_at, id) where to_confirm;
    create index cards_that_differ on waste.cards (modified_at, id) where differs;
    create index cards_texts on waste.cards using gin
      (kernel.fold(coalesce(number, '') || ' ' || coalesce(sender_name, '') || ' ' || coalesce(plate, '')) public.gin_trgm_ops);
    comment on table waste.cards is 'Transfer cards of the waste register in which the business is carrier or receiver.';
    comment on column waste.cards.register_id is 'What the register calls the card in its calls; people read number.';
    comment on column waste.cards.modified_at is 'When the card was changed in the register, as its details were last read; until then as it was listed.';
    comment on column waste.cards.mass is 'In megagrams, as all masses are.';
    comment on column waste.cards.carrier_eup is 'The place of the business in whose list of carrier''s cards the card stands; null: the business is not its carrier.';
    comment on column waste.cards.receiver_eup is 'The same as receiver.';
    comment on column waste.cards.listed_at is 'When the card was changed in the register, as the list last said; with state and revision it decides whether the details are read again.';
    comment on column waste.cards.is_due is 'The details are to be read, not before due_at.';
    comment on column waste.cards.tries is 'How often the details could not be read since they were last read.';
    comment on column waste.cards.matched_by is '0 the rule, 1 a person.';
    comment on column waste.cards.refused_orders is 'Orders from which a person took the card: the rule does not match it with them again.';
    comment on column waste.cards.differs is 'The receiver''s mass differs from the sender''s by more than 2 %.';
    comment on column waste.cards.to_confirm is 'The business is to confirm the receipt or the transport.';

    create table waste.polls (
      id integer generated always as identity,
      version integer not null default 1,
      kind smallint not null,
      place text not null,
      place_name text,
      known_at timestamptz,
      newest_at timestamptz,
      page integer,
      total integer,
      tried_at timestamptz,
      read_at timestamptz,
      problem text,
      next_at timestamptz not null,
      created_at timestamptz not null,
      constraint polls_pk primary key (id),
      constraint polls_of_place unique (kind, place)
    );
    create trigger version before update on waste.polls for each row execute function kernel.bump_version();
    comment on table waste.polls is 'How far each list of the register was read: kind 0 the places of the business, 1 the cards of a place as carrier, 2 as receiver.';
    comment on column waste.polls.known_at is 'All changes up to this instant of the register were read; null: none.';
    comment on column waste.polls.newest_at is 'While the list is gone through: its newest change when that began, which is known at the end.';
    comment on column waste.polls.page is 'While the list is gone through: its next page.';
    comment on column waste.polls.total is 'While the list is gone through: how many cards it last had; if cards leave it, the others move up a place.';
    comment on column waste.polls.read_at is 'When it was last read without a problem.';

    create table waste.poll_lease (
      one boolean not null default true,
      holder uuid,
      until timestamptz,
      constraint poll_lease_pk primary key (one),
      constraint poll_lease_only check (one)
    );
    insert into waste.poll_lease default values;
    comment on table waste.poll_lease is 'Which process reads the register, and until when at most: one at a time, because the register limits how often it is asked.';

    create table waste.acts (
      id integer generated always as identity,
      version integer not null default 1,
      card_id integer not null,
      kind smallint not null,
      mass numeric(12,4),
      reason text,
      state smallint not null default 0,
      tries smallint not null default 0,
      problem text,
      account_id integer,
      created_at timestamptz not null,
      due_at timestamptz not null,
      tried_at timestamptz,
      ended_at timestamptz,
      constraint acts_pk primary key (id),
      constraint acts_card foreign key (card_id) references waste.cards (id) on delete restrict,
      constraint acts_account foreign key (account_id) references users.accounts (id) on delete restrict,
      constraint acts_kind check (kind between 0 and 2),
      constraint acts_state check (state between 0 and 2)
    );
    create trigger version before update on waste.acts for each row execute function kernel.bump_version();
    create unique index acts_waiting on waste.acts (card_id) where state = 0;
    create index acts_of_card on waste.acts (card_id, id);
    create index acts_of_account on waste.acts (account_id) where account_id is not null;
    create index acts_due on waste.acts (due_at, id) where state = 0;
    comment on table waste.acts is 'What people have the register told of a card; a card has one that waits at most.';
    comment on column waste.acts.kind is '0 confirms the receipt, 1 rejects the card, 2 confirms the transport.';
    comment on column waste.acts.state is '0 waits, 1 done, 2 refused by the register.';
    comment on column waste.acts.reason is 'Of a rejection; of a confirmation its remarks.';
    comment on column waste.acts.problem is 'Why it was refused, or why the last try came to nothing.';

    create view waste.orders_without_card as
      select o.id, o.version from orders.orders o
      where o.status = 2
        and o.realization_date between (now() at time zone 'Europe/Warsaw')::date - 30 and (now() at time zone 'Europe/Warsaw')::date
        and not exists (select from waste.cards c where c.order_id = o.id and c.state <> 6)
      union all
      select o.id, o.version from orders.orders o
      where o.status in (3, 5) and o.finished_at >= now() - interval '30 days'
        and not exists (select from waste.cards c where c.order_id = o.id and c.state <> 6);
    comment on view waste.orders_without_card is 'Orders planned for today or overdue, and those completed in the last 30 days, that no card belongs to.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema waste cascade')
}
