/**
 * What the application does by itself: a worker stores an accounting number, a callback brings an invoice, silence
 * marks a container as disconnected. It runs like any command (lock, rule, change and history in one transaction, hints after
 * commit); history keeps no account for it. Rows that its rule does not allow are left as they are.
 */
import type { Knex } from 'knex'
import type { When } from '../../contract/when.ts'
import { matches, type WhenMetadata } from '../../contract/when.ts'
import { system } from '../access/caller.ts'
import { recordAudit } from '../audit/audit.ts'
import { query } from '../database/sql.ts'
import { addedParams, type Params } from '../history/history.ts'
import { recordAndFollow } from '../history/on-changes.ts'
import { changesBetween, readSnapshot, type Row as SnapshotRow } from '../history/snapshot.ts'
import { type Hint, hintsAbout } from '../realtime/hints.ts'
import type { Resource, RowOf } from '../resources/resource.ts'
import { lockByIds } from '../resources/select.ts'
import type { Services } from '../services.ts'

export interface SystemContext {
  readonly trx: Knex.Transaction
  readonly now: Date
  readonly services: Services
  /** Adds to what history says of this change; with an id, of that row alone. */
  addAuditParams(params: Params, id?: number): void
}

export interface SystemCommand<Row, I> {
  readonly kind: 'system'
  /** `{name}.history` is its sentence. */
  readonly name: string
  readonly resource: Resource
  readonly when?: When<Row>
  run(context: SystemContext, rows: readonly Row[], input: I): Promise<void>
}

/** A command that only the application itself runs. `I` is its input. */
export const defineSystemCommand = <R extends Resource, I = void>(
  resource: R,
  command: Omit<SystemCommand<RowOf<R>, I>, 'kind' | 'resource'>
): SystemCommand<RowOf<R>, I> => ({ ...command, kind: 'system', resource })

/**
 * Runs a system command on these rows in a transaction of its own.
 * @returns the rows that it changed, as they are then; those gone or not allowed are not among them
 */
export async function runAsSystem<Row, I>(
  services: Services,
  command: SystemCommand<Row, I>,
  ids: readonly number[],
  input: I
): Promise<readonly Row[]> {
  const now = services.now()
  const { rows, hints } = await services.db.transaction(trx => runWithin(services, trx, now, command, ids, input))
  for (const hint of hints) services.hints.send(hint)
  return rows
}

/** Whose act it is, and by which call; of what the application does by itself neither. */
export interface Cause {
  readonly accountId?: number | null
  readonly requestId?: string | null
}

/** The same within a transaction; the caller sends the hints after the commit. History names the account, if there is one. */
export async function runWithin<Row, I>(
  services: Services,
  trx: Knex.Transaction,
  now: Date,
  { name, resource, when, run }: SystemCommand<Row, I>,
  ids: readonly number[],
  input: I,
  { accountId = null, requestId = null }: Cause = {}
): Promise<{ readonly rows: readonly Row[]; readonly hints: readonly Hint[] }> {
  await query(trx, lockByIds(resource, ids, system))
  const locked = await readSnapshot(trx, resource, ids, system)
  const allowed = new Set(locked.rows.filter(row => matches(when as WhenMetadata, row)).map(({ id }) => id))
  if (allowed.size === 0) return { rows: [], hints: [] }
  const isAllowed = ({ id }: SnapshotRow): boolean => allowed.has(id)
  const before = { rows: locked.rows.filter(isAllowed), audited: locked.audited.filter(isAllowed) }
  const params = addedParams()
  const context: SystemContext = { trx, now, services, addAuditParams: params.add }
  await run(context, before.rows as readonly Row[], input)
  const after = await readSnapshot(trx, resource, [...allowed], system)
  const changes = changesBetween(resource, before, after, { code: name, paramsOf: params.of })
  await recordAndFollow({ trx, services, now, accountId, reader: system, changes })
  const about = { resourceType: resource.subjectType, subjectIds: [...allowed] }
  await recordAudit.of(services.extensions)(trx, {
    at: now,
    accountId,
    audience: 'system',
    command: name,
    requestId,
    ...about
  })
  return { rows: after.rows as readonly Row[], hints: hintsAbout(resource, [...before.rows, ...after.rows]) }
}
