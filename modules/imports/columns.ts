/** Which column is which field, as persons have said it; remembered for each person and kind. */
import { type Database, query, sql } from '../../src/kernel/database/sql.ts'
import { type ColumnChoice, foldedHeader } from './reading/guess.ts'
import type { KindName } from './schema.ts'

export async function rememberedColumns(
  database: Database,
  accountId: number,
  kind: KindName
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await query<{ header: string; field: string | null }>(
    database,
    sql`select header, field from imports.remembered where account_id = ${accountId} and kind = ${kind}`
  )
  return new Map(rows.map(({ header, field }) => [header, field]))
}

export async function rememberColumns(
  trx: Database,
  accountId: number,
  kind: KindName,
  columns: readonly ColumnChoice[]
): Promise<void> {
  const rows = new Map(columns.map(({ header, field }) => [foldedHeader(header), field]))
  rows.delete('')
  await query(
    trx,
    sql`insert into imports.remembered (account_id, kind, header, field)
      select ${accountId}, ${kind}, c.header, c.field
      from jsonb_to_recordset(${JSON.stringify([...rows].map(([header, field]) => ({ header, field })))}::jsonb) as c (header text, field text)
      on conflict (account_id, kind, header) do update set field = excluded.field`
  )
}
