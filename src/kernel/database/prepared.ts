/**
 * Statements that PostgreSQL plans once for each connection. Planning the seven joins of a list takes longer than reading a
 * page of it. A statement that has a name is planned for its first calls only (five times with
 * its values, then once for all), and later calls bind and run it.
 *
 * - The name is a hash of the text, so the same text has one plan, and a new release's text another one.
 * - Only texts of which there are finitely many are to be named: values that say what is read (an id, a company) are
 *   parameters, values that decide how it is read (a status, a page's limit) are literals in the text. A statement whose
 *   best plan depends on a parameter (the term of a search) is not named.
 * - A connection keeps at most `maxPrepared` of them. The one that was used least recently is closed for a new one.
 * - A migration while connections live makes PostgreSQL plan anew. Where a result would have another type than it was
 *   prepared for, PostgreSQL refuses ("cached plan must not change result type"): the name is forgotten, and the statement sent
 *   again without one. Within a transaction that is not possible; the statements that run there answer in JSON,
 *   which no migration changes.
 *
 * The names live in the connection (`parsedStatements` of pg): a new connection, after a restart of the database, has none.
 */
import { createHash } from 'node:crypto'
import { closePrepared, type PgClient } from './pg-internals.ts'

/** Most statements a connection keeps: a list's statement with its plan takes some 300 kB in the database, so 15 MB at most. */
export const maxPrepared = 50

/** Names of the texts seen last: a list's statement has thousands of characters, and is hashed only once. */
const known = new Map<string, string>()
const maxKnown = 1_000

/** The name that a statement is prepared under: the same for the same text, in every process. */
export function statementName(text: string): string {
  const name = known.get(text) ?? createHash('sha256').update(text).digest('base64url').slice(0, 27)
  if (known.size >= maxKnown) known.clear()
  known.set(text, name)
  return name
}

/** Whether the database refused a prepared statement because the type of its result has changed. */
export const isOutdated = (error: unknown): boolean =>
  (error as { routine?: string } | null)?.routine === 'RevalidateCachedQuery'

/** Limits the names of one connection, and replaces those that have become invalid. */
export interface Names {
  /** To be called before a query is sent. */
  use(name: string): void
  /** The next use prepares it again. */
  forget(name: string): void
}

/** The names of a connection, in the order of their last use. */
export function namesOf(client: PgClient, limit = maxPrepared): Names {
  const names = new Set<string>()
  const forget = (name: string): void => {
    if (names.delete(name)) closePrepared(client, name)
  }
  return {
    forget,
    use(name) {
      if (!names.delete(name) && names.size >= limit) {
        const [oldest] = names
        if (oldest !== undefined) forget(oldest)
      }
      names.add(name)
    }
  }
}
