/** A statement with a time limit, after which it is given up. */
import { type Database, query, type Sql } from './sql.ts'

const canceled = '57014'

/**
 * The rows, or undefined when the statement takes longer than so many milliseconds; PostgreSQL then ends it. Inside an open
 * transaction no limit is set, because ending the statement would end the transaction, too.
 */
export async function queryWithin<Row>(database: Database, statement: Sql, ms: number): Promise<Row[] | undefined> {
  if (database.isTransaction) return undefined
  try {
    return await database.transaction(async trx => {
      await trx.raw(`set local statement_timeout = ${Math.ceil(ms)}`)
      return query<Row>(trx, statement)
    })
  } catch (error) {
    if ((error as { code?: string }).code === canceled) return undefined
    throw error
  }
}
