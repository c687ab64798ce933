/** Runs a command of a job in the name of the person who asked for it: with that person's rights as they are now, history and audit. */
import { staffContacts } from '../access/identity.ts'
import type { Services } from '../services.ts'
import type { CommandCall } from './call.ts'
import type { RowCommand } from './command.ts'
import { execute } from './execute.ts'

/** @returns false, without having done anything, if the account is no administrator any more */
export async function executeAs(
  services: Services,
  accountId: number,
  command: RowCommand,
  id: number
): Promise<boolean> {
  const contacts = await staffContacts.of(services.extensions)(services.db, [accountId])
  const caller = contacts.get(accountId)?.caller
  if (!caller) return false
  const call: CommandCall = {
    ids: [id],
    params: { id: String(id) },
    query: {},
    body: {},
    input: {},
    caller,
    audience: 'ADMIN',
    param: () => id,
    language: caller.language,
    address: '',
    device: null,
    host: '',
    requestId: ''
  }
  await execute(services, command, call)
  return true
}
