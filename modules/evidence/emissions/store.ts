/** Keeps the emissions of a statement with the factors as they are when it is issued, and reads them again. */
import type { Static } from '@sinclair/typebox'
import { type Database, query, sql } from '../../../src/kernel/database/sql.ts'
import { waysOfLoads } from '../../orders/public.ts'
import { EmissionRecord } from '../models.ts'
import { emissionsOf, type Factor, type RowToReckon } from './reckon.ts'
import { type EmissionSum, FactorBasis } from './schema.ts'

export type KeptEmission = Static<typeof EmissionSum>

const factorsWithin = (database: Database, firstDay: string, lastDay: string): Promise<Factor[]> =>
  query<Factor>(
    database,
    sql`select id, name, basis, process, value::float8 as value, source, year, to_char(first_day, 'YYYY-MM-DD') as "firstDay",
        to_char(last_day, 'YYYY-MM-DD') as "lastDay"
      from evidence.factors where first_day <= ${lastDay}::date and coalesce(last_day, 'infinity') >= ${firstDay}::date order by id`
  )

interface ToReckon {
  readonly firstDay: string
  readonly lastDay: string
  readonly rows: readonly RowToReckon[]
}

/** Nothing is kept where no factor is valid in the period. */
export async function keepEmissions(trx: Database, statementId: number, of: ToReckon): Promise<void> {
  const { firstDay, lastDay, rows } = of
  const factors = await factorsWithin(trx, firstDay, lastDay)
  const isDriven = factors.some(({ basis }) => basis !== FactorBasis.tonne)
  const ways = isDriven ? await waysOfLoads(trx, [...new Set(rows.map(({ orderId }) => orderId))]) : new Map()
  const records = emissionsOf(rows, ways, factors).map(({ factor, ...sums }) => ({
    ...{ statementId, ...sums, name: factor?.name ?? null, basis: factor?.basis ?? null },
    ...{ process: factor?.process ?? null, value: factor?.value ?? null },
    ...{ source: factor?.source ?? null, year: factor?.year ?? null }
  }))
  if (records.length > 0) await EmissionRecord.query(trx).insert(records)
}

/** The emissions of an issued statement: those of transport first, then those that recovery avoids. */
export const emissionsOfStatement = (database: Database, id: number): Promise<KeptEmission[]> =>
  query<KeptEmission>(
    database,
    sql`select kind, name, basis, process, value::float8 as value, source, year, rows, kilograms, quantity::float8 as quantity,
        emissions::float8 as emissions, reason
      from evidence.emissions where statement_id = ${id} order by id`
  )
