import type { Knex } from 'knex'

/**
 * What clients are still to be told of: a row for each change and person, until the letter that tells of it is queued. Rows are only
 * added and removed, and two commands never wait for each other here.
 *
 * The constraint on the types of messages, which may be many, is checked beside writers, which takes the step out of a transaction.
 */
export const config = { transaction: false }

const types = (last: number) => [
  `alter table notifications.messages drop constraint if exists messages_type,
    add constraint messages_type check (type between 0 and ${last}) not valid`,
  'alter table notifications.messages validate constraint messages_type'
]

export async function up(knex: Knex): Promise<void> {
  for (const step of types(7)) await knex.raw(step)
  await knex.raw(`
    create table if not exists notifications.news (
      id bigint generated always as identity primary key,
      account_id integer not null constraint news_account references users.accounts on delete cascade,
      resource_type text not null,
      subject_id integer not null,
      before jsonb not null,
      after jsonb not null,
      since timestamptz not null
    );
    create index if not exists news_by_account on notifications.news (account_id, since);
    create index if not exists news_by_age on notifications.news (since);
    comment on table notifications.news is 'changes that a person is still to be told of; removed when the letter is queued';
    comment on column notifications.news.before is 'the fields that the change has changed, as they were; "after" as they are since';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table if exists notifications.news')
  await knex.raw('delete from notifications.messages where type = 7')
  for (const step of types(6)) await knex.raw(step)
}
