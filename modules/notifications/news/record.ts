/**
 * Stores the changes that clients get news of, in the statement that writes the command's history. Nothing is sent at once, because staff
 * often do several things to an order within minutes, and undo some (`tell.ts`).
 */
import { isClient } from '../../../src/kernel/access/caller.ts'
import { sql } from '../../../src/kernel/database/sql.ts'
import { type Change, staffOnly } from '../../../src/kernel/history/history.ts'
import { onChanges } from '../../../src/kernel/history/on-changes.ts'
import { clientNews, type NewsSource } from './source.ts'

const picked = (fields: Change['before'], names: readonly string[]): Change['before'] =>
  Object.fromEntries(names.filter(name => name in fields).map(name => [name, fields[name]]))

/** The part of a change that is news; undefined if there is none. What is created has no values before. */
function newsOf({ fields }: NewsSource, { subjectId: id, params, before, after }: Change) {
  const isNews = params[staffOnly] === undefined && fields.some(name => name in before && name in after)
  return isNews ? { id, before: picked(before, fields), after: picked(after, fields) } : undefined
}

export const recordNews = onChanges.fill(({ services, now, accountId, reader, changes }) =>
  clientNews.all(services.extensions).flatMap(source => {
    if (isClient(reader) && !source.ofClients) return []
    const ofType = changes.filter(({ resourceType }) => resourceType === source.resourceType)
    const news = ofType.flatMap(change => newsOf(source, change) ?? [])
    if (news.length === 0) return []
    const told = source.told(news.map(({ id }) => id))
    return sql`insert into notifications.news (account_id, resource_type, subject_id, before, after, since)
      select told.account_id, ${source.resourceType}, changed.id, changed.before, changed.after, ${now}
      from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as changed (id int, before jsonb, after jsonb)
        join (${told}) told on told.subject_id = changed.id
      where told.account_id is distinct from ${accountId}`
  })
)
