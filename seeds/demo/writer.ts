/**
 * Fast inserts: the rows of a batch travel as one array for each column and are spread by `unnest` in the database.
 * Table, column and type names come from this folder's own code; values are always parameters.
 */
import type { Knex } from 'knex'

export type Value = string | number | boolean | null

/** A column: its name, the type of the array that carries it, its value in a row, and an SQL wrapper around it if need be. */
export interface Column<Row> {
  name: string
  type: 'int' | 'float8' | 'numeric' | 'text' | 'boolean' | 'date' | 'jsonb'
  /** Left out: the value is the same in all rows, and `as` is its SQL. */
  of?: (row: Row) => Value
  /** SQL with `$` in place of the value. */
  as?: string
}

/** The kinds of column there are; each is made from its name and its value in a row. */
export interface Columns<Row> {
  int: (name: string, of: (row: Row) => number | null) => Column<Row>
  text: (name: string, of: (row: Row) => string | null) => Column<Row>
  boolean: (name: string, of: (row: Row) => boolean) => Column<Row>
  degrees: (name: string, of: (row: Row) => number | null) => Column<Row>
  numeric: (name: string, of: (row: Row) => number | null) => Column<Row>
  /** From `YYYY-MM-DD`. */
  day: (name: string, of: (row: Row) => string | null) => Column<Row>
  at: (name: string, of: (row: Row) => Date | null) => Column<Row>
  json: (name: string, of: (row: Row) => unknown) => Column<Row>
  /** Several codes of a vocabulary. */
  codes: (name: string, of: (row: Row) => readonly number[]) => Column<Row>
}

export type ColumnsOf<Row> = (c: Columns<Row>) => Column<Row>[]

function columns<Row>(): Columns<Row> {
  return {
    int: (name, of) => ({ name, type: 'int', of }),
    text: (name, of) => ({ name, type: 'text', of }),
    boolean: (name, of) => ({ name, type: 'boolean', of }),
    degrees: (name, of) => ({ name, type: 'float8', of }),
    numeric: (name, of) => ({ name, type: 'numeric', of }),
    day: (name, of) => ({ name, type: 'date', of }),
    at: (name, of) => ({ name, type: 'float8', of: row => seconds(of(row)), as: 'to_timestamp($)' }),
    json: (name, of) => ({ name, type: 'jsonb', of: row => JSON.stringify(of(row)) }),
    codes: (name, of) => ({ name, type: 'text', of: row => `{${of(row).join(',')}}`, as: '$::smallint[]' })
  }
}

/** An insert ready to be sent. */
export interface Insert {
  sql: string
  arrays: string[]
}

/** Inserts the rows into a table, in order. */
export async function insert<Row>(
  trx: Knex.Transaction,
  table: string,
  rows: readonly Row[],
  columnsOf: ColumnsOf<Row>
): Promise<void> {
  if (rows.length > 0) await send(trx, [prepareInsert(table, rows, columnsOf)])
}

/** Sends inserts one after the other: a connection takes one statement at a time. */
export async function send(trx: Knex.Transaction, inserts: readonly Insert[]): Promise<void> {
  for (const { sql, arrays } of inserts) await trx.raw(sql, arrays)
}

/** Makes the statement and its arrays, which is most of this side's work, without touching the database. */
export function prepareInsert<Row>(table: string, rows: readonly Row[], columnsOf: ColumnsOf<Row>): Insert {
  const list = columnsOf(columns<Row>())
  const sent = list.filter(column => column.of)
  const names = list.map(column => column.name)
  const values = list.map(({ name, as = '$' }) => as.replaceAll('$', `row.${name}`))
  return {
    sql: `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
      from unnest(${sent.map(({ type }) => `?::${type}[]`).join(', ')}) as row (${sent.map(({ name }) => name).join(', ')})`,
    arrays: sent.map(({ type, of }) => arrayOf(rows, type, of as (row: Row) => Value))
  }
}

/** Sets the counter behind a table's `id`, after rows were given ids by hand. */
export async function setNextId(trx: Knex.Transaction, table: string): Promise<void> {
  await trx.raw(
    `select setval(pg_get_serial_sequence(?, 'id'), (select coalesce(max(id), 0) + 1 from ${table}), false)`,
    [table]
  )
}

/** PostgreSQL's text form of an array; the client library's own is several times slower. */
function arrayOf<Row>(rows: readonly Row[], type: Column<Row>['type'], of: (row: Row) => Value): string {
  const quoted = type === 'text' || type === 'jsonb'
  const texts = new Array<string>(rows.length)
  for (let i = 0; i < rows.length; i++) {
    const value = of(rows[i] as Row)
    texts[i] = value === null ? 'NULL' : quoted ? `"${escaped(value as string)}"` : String(value)
  }
  return `{${texts.join(',')}}`
}

function escaped(value: string): string {
  return /["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value
}

function seconds(value: Date | null): number | null {
  return value === null ? null : value.getTime() / 1000
}
