import type { Knex } from 'knex'

/**
 * Since when it is known that an account's mailbox is the person's: they have used a link that was sent there, or an identity provider
 * has verified the address. Until then nothing that a stranger may have left in the account opens it (modules/users/mailbox.ts).
 *
 * Accounts from before: those of clients and those that staff added got their password by a link. Who signed up as staff chose it
 * without one, and counts as proved only where a link was used, or an identity is linked. Such an account that is confirmed keeps
 * its password: it works, and nobody is locked out.
 *
 * The default fills the column without writing the rows. The few exceptions are written by a statement of their own, which reads the
 * history: no sign-in waits for that.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users.accounts add column if not exists mailbox_proved_at timestamptz default now();
    alter table users.accounts alter column mailbox_proved_at drop default;
    comment on column users.accounts.mailbox_proved_at is 'null: nobody has shown yet that the mailbox is theirs'`)
  await knex.raw(`
    update users.accounts a set mailbox_proved_at = null
      where not exists (select from users.identities i where i.account_id = a.id)
        and (a.password_hash is null
          or a.company_id is null
            and exists (select from kernel.changes c
              where c.resource_type = 'users.account' and c.subject_id = a.id and c.code = 'users.signUp')
            and not exists (select from kernel.changes c
              where c.resource_type = 'users.account' and c.subject_id = a.id and c.code = 'users.setNewPassword'))`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users.accounts drop column mailbox_proved_at')
}
