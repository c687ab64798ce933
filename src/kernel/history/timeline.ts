/** History as people read it: rendered when it is read, in the reader's language. */
import { type Static, Type } from '@sinclair/typebox'
import type { Reader } from '../access/caller.ts'
import { accountNames } from '../access/identity.ts'
import type { Resource } from '../resources/resource.ts'
import { visibleFields } from '../resources/select.ts'
import { Instant, Nullable } from '../schema.ts'
import type { Services } from '../services.ts'
import { changesOf, type PastChange } from './history.ts'

export const HistoryEntry = Type.Object({
  date: Instant,
  statusDescription: Type.String(),
  user: Nullable(Type.String({ description: 'null: an unknown user' })),
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() }))
})

type Entry = Static<typeof HistoryEntry>

/** Changes of one thing, newest first. Fields that the reader's role may not see are left out. */
export async function historyOf(services: Services, resource: Resource, id: number, reader: Reader) {
  const { db, extensions, messages } = services
  const changes = await changesOf(db, resource.type, id)
  const ids = [
    ...changes.flatMap(({ accountId }) => accountId ?? []),
    ...changes.flatMap(change => accountIdsIn(resource, change))
  ]
  const names = await accountNames.of(extensions)(db, [...new Set(ids)])
  const seen = new Set(visibleFields(resource, 'history', reader))
  const data = changes.map(
    (change): Entry => ({
      date: change.at.toISOString(),
      statusDescription: messages.say(reader.language, `${change.code}.history`, change.params),
      user: names.get(change.accountId ?? 0) ?? null,
      changes: fieldsOf(change)
        .filter(({ field }) => seen.has(field))
        .map(one => named(resource, one, names))
    })
  )
  return { data, total: data.length }
}

/** What changed from what to what; a creation changes nothing. */
const fieldsOf = ({ before, after }: PastChange): Entry['changes'] =>
  Object.keys(before).map(field => ({ field, before: before[field] ?? null, after: after[field] ?? null }))

const accountIdsIn = ({ historyAccounts }: Resource, { before, after }: PastChange): number[] =>
  Object.keys(historyAccounts)
    .flatMap(field => [before[field], after[field]])
    .filter(id => typeof id === 'number')

/** History keeps accounts by their ids and no names, because it outlives them; they are named when it is read. */
function named(
  { historyAccounts }: Resource,
  change: Entry['changes'][number],
  names: ReadonlyMap<number, string>
): Entry['changes'][number] {
  const field = historyAccounts[change.field]
  if (!field) return change
  const nameOf = (id: unknown): string | null => names.get(id as number) ?? null
  return { field, before: nameOf(change.before), after: nameOf(change.after) }
}
