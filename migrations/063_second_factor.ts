import type { Knex } from 'knex'

/** The second factor of an account and its recovery codes; and where a session is, for the list of one's own. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users.sessions
      add column address text,
      add column device text,
      add column seen_at timestamptz;
    comment on column users.sessions.device is 'User-Agent as it was sent; gone, like the address, when the person is erased';
    comment on column users.sessions.seen_at is 'when the token was last renewed: a browser at work does so every ten minutes';

    create table users.second_factors (
      account_id integer primary key constraint second_factors_account references users.accounts on delete cascade,
      secret text not null,
      confirmed_at timestamptz,
      last_step bigint,
      created_at timestamptz not null
    );
    comment on column users.second_factors.secret is 'encrypted with a key of TOKEN_SECRET';
    comment on column users.second_factors.confirmed_at is 'null: begun, and asked for by nobody yet';
    comment on column users.second_factors.last_step is 'of the last code that was accepted: no code of it or before is accepted again';

    create table users.recovery_codes (
      account_id integer not null constraint recovery_codes_account references users.second_factors on delete cascade,
      code_hash text not null,
      used_at timestamptz,
      constraint recovery_codes_pk primary key (account_id, code_hash)
    );

    create function users.announce_second_factors() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform users.announce_change(array(select account_id from after), '{}');
      else
        perform users.announce_change(array(select account_id from before), '{}');
      end if;
      return null;
    end $$;
    create trigger announce_insert after insert on users.second_factors referencing new table as after
      for each statement execute function users.announce_second_factors();
    create trigger announce_update after update on users.second_factors referencing old table as before
      for each statement execute function users.announce_second_factors();
    create trigger announce_delete after delete on users.second_factors referencing old table as before
      for each statement execute function users.announce_second_factors();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table users.recovery_codes;
    drop table users.second_factors;
    drop function users.announce_second_factors;
    alter table users.sessions drop column address, drop column device, drop column seen_at;
  `)
}
