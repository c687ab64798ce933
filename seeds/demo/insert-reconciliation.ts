/**
 * The orders' documents, as far as the sensors' journeys fit them, and what staff have said to orders of the time before documents
 * were kept: so the newest differences are open, as in a business that reconciles.
 */
import type { Knex } from 'knex'
import { withoutIndexes } from './bulk.ts'

export async function insertReconciliation(
  trx: Knex.Transaction,
  { isBulk }: { readonly isBulk: boolean }
): Promise<void> {
  if (isBulk)
    await withoutIndexes(trx, [{ name: 'validators.reconciliations' }], async () => {
      await trx.raw('select validators.reconcile_all()')
    })
  await trx.raw(`
    update warehouse.documents d set order_id = o.id, order_number = o.number
      from (
        select distinct on (d.id) d.id as document_id, o.id, o.number
        from warehouse.documents d join orders.orders o on o.reception_place_id = d.reception_place_id
          and o.order_type_id = 3 and o.status in (3, 5) and abs(o.receiving_date - d.document_date) <= 3
        where d.document_type in (1, 2) and d.document_status = 1
        order by d.id, abs(o.receiving_date - d.document_date), o.id) o
      where o.document_id = d.id;
    update validators.reconciliations r set explained = differences, comment = 'Sprzed wprowadzenia uzgodnień',
        explained_at = newest.day - interval '30 days', explained_by = (select min(id) from users.accounts where role = 1)
      from (select max(finished_at) as day from validators.reconciliations) newest
      where r.differences > 0 and r.finished_at < newest.day - interval '45 days'`)
}
