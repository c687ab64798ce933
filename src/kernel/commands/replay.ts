/** A change that was made under a key, and whose answer is given once more. */
import type { Knex } from 'knex'
import { system } from '../access/caller.ts'
import { readSnapshot } from '../history/snapshot.ts'
import { type Hint, hintsAbout } from '../realtime/hints.ts'
import type { CommandAnswer, CommandCall } from './call.ts'
import type { AnyCommand } from './command.ts'

/**
 * It is announced again: the process that made it may have died before it could announce it, or not have heard that it was committed. Rows
 * that are gone are not announced, because nobody knows any more whose they were.
 */
export async function hintsAgain(
  trx: Knex.Transaction,
  command: AnyCommand,
  call: CommandCall,
  { body }: CommandAnswer
): Promise<Hint[]> {
  if (command.kind === 'action') return []
  const created = (JSON.parse(body) as { readonly data?: { readonly id?: unknown } | null }).data?.id
  const ids = command.kind === 'rows' ? [...call.ids] : [created].filter(id => typeof id === 'number')
  if (ids.length === 0) return []
  const { rows } = await readSnapshot(trx, command.resource, ids, system)
  return hintsAbout(command.resource, rows)
}
