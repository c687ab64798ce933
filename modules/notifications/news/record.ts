/**
 * Stores the changes that clients get news of, in the statement that writes the command's history. Nothing is sent at once, because staff
 * often do several things to an order within minutes, and undo some (`tell.ts`).
 */
import { isClient } from '../../../src/kernel/access/caller.ts'
import { raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { type Change, staffOnly } from '../../../src/kernel/history/history.ts'
import { type ChangesMade, onChanges } from '../../../src/kernel/history/on-changes.ts'
import { clientNews, type Fields, type NewsSource } from './source.ts'

interface Row {
  readonly id: number
  readonly before: Fields
  readonly after: Fields
}

const picked = (fields: Change['before'], names: readonly string[]): Change['before'] =>
  Object.fromEntries(names.filter(name => name in fields).map(name => [name, fields[name]]))

/** The part of a change that is news; undefined if there is none. What is created has no values before. */
function newsOf({ fields }: NewsSource, { subjectId: id, before, after }: Change): Row | undefined {
  const isNews = fields.some(name => name in before && name in after)
  return isNews ? { id, before: picked(before, fields), after: picked(after, fields) } : undefined
}

function insert(
  { now, accountId }: ChangesMade,
  resourceType: string,
  told: Sql,
  rows: readonly Row[],
  ofSelf = false
) {
  return sql`insert into notifications.news (account_id, resource_type, subject_id, before, after, since)
    select told.account_id, ${resourceType}, changed.id, changed.before, changed.after, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as changed (id int, before jsonb, after jsonb)
      join (${told}) told on told.subject_id = changed.id
    where ${ofSelf ? raw('true') : sql`told.account_id is distinct from ${accountId}`}`
}

const idsOf = (rows: readonly Row[]): number[] => rows.map(({ id }) => id)

/** The changed fields that are news. */
function fieldsChanged(made: ChangesMade, source: NewsSource, changes: readonly Change[]): Sql[] {
  if (isClient(made.reader) && !source.ofClients) return []
  const rows = changes.flatMap(change => newsOf(source, change) ?? [])
  return rows.length === 0 ? [] : [insert(made, source.resourceType, source.told(idsOf(rows)), rows)]
}

/** What is news without a changed field. */
function occasions(made: ChangesMade, source: NewsSource, changes: readonly Change[]): Sql[] {
  return Object.entries(source.occasions ?? {}).flatMap(([code, occasion]) => {
    const ofCode = changes.filter(change => change.code === code)
    if (ofCode.length === 0 || (isClient(made.reader) && !occasion.ofClients)) return []
    const { field } = occasion
    const rows = ofCode.map(({ subjectId: id }) => ({
      id,
      before: { [field]: made.now.toISOString() },
      after: { [field]: true }
    }))
    const told = (occasion.told ?? source.told)(idsOf(rows))
    return [insert(made, source.resourceType, told, rows, occasion.ofSelf)]
  })
}

export const recordNews = onChanges.fill(made =>
  clientNews.all(made.services.extensions).flatMap(source => {
    const changes = made.changes.filter(
      ({ resourceType, params }) => resourceType === source.resourceType && params[staffOnly] === undefined
    )
    return [...fieldsChanged(made, source, changes), ...occasions(made, source, changes)]
  })
)
