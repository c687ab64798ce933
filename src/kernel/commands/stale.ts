/** The refusal of a command on a version of its row that is no longer the present one. */
import type { Caller } from '../access/caller.ts'
import { namesFor } from '../access/identity.ts'
import { throwProblem } from '../errors/errors.ts'
import { changesOf } from '../history/history.ts'
import type { Row } from '../history/snapshot.ts'
import { accountIdsOf, changedFields, changesFor, sentenceOf } from '../history/timeline.ts'
import type { Resource } from '../resources/resource.ts'
import type { CommandContext } from './command.ts'

/** Refuses with the present row, and who has changed what since `version`. */
export async function refuseStale(
  { services, trx }: CommandContext,
  caller: Caller,
  resource: Resource,
  row: Row,
  version: number
): Promise<never> {
  const { language } = caller
  const since = changesFor(resource, await changesOf(trx, resource.subjectType, row.id, version), caller)
  const nameOf = await namesFor(services, trx, accountIdsOf(resource, since), caller)
  const changes = since.map(change => ({
    at: change.at.toISOString(),
    who: nameOf(change.accountId) ?? services.messages.say(language, 'kernel.unknownUser'),
    what: sentenceOf(services.messages, caller, resource, change),
    fields: changedFields(resource, change, caller, nameOf)
  }))
  return throwProblem('stale', { extra: { current: row, changes } })
}
