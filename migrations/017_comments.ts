/**
 * Comments are for the client or internal, and the database keeps for each order that has any: how many of both kinds, and
 * whether the last word to each other is the client's. A table of its own, so that a comment makes no new version of the order
 * and the list joins few rows.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table orders.comments
      add column internal boolean not null default false,
      add column by_client boolean not null default false;
    update orders.comments k set by_client = true
      from users.accounts a where a.id = k.account_id and a.company_id is not null;

    create table orders.comment_threads (
      order_id integer primary key constraint comment_threads_order references orders.orders on delete cascade,
      shared integer not null default 0,
      internal integer not null default 0,
      unanswered boolean not null default false
    );
    comment on table orders.comment_threads is 'Kept by triggers of orders.comments; unanswered: the client had the last word';
    create index comment_threads_unanswered on orders.comment_threads (order_id) where unanswered;
    insert into orders.comment_threads (order_id, shared, unanswered)
      select order_id, count(*), (array_agg(by_client order by id desc))[1] from orders.comments group by order_id;

    create function orders.keep_thread() returns trigger language plpgsql as $$
    begin
      insert into orders.comment_threads as t (order_id, shared, internal, unanswered)
        values (new.order_id, (not new.internal)::int, new.internal::int, new.by_client)
        on conflict (order_id) do update set
          shared = t.shared + excluded.shared,
          internal = t.internal + excluded.internal,
          unanswered = case when new.internal then t.unanswered else new.by_client end;
      return null;
    end $$;
    create trigger thread_inserted after insert on orders.comments
      for each row execute function orders.keep_thread();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger thread_inserted on orders.comments;
    drop function orders.keep_thread();
    drop table orders.comment_threads;
    alter table orders.comments drop column internal, drop column by_client;
  `)
}
