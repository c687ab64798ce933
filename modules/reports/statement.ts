/**
 * The statement of a question. Without groups it is the report's own, sorted. With groups, rows stand in their groups, and under
 * each group, and at the end of all, the database adds a row of sums: `level` is 0 for a row, 1 for the sums of the innermost
 * group, and so on; `counted` is how many rows are in them. Sums have nothing in the groups further in, and nothing comes last, so
 * they stand under their rows. All rows come from one reading of the report's statement.
 */
import type { Reader } from '../../src/kernel/access/caller.ts'
import { join, literal, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import type { ReportColumn } from './definition.ts'
import type { ReportQuestion } from './question.ts'

/** The column's name, which is the report's own text. */
const named = ({ name }: ReportColumn): Sql => raw(`"${name}"`)

const directionOf = (isDesc: boolean): Sql => raw(isDesc ? 'desc nulls last' : 'asc nulls first')

/** How many levels of sums the question has. */
export const sumLevels = ({ groupBy }: Pick<ReportQuestion, 'groupBy'>): number =>
  groupBy.length === 0 ? 0 : groupBy.length + 1

/** The rows and sums, in their order. */
export function statementOf(question: ReportQuestion, reader: Reader): Sql {
  const { report, values, columns, groupBy, orderBy, isDesc } = question
  const source = report.statement(values, reader)
  const order = sql`${named(orderBy)} ${directionOf(isDesc)}, key`
  const names = join(columns.map(named), ', ')
  if (groupBy.length === 0) return sql`select 0 as level, ${names} from (${source}) line order by ${order}`
  const all = [...new Set([...columns, orderBy])]
  const line = sql`select 0 as level, null::int as counted, line.key::text as key, ${join(all.map(named), ', ')} from line`
  const sums = Array.from({ length: groupBy.length + 1 }, (_, at) => {
    const inner = groupBy.slice(0, groupBy.length - at)
    const cells = all.map(column => {
      if (inner.includes(column)) return named(column)
      return column.isSummed && columns.includes(column) ? sql`sum(${named(column)})` : raw('null')
    })
    const by = inner.length > 0 ? sql` group by ${join(inner.map(named), ', ')}` : raw('')
    return sql`select ${literal(at + 1)}, count(*)::int, null, ${join(cells, ', ')} from line${by}`
  })
  return sql`with line as materialized (${source})
    select level, counted, ${names} from (${join([line, ...sums], ' union all ')}) lines
    order by ${join([...groupBy.map(column => sql`${named(column)} asc nulls last`), sql`level`, order], ', ')}`
}

/** How many rows the question has, counted up to just past a number. */
export const countOf = ({ report, values }: ReportQuestion, reader: Reader, upTo: number): Sql =>
  sql`select count(*)::int as n from (select 1 from (${report.statement(values, reader)}) line limit ${literal(upTo + 1)}) counted`
