/** History as people read it: rendered when it is read, in the reader's language. */
import { type Static, Type } from '@sinclair/typebox'
import type { Language } from '../../contract/languages.ts'
import { isClient, type Reader } from '../access/caller.ts'
import { type NameOf, namesFor } from '../access/identity.ts'
import type { Messages } from '../i18n/messages.ts'
import type { Resource } from '../resources/resource.ts'
import { historyView, visibleFields } from '../resources/select.ts'
import { Instant, Nullable } from '../schema.ts'
import type { Services } from '../services.ts'
import { changesOf, type PastChange, staffOnly } from './history.ts'

export const HistoryEntry = Type.Object({
  date: Instant,
  statusDescription: Type.String(),
  user: Nullable(Type.String({ description: 'null: an unknown user' })),
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() }))
})

type Entry = Static<typeof HistoryEntry>

/** The changes that the reader may know of: what a command did for staff alone, and events that are not for clients, are not. */
export const changesFor = (
  { clientHistory }: Resource,
  changes: readonly PastChange[],
  reader: Reader
): readonly PastChange[] =>
  isClient(reader)
    ? changes.filter(({ code, params }) => !params[staffOnly] && (clientHistory?.events.includes(code) ?? true))
    : changes

/** What a change was, in words. Entries from before these parameters existed were for all, and of one thing. */
export const sentenceOf = (messages: Messages, language: Language, { code, params }: PastChange): string =>
  messages.say(language, `${code}.history`, { [staffOnly]: 0, count: 1, ...params })

/** Changes of one thing, newest first. Fields that the reader's role may not see are left out. */
export async function historyOf(services: Services, resource: Resource, id: number, reader: Reader) {
  const { db, messages } = services
  const changes = changesFor(resource, await changesOf(db, resource.subjectType, id), reader)
  const nameOf = await namesFor(services, db, accountIdsOf(resource, changes), reader)
  const data = changes.map(
    (change): Entry => ({
      date: change.at.toISOString(),
      statusDescription: sentenceOf(messages, reader.language, change),
      user: nameOf(change.accountId),
      changes: changedFields(resource, change, reader, nameOf)
    })
  )
  return { data, total: data.length }
}

/** The accounts that changes name: who made them, and those in their fields. */
export const accountIdsOf = (resource: Resource, changes: readonly PastChange[]): (number | null)[] => [
  ...changes.map(({ accountId }) => accountId),
  ...changes.flatMap(change => accountIdsIn(resource, change))
]

/** The fields that a change has changed, as far as the reader may see them. */
export function changedFields(
  resource: Resource,
  change: PastChange,
  reader: Reader,
  nameOf: NameOf
): Entry['changes'] {
  const seen = new Set(visibleFields(resource, historyView(resource, reader), reader))
  return fieldsOf(change)
    .filter(({ field }) => seen.has(field))
    .map(one => named(resource, one, nameOf))
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
  nameOf: NameOf
): Entry['changes'][number] {
  const field = historyAccounts[change.field]
  if (!field) return change
  const named = (id: unknown): string | null => (typeof id === 'number' ? nameOf(id) : null)
  return { field, before: named(change.before), after: named(change.after) }
}
