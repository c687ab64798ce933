/**
 * The statement of a question. Without groups it is the statement of the report, sorted, with a row of sums at the end if the report
 * has one (`hasTotal`). With groups, the rows are sorted by their
 * groups, and the database adds a row of sums after each group and one at the end. `level` is 0 for a row, 1 for the sums of the
 * innermost group, and so on. `counted` is the number of rows in the sums. In a row of sums the columns of the inner groups are null.
 * Nulls are sorted last, so sums come after their rows. The statement of the report is executed only once.
 */
import type { Reader } from '../../src/kernel/access/caller.ts'
import { join, literal, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import type { ReportColumn } from './definition.ts'
import type { ReportQuestion } from './question.ts'

/** The quoted name of a column, which comes from the report and not from the caller. */
const named = ({ name }: ReportColumn): Sql => raw(`"${name}"`)

const directionOf = (isDesc: boolean): Sql => raw(isDesc ? 'desc nulls last' : 'asc nulls first')

/** The number of levels of sums. */
export const sumLevels = ({ report, groupBy }: Pick<ReportQuestion, 'report' | 'groupBy'>): number =>
  groupBy.length > 0 || report.hasTotal ? groupBy.length + 1 : 0

/** The statement that gives the rows and sums in their order. */
export function statementOf(question: ReportQuestion, reader: Reader): Sql {
  const { report, values, columns, groupBy, orderBy, isDesc } = question
  const source = report.statement(values, reader)
  const order = sql`${named(orderBy)} ${directionOf(isDesc)}, key`
  const names = join(columns.map(named), ', ')
  if (sumLevels(question) === 0) return sql`select 0 as level, ${names} from (${source}) line order by ${order}`
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

/** The statement that counts the rows of a question, to at most `upTo` + 1. */
export const countOf = ({ report, values }: ReportQuestion, reader: Reader, upTo: number): Sql =>
  sql`select count(*)::int as n from (select 1 from (${report.statement(values, reader)}) line limit ${literal(upTo + 1)}) counted`
