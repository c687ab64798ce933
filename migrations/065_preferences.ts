import type { Knex } from 'knex'

/** What an administrator wants to be notified of, and by what; and which reminders a day has seen. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table notifications.preferences (
      account_id integer not null constraint preferences_account references users.accounts on delete cascade,
      type smallint not null,
      channel smallint not null,
      is_on boolean not null,
      constraint preferences_pk primary key (account_id, type, channel)
    );
    comment on table notifications.preferences is 'what differs from the usual: the bell rings for everything, messages come for nothing';

    create table notifications.reminders (
      account_id integer not null constraint reminders_account references users.accounts on delete cascade,
      type smallint not null,
      channel smallint not null,
      day date not null,
      constraint reminders_pk primary key (account_id, type, channel, day)
    );
    create index reminders_age on notifications.reminders (day);
    comment on table notifications.reminders is 'taken by the worker that sends it, so that each goes out once a day';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table notifications.reminders; drop table notifications.preferences')
}
