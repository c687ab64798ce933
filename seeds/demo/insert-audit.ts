/** The audit of what the demo's people did: an entry for each of the newest changes that history has. */
import type { Knex } from 'knex'

/** Older changes of a demo of a million orders are too many to matter. */
const newest = 5_000

export async function insertAudit(trx: Knex.Transaction): Promise<void> {
  await trx.raw(
    `with entries as (
       insert into audit.entries (at, account_id, audience, command, resource_type, subject_ids)
       select c.at, c.account_id,
         case a.role when 1 then 'ADMIN' when 2 then 'CLIENT_ADMIN' when 4 then 'CLIENT' else 'system' end,
         c.code, c.resource_type, array[c.subject_id]
       from (select * from kernel.changes order by at desc, id desc limit ?) c
         left join users.accounts a on a.id = c.account_id
       order by c.at, c.id returning id)
     insert into audit.unsealed (entry_id) select id from entries`,
    [newest]
  )
}
