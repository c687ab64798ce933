/**
 * What has failed for good, for the page of jobs: queues with the time since when they are paused, failed jobs under a number of ours, and
 * failed messages with whether somebody has dealt with them. Messages that have failed before count as dealt with, so that the bell does
 * not ring for them after the upgrade.
 */
import type { Knex } from 'knex'

/** Why it harms no process of the version before. */
export const beside = {
  rows: 'failed messages are few, have an index of their own, and are not changed by anybody else'
}

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table kernel.queues (
      id integer generated always as identity,
      name text not null,
      paused_at timestamptz,
      version integer not null default 1,
      constraint queues_pk primary key (id),
      constraint queues_name unique (name)
    );
    create trigger version before update of paused_at on kernel.queues for each row execute function kernel.bump_version();
    comment on table kernel.queues is 'The queues of jobs. Their jobs are in queue.job.';
    comment on column kernel.queues.paused_at is 'Since when no worker begins its jobs; null: they run.';

    create table kernel.failed_jobs (
      id integer generated always as identity,
      queue text not null,
      job uuid not null,
      account_id integer,
      failed_at timestamptz not null,
      tries integer not null,
      reason text not null,
      version integer not null default 1,
      constraint failed_jobs_pk primary key (id),
      constraint failed_jobs_job unique (job)
    );
    comment on table kernel.failed_jobs is 'The jobs in queue.job that have failed for good and that nobody has dealt with.';
    comment on column kernel.failed_jobs.version is 'Always 1: a failed job is tried again or removed, and never edited.';
    comment on column kernel.failed_jobs.account_id is 'Whom the job was for, such as who should have got its letter.';

    alter table notifications.messages add column settled_at timestamptz;
    comment on column notifications.messages.settled_at is 'When somebody dealt with a message that has failed.';
    update notifications.messages set settled_at = now() where status = 3;
    create view notifications.failed_messages as
      select id, 1 as version, account_id, channel, type, address, subject, body, sent_date, error, detail, attempts, settled_at,
        (select nullif(concat_ws(' ', account.first_name, account.last_name), '') from users.accounts account where account.id = account_id) as person
      from notifications.messages where status = 3;
    comment on view notifications.failed_messages is 'Messages to people that did not arrive, with the names of those people.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view notifications.failed_messages;
    alter table notifications.messages drop column settled_at;
    drop table kernel.failed_jobs;
    drop table kernel.queues;
  `)
}
