/** Security events of commands that were committed. */

import { networkOf } from '../access/address-key.ts'
import type { SecurityEvent } from '../security/events.ts'
import { ofCommand } from '../security/reported.ts'
import type { CommandCall } from './call.ts'
import type { AnyCommand } from './command.ts'

type Origin = Required<Pick<SecurityEvent, 'sessionId' | 'network'>> & { readonly requestId: string | undefined }

/** Where a command came from; what a worker does for a person has neither session, network nor call. */
export const originOf = ({ caller, address, requestId }: CommandCall): Origin => ({
  sessionId: caller?.sessionId || null,
  network: address === '' ? null : networkOf(address),
  requestId: requestId || undefined
})

interface Run {
  /** Whose command it is, and the rows that it is about. */
  readonly about: { readonly accountId: number | null; readonly subjectIds: readonly number[] }
  /** What the command has recorded itself. */
  readonly events: readonly SecurityEvent[]
}

/** What to record of a command: what its module's table says, and what it has recorded itself. */
export function eventsOf(
  command: AnyCommand,
  call: CommandCall,
  { about: { accountId, subjectIds }, events }: Run
): SecurityEvent[] {
  const { input } = call
  const known = { ...originOf(call), accountId, call: command.call, subject: command.name }
  return [...ofCommand(command.name, input, subjectIds), ...events].map(event => ({ ...known, ...event }))
}
