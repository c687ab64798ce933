/** History as people read it: rendered when it is read, in the reader's language. */
import { Type } from '@sinclair/typebox'
import type { Caller } from '../access/caller.ts'
import { type Rows, visibleFields } from '../resources/rows.ts'
import { Instant, Nullable } from '../schema.ts'
import type { Services } from '../services.ts'
import { changesOf, type PastChange } from './history.ts'

export const HistoryEntry = Type.Object({
  date: Instant,
  statusDescription: Type.String(),
  user: Nullable(Type.String({ description: 'null: an unknown user' })),
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() }))
})

/** Changes of one thing, newest first. Fields that the reader's role may not see are left out. */
export async function historyOf(services: Services, rows: Rows, id: number, caller: Caller) {
  const changes = await changesOf(services.db, rows.type, id)
  const accounts = [...new Set(changes.flatMap(({ accountId }) => accountId ?? []))]
  const names = await services.registries.names(services.db, accounts)
  const seen = visibleFields(rows, caller)
  const data = changes.map(change => ({
    date: change.at.toISOString(),
    statusDescription: services.messages.say(caller.language, `${change.code}.history`, change.params),
    user: names.get(change.accountId ?? 0) ?? null,
    changes: fieldsOf(change).filter(({ field }) => seen.includes(field))
  }))
  return { data, total: data.length }
}

/** What changed from what to what; the birth of a thing changes nothing. */
const fieldsOf = ({ before, after }: PastChange) =>
  Object.keys(before).map(field => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
