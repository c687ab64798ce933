/** History as people read it; its texts are made at reading, in the reader's language. */
import { type Static, Type } from '@sinclair/typebox'
import { type Schema, unwrapped } from '../../contract/schema.ts'
import { isClient, type Reader } from '../access/caller.ts'
import { type NameOf, namesFor } from '../access/identity.ts'
import type { Messages } from '../i18n/messages.ts'
import { allRows } from '../limits.ts'
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

/** The changes that the reader may know of. Changes for staff only, and events that are not for clients, are left out. */
export const changesFor = (
  { clientHistory }: Resource,
  changes: readonly PastChange[],
  reader: Reader
): readonly PastChange[] =>
  isClient(reader)
    ? changes.filter(({ code, params }) => !params[staffOnly] && (clientHistory?.events.includes(code) ?? true))
    : changes

/** The messages that stand for fixed values of the resource's texts. */
const wordsOf = ({ schema }: Resource): Readonly<Record<string, string>> =>
  Object.assign({}, ...Object.values(schema.properties).map(property => unwrapped(property as Schema).words))

/**
 * The text of a change: `{code}.history`, or for clients `{code}.history.client` where they call its state by another word. Entries older
 * than these parameters were for everybody, and about one thing.
 */
export function sentenceOf(
  messages: Messages,
  reader: Pick<Reader, 'language' | 'role'>,
  resource: Resource,
  { code, params }: PastChange
): string {
  const { language } = reader
  const words = wordsOf(resource)
  const read = Object.entries(params).map(([name, value]) => {
    const word = typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : undefined
    return [name, word ? messages.say(language, word) : value]
  })
  const forClients = `${code}.history.client`
  const key = isClient(reader) && messages.has(language, forClients) ? forClients : `${code}.history`
  return messages.say(language, key, { [staffOnly]: 0, count: 1, ...Object.fromEntries(read) })
}

/** Changes of one thing, newest first. Fields that the reader's role may not see are left out. */
export async function historyOf(services: Services, resource: Resource, id: number, reader: Reader) {
  const { db, messages } = services
  const all = await changesOf(db, resource.subjectType, id)
  const changes = changesFor(resource, all, reader)
  const nameOf = await namesFor(services, db, accountIdsOf(resource, changes), reader)
  const data = changes.map(
    (change): Entry => ({
      date: change.at.toISOString(),
      statusDescription: sentenceOf(messages, reader, resource, change),
      user: nameOf(change.accountId),
      changes: changedFields(resource, change, reader, nameOf)
    })
  )
  // of all entries, not only of those that the reader may know
  return { ...allRows(all), data, total: data.length }
}

/** The accounts that the changes mention: their authors, and those in fields. */
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

/** The fields with their values before and after; a creation has none. */
const fieldsOf = ({ before, after }: PastChange): Entry['changes'] =>
  Object.keys(before).map(field => ({ field, before: before[field] ?? null, after: after[field] ?? null }))

const accountIdsIn = ({ historyAccounts }: Resource, { before, after }: PastChange): number[] =>
  Object.keys(historyAccounts)
    .flatMap(field => [before[field], after[field]])
    .filter(id => typeof id === 'number')

/** History stores accounts by id and without names, because it is kept longer than they are; names are looked up at reading. */
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
