/**
 * A document that hands out containers may name the reservation that it uses up; and documents know in which order they were approved,
 * because an inventory cannot be canceled while a later one stands. What was approved before gets the order of its history, inventories
 * alone: only theirs is asked for.
 *
 * Takes no lock that a writer waits for: the columns have no default, the reference is checked and the indexes are built beside writers.
 */
import type { Knex } from 'knex'

export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create sequence if not exists warehouse.approvals;
    alter table warehouse.documents
      add column if not exists reservation_id integer,
      add column if not exists approval bigint;
    alter table warehouse.documents
      drop constraint if exists documents_reservation,
      add constraint documents_reservation foreign key (reservation_id) references warehouse.documents not valid;
    comment on column warehouse.documents.reservation_id is 'the reservation that a document which hands out containers uses up';
    comment on column warehouse.documents.approval is 'counts approvals: of two documents of a store the later approved one has more';
  `)
  await knex.raw('alter table warehouse.documents validate constraint documents_reservation')
  await knex.raw(`
    update warehouse.documents d set approval = approved.place
    from (
      select inventory.id, row_number() over (order by change.id nulls first, inventory.id) as place
      from warehouse.documents inventory
        left join lateral (
          select max(c.id) as id from kernel.changes c
          where c.resource_type = 'warehouse.document' and c.subject_id = inventory.id
            and c.code = 'warehouse.approveDocument') change on true
      where inventory.document_type = 7 and inventory.document_status in (1, 2)) approved
    where approved.id = d.id`)
  await knex.raw(`
    select setval('warehouse.approvals', greatest(max(approval), 0) + 1, false) from warehouse.documents`)
  await knex.raw('drop index concurrently if exists warehouse.documents_of_reservation')
  await knex.raw(`create index concurrently documents_of_reservation on warehouse.documents (reservation_id)
    where reservation_id is not null`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table warehouse.documents drop column reservation_id, drop column approval;
    drop sequence warehouse.approvals;
  `)
}
