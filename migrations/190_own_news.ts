import type { Knex } from 'knex'

/** What a client was told of, for the bell of the portal. Nobody was told by it before: it begins empty. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table notifications.own_news (
      id integer generated always as identity primary key,
      account_id integer not null constraint own_news_account references users.accounts on delete cascade,
      title text not null,
      text text not null,
      path text not null,
      at timestamptz not null,
      read_at timestamptz
    );
    create index own_news_by_account on notifications.own_news (account_id, id desc);
    comment on table notifications.own_news is 'what clients were told of, as the bell of the portal lists it: of each the newest, for some weeks';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table notifications.own_news')
}
