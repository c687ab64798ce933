/** What a module fills in, so that clients are told of changes of its things. */
import type { CodeOf } from '../../../src/contract/vocabulary.ts'
import type { Caller } from '../../../src/kernel/access/caller.ts'
import type { Database, Sql } from '../../../src/kernel/database/sql.ts'
import { defineExtensionPoint, type Extensions } from '../../../src/kernel/extension-points.ts'
import type { Say } from '../queue.ts'
import type { ClientNews } from '../schema.ts'

/** The values of some fields of a row, as its history has them. */
export type Fields = Readonly<Record<string, unknown>>

/** What has changed of a row since a person was told last: only fields that differ. */
export interface NetChange {
  readonly id: number
  readonly before: Fields
  readonly after: Fields
}

export interface NewsEvent {
  readonly kind: CodeOf<typeof ClientNews>
  /** In two or three words, for subjects and SMS: `przyjęte`. */
  readonly short: string
  /** Sentences, one or more lines. */
  readonly text: string
}

/** What a person is told of one thing. Names that people have chosen must be in one line (`oneLine`). */
export interface News {
  readonly id: number
  /** Further things of the same type that it is about. */
  readonly alsoIds?: readonly number[]
  /** What the thing is: `Zamówienie Z/2026/000123`. */
  readonly title: string
  /** Further lines that say which one it is. */
  readonly details: readonly string[]
  /** Where the portal shows it: a path with its query. */
  readonly path: string
  /** Where a message leads instead, as a whole address: a page that opens without signing in. The bell keeps to the path. */
  readonly link?: string
  /** What has happened to it. Those of which the person does not want to be told are left out of the message. */
  readonly events: readonly NewsEvent[]
}

export interface NewsContext {
  readonly trx: Database
  readonly extensions: Extensions
  /** The person who is told: it may be told only what it may see. */
  readonly reader: Caller
  readonly hasPassword: boolean
  readonly now: Date
  /** In the language of the reader. */
  readonly say: Say
}

/**
 * Something that happens without a change of a field: a creation, a comment. In the net change it is a field of its own: `before` has the
 * instant of the first time that the person was not told of, as ISO 8601, and `after` is true.
 */
export interface Occasion {
  readonly field: string
  /** Also where a client has done it. */
  readonly ofClients?: true
  /** Whoever has done it is told, too. */
  readonly ofSelf?: true
  /** Others than those who are told of changes. */
  told?(ids: readonly number[]): Sql
}

/**
 * The news of a module: which changes clients are told of, and in what words. A person is told of all that has happened since the first
 * change that it was not told of in one message, by e-mail and SMS as the person wants (`news/`).
 */
export interface NewsSource {
  /** The resource type in the history. */
  readonly resourceType: string
  /** The fields of the history whose changes are news. Creations are none. */
  readonly fields: readonly string[]
  /** News without a changed field, by the code of the history: the command's name. */
  readonly occasions?: Readonly<Record<string, Occasion>>
  /** Changes by clients themselves are news, too, for others than who made them. */
  readonly ofClients?: true
  /** A statement of who is told of the changes of these rows: `subject_id, account_id`. */
  told(ids: readonly number[]): Sql
  /** What there is to say of the rows; nothing of those that have changed back, or that the reader may not see. */
  newsOf(context: NewsContext, changed: readonly NetChange[]): Promise<readonly News[]>
}

export const clientNews = defineExtensionPoint<NewsSource>('notifications.clientNews')
