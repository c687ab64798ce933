/** Warehouse documents, the movements of those that were approved, and the levels that follow. */
import type { Knex } from 'knex'
import type { Business } from './business.ts'
import { insert, setNextId } from './writer.ts'

export async function insertDocuments(trx: Knex.Transaction, business: Business): Promise<void> {
  const { documents, movements, levels } = business
  await insert(trx, 'warehouse.documents', documents, c => [
    c.int('id', row => row.id),
    c.text('number', row => row.number),
    c.int('document_type', row => row.type),
    c.int('document_status', row => row.status),
    c.day('document_date', row => row.date),
    c.text('description', row => row.description),
    c.int('containers_number', row => row.containers),
    c.int('company_id', row => row.companyId),
    c.int('department_id', row => row.departmentId),
    c.int('reception_place_id', row => row.placeId),
    c.int('internal_store_id', row => row.storeId),
    c.int('corrects_id', row => row.correctsId),
    c.int('created_by', row => row.createdBy),
    c.at('created_at', row => row.createdAt)
  ])
  await setNextId(trx, 'warehouse.documents')
  await continueNumbers(trx, documents)

  const places = [...levels.keys()].flatMap(level => (level.startsWith('place ') ? Number(level.slice(6)) : []))
  await insert(trx, 'warehouse.stock_levels', places, c => [c.int('reception_place_id', id => id)])
  const ids = await levelIds(trx)
  await insert(trx, 'warehouse.stock_movements', movements, c => [
    c.int('document_id', row => row.documentId),
    c.int('level_id', row => ids.get(row.level) ?? null),
    c.int('amount', row => row.amount),
    c.int('reserved', row => row.reserved),
    c.at('created_at', row => row.at)
  ])
  await trx.raw(`
    update warehouse.stock_levels level set containers_amount = moved.amount, reserved = moved.reserved
    from (select level_id, sum(amount) as amount, sum(reserved) as reserved from warehouse.stock_movements group by level_id) moved
    where level.id = moved.level_id`)
}

/** The next document of a code and year has the next number. */
async function continueNumbers(trx: Knex.Transaction, documents: Business['documents']): Promise<void> {
  const last = new Map<string, number>()
  for (const { number } of documents) {
    const [code, year, n] = number.split('/')
    last.set(`${code}/${year}`, Number(n))
  }
  for (const [series, n] of last) {
    const [code, year] = series.split('/') as [string, string]
    await trx.raw('select warehouse.next_number(?, ?::int)', [code, year])
    await trx.raw(`select setval(format('warehouse.%I', ?::text)::regclass, ?::int)`, [`numbers_${code}_${year}`, n])
  }
}

async function levelIds(trx: Knex.Transaction): Promise<Map<string, number>> {
  const { rows } = await trx.raw<{ rows: { level: string; id: number }[] }>(
    `select coalesce('store ' || internal_store_id, 'place ' || reception_place_id, 'transit') as level, id
      from warehouse.stock_levels`
  )
  return new Map(rows.map(({ level, id }) => [level, id]))
}
