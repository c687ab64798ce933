/**
 * What the house itself does to a thing, outside any person's command: a worker stores the accounting number, a callback
 * brings the invoice. The same order as in execute.ts: lock, judge, change, history in one transaction, hints after commit.
 * History keeps no account for it.
 */
import type { Knex } from 'knex'
import { matches, type WhenMetadata } from '../../contract/when.ts'
import type { Caller } from '../access/caller.ts'
import { query } from '../database/sql.ts'
import { type Change, recordChanges } from '../history/history.ts'
import { changesBetween, type Row, readSnapshot } from '../history/snapshot.ts'
import { lockByIds, type Rows } from '../resources/rows.ts'
import type { Services } from '../services.ts'

/** The house as a reader: it sees what an administrator sees. */
export const theHouse: Caller = {
  accountId: 0,
  sessionId: '',
  role: 'ADMIN',
  companyId: null,
  departmentId: null,
  ownDepartmentOnly: false,
  language: 'pl',
  isActivated: true,
  hasAllRequiredData: true
}

export interface SystemAction {
  /** `{name}.history` is its sentence. */
  readonly name: string
  readonly rows: Rows
  readonly ids: readonly number[]
  /** Rows that do not satisfy it are left as they are. */
  readonly when?: WhenMetadata
  readonly params?: Change['params']
  run(trx: Knex.Transaction, rows: readonly Row[], now: Date): Promise<void>
}

/** Changes the things that the rule allows and gives them as they are then; those gone or forbidden are not among them. */
export async function act(
  services: Services,
  { name, rows, ids, when, params = {}, run }: SystemAction
): Promise<Row[]> {
  const now = services.now()
  const changed = await services.db.transaction(async trx => {
    await query(trx, lockByIds(rows, ids, theHouse))
    const seen = await readSnapshot(trx, rows, ids, theHouse)
    const open = seen.rows.filter(row => matches(when ?? {}, row)).map(({ id }) => id)
    if (open.length === 0) return []
    const isOpen = ({ id }: Row): boolean => open.includes(id)
    const before = { rows: seen.rows.filter(isOpen), audited: seen.audited.filter(isOpen) }
    await run(trx, before.rows, now)
    const after = await readSnapshot(trx, rows, open, theHouse)
    await recordChanges(trx, null, now, changesBetween(rows, before, after, { code: name, params }))
    return [...after.rows]
  })
  for (const row of changed) {
    const companyId = (row.companyId as number | undefined) ?? null
    services.hints.send({ kind: 'changed', resourceType: rows.type, ids: [row.id], companyId })
  }
  return changed
}
