/**
 * Inserting a million rows is several times faster without secondary indexes, foreign keys and row triggers, which are then
 * made again over all rows at once. All of it happens in the caller's transaction, and is rolled back with it.
 */
import type { Knex } from 'knex'

export interface BulkTable {
  name: string
  /** Triggers to leave out; the work does what they would have done. */
  without?: readonly string[]
}

/**
 * Runs `work` with the tables stripped of foreign keys, unique constraints (primary keys stay), plain indexes and the
 * named triggers, then puts all of them back as they were; the rows are checked as they are put back.
 */
export async function withoutIndexes(
  trx: Knex.Transaction,
  tables: readonly BulkTable[],
  work: () => Promise<void>
): Promise<void> {
  const names = tables.map(table => table.name)
  const { rows: constraints } = await trx.raw<{ rows: Definition[] }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = any(?::regclass[]) and contype in ('f', 'u') order by contype desc, conname`,
    [names]
  )
  const { rows: indexes } = await trx.raw<{ rows: Definition[] }>(
    `select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any(?::regclass[]) and not indisprimary
       and not exists (select from pg_constraint where conindid = indexrelid) order by indexrelid`,
    [names]
  )

  for (const { table, name } of constraints) await trx.raw(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await trx.raw(`drop index ${name}`)
  for (const { name, without = [] } of tables) {
    for (const trigger of without) await trx.raw(`alter table ${name} disable trigger ${trigger}`)
  }
  await work()
  for (const { definition } of indexes) await trx.raw(definition)
  for (const { table, name, definition } of constraints)
    await trx.raw(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name, without = [] } of tables) {
    for (const trigger of without) await trx.raw(`alter table ${name} enable trigger ${trigger}`)
  }
}

interface Definition {
  table: string
  name: string
  definition: string
}
