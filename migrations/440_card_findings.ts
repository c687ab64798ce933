/**
 * Findings of the validators about transfer cards: an order without one, another mass than the order's, a confirmation that waits. Where no register is
 * set these checks are not offered.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    insert into validators.kinds (id, kind, subject, thresholds) values
      (7, 6, 1, '{"days": 2}'), (8, 7, 1, '{}'), (9, 8, 1, '{"days": 1}');
    alter table validators.kinds add column is_offered boolean not null default true;
    comment on column validators.kinds.is_offered is 'This installation has what the check is about; written with the thresholds.';
    create view validators.offered_kinds as select * from validators.kinds where is_offered;
    comment on view validators.offered_kinds is 'The checks that people may run.';

    alter table validators.findings drop constraint findings_kind,
      add constraint findings_kind check (kind between 0 and 8),
      add column order_tonnes double precision,
      add column card_tonnes double precision;
    alter table validators.run_steps drop constraint run_steps_kind,
      add constraint run_steps_kind check (kind between 0 and 8);
    comment on column validators.findings.kind is
      '0 no movement, 1 incident, 2 no response, 3 missing invoice, 4 bad sync, 5 possible wrong address, 6 missing card, 7 other mass, 8 unconfirmed card';
    comment on column validators.findings.evidence_at is
      'no movement: since when it rests; incident: when it left; no response: when it was last heard; missing invoice, missing card and other mass: when the '
      'order was finished; bad sync: when the handing over began or failed; wrong address: since when the nearest container rests; '
      'unconfirmed card: since when it waits';
    comment on column validators.findings.order_tonnes is 'other mass: what the order says';
    comment on column validators.findings.card_tonnes is 'other mass: what its cards say together, as received, else as declared';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from kernel.changes where resource_type = 'validators.finding'
      and subject_id in (select id from validators.findings where kind > 5);
    delete from validators.findings where kind > 5;
    delete from validators.run_steps where kind > 5;
    update validators.runs set kinds = array(select kind from unnest(kinds) kind where kind <= 5);
    alter table validators.run_steps drop constraint run_steps_kind,
      add constraint run_steps_kind check (kind between 0 and 5);
    alter table validators.findings drop constraint findings_kind,
      add constraint findings_kind check (kind between 0 and 5),
      drop column order_tonnes,
      drop column card_tonnes;
    drop view validators.offered_kinds;
    alter table validators.kinds drop column is_offered;
    delete from validators.kinds where kind > 5;
    comment on column validators.findings.kind is
      '0 no movement, 1 incident, 2 no response, 3 missing invoice, 4 bad sync, 5 possible wrong address';
    comment on column validators.findings.evidence_at is
      'no movement: since when it rests; incident: when it left; no response: when it was last heard; missing invoice: when the '
      'order was finished; bad sync: when the handing over began or failed; wrong address: since when the nearest container rests';
  `)
}
