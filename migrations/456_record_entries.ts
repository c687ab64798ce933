/** Entries of received waste in the firm's record (KEO) at the waste register, and the check of validators that looks for cards without one. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table waste.entries (
      id integer generated always as identity,
      version integer not null default 1,
      card_id integer not null,
      waste_code text not null,
      mass numeric(12,4) not null,
      received_at timestamptz not null,
      state smallint not null default 0,
      tries smallint not null default 0,
      problem text,
      account_id integer,
      created_at timestamptz not null,
      due_at timestamptz not null,
      tried_at timestamptz,
      ended_at timestamptz,
      constraint entries_pk primary key (id),
      constraint entries_card foreign key (card_id) references waste.cards (id) on delete restrict,
      constraint entries_account foreign key (account_id) references users.accounts (id) on delete restrict,
      constraint entries_state check (state between 0 and 4),
      constraint entries_mass check (mass > 0)
    );
    create trigger version before update on waste.entries for each row execute function kernel.bump_version();
    create unique index entries_standing on waste.entries (card_id) where state in (0, 1);
    create index entries_of_card on waste.entries (card_id, id);
    create index entries_of_account on waste.entries (account_id) where account_id is not null;
    create index entries_due on waste.entries (due_at, id) where state = 0;
    comment on table waste.entries is 'Entries of received waste in the record of the firm (KEO) at the register; a card has one that waits or stands at most.';
    comment on column waste.entries.mass is 'As received, in megagrams, when the entry was asked for; so are waste_code and received_at.';
    comment on column waste.entries.state is '0 waits, 1 entered, 2 refused by the register, 3 it has no record card for it, 4 several.';
    comment on column waste.entries.problem is 'Why it was refused, or why the last try came to nothing.';

    alter table waste.cards add column entry_state smallint constraint cards_entry_state check (entry_state between 0 and 4),
      add column entered_at timestamptz;
    comment on column waste.cards.entry_state is 'The state of its last entry, by which lists are sorted; null: it has none.';
    comment on column waste.cards.entered_at is 'When its entry was made.';

    insert into validators.kinds (id, kind, subject, thresholds, is_offered) values (10, 9, 1, '{"days": 7}', false);
    alter table validators.findings drop constraint findings_kind,
      add constraint findings_kind check (kind between 0 and 9);
    alter table validators.run_steps drop constraint run_steps_kind,
      add constraint run_steps_kind check (kind between 0 and 9);
    comment on column validators.findings.kind is
      '0 no movement, 1 incident, 2 no response, 3 missing invoice, 4 bad sync, 5 possible wrong address, 6 missing card, 7 other mass, 8 unconfirmed card, '
      '9 missing entry';
    comment on column validators.findings.evidence_at is
      'no movement: since when it rests; incident: when it left; no response: when it was last heard; missing invoice, missing card and other mass: when the '
      'order was finished; bad sync: when the handing over began or failed; wrong address: since when the nearest container rests; '
      'unconfirmed card: since when it waits; missing entry: when the card was received';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from kernel.changes where resource_type = 'validators.finding'
      and subject_id in (select id from validators.findings where kind > 8);
    delete from validators.findings where kind > 8;
    delete from validators.run_steps where kind > 8;
    update validators.runs set kinds = array(select kind from unnest(kinds) kind where kind <= 8);
    alter table validators.run_steps drop constraint run_steps_kind,
      add constraint run_steps_kind check (kind between 0 and 8);
    alter table validators.findings drop constraint findings_kind,
      add constraint findings_kind check (kind between 0 and 8);
    delete from validators.kinds where kind > 8;
    comment on column validators.findings.kind is
      '0 no movement, 1 incident, 2 no response, 3 missing invoice, 4 bad sync, 5 possible wrong address, 6 missing card, 7 other mass, 8 unconfirmed card';
    comment on column validators.findings.evidence_at is
      'no movement: since when it rests; incident: when it left; no response: when it was last heard; missing invoice, missing card and other mass: when the '
      'order was finished; bad sync: when the handing over began or failed; wrong address: since when the nearest container rests; '
      'unconfirmed card: since when it waits';
    alter table waste.cards drop column entry_state, drop column entered_at;
    drop table waste.entries;
  `)
}
