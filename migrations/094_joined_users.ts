import type { Knex } from 'knex'

const joined = (letIn: string): string => `
  create or replace view companies.joined_users as
    select * from companies.users where confirmed_at is null or (${letIn})`

/**
 * Who was let in stands among those who ask to join for a day, however soon after asking that was. Who is invited, is confirmed at the very
 * moment at which the account is made.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${joined("confirmed_at > now() - interval '1 day' and confirmed_at > created_at")};
    comment on view companies.joined_users is
      'who came uninvited: waits, or was let in within a day. Who is invited is confirmed from the beginning'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${joined("confirmed_at > now() - interval '30 days' and confirmed_at > created_at + interval '1 minute'")};
    comment on view companies.joined_users is
      'who came uninvited: waits, or was let in within 30 days. Who is invited is confirmed from the beginning'`)
}
