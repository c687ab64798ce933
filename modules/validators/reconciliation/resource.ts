/**
 * Reconciliation as a list: every completed order with its tonnes, KPO, warehouse document and invoice, and the differences between
 * them. The database updates the rows and their state (migrations/069_reconciliation.ts).
 */
import { Type } from '@sinclair/typebox'
import { codesOf } from '../../../src/contract/vocabulary.ts'
import { isOneOf, literal, raw, rowsOf, sql } from '../../../src/kernel/database/sql.ts'
import { day, filter, joined } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf } from '../../../src/kernel/schema.ts'
import { itemName, joinItems } from '../../catalogue/public.ts'
import { companyIds, joinCompany, joinPlace, placeAddress } from '../../companies/public.ts'
import { joinOrder, orderTexts } from '../../orders/public.ts'
import { containersOnDocuments, isApproved, leftJoinDocument } from '../../warehouse/public.ts'
import { ValidatorKind } from '../schema.ts'
import { Difference, Reconciliation, ReconciliationState } from './schema.ts'

/** The bit of a difference in the column of differences. */
const bitOf = (difference: number): number => 2 ** difference
const everyDifference = Array.from({ length: 2 ** codesOf(Difference).length }, (_, bits) => bits)

/** For so many days after the finish a missing invoice is no fault: it is being written. The check of orders waits as long. */
const graceSql = `(select make_interval(days => (validator.thresholds ->> 'days')::int)
  from validators.kinds validator where validator.kind = ${ValidatorKind.missingInvoice})`

const dueSql = `(papers.differences & ~${bitOf(Difference.noInvoice)} <> 0
  or papers.differences <> 0 and papers.finished_at < now() - ${graceSql})`

export const reconciliations = defineResource({
  type: 'validators.reconciliation',
  title: 'reconciled order',
  path: '/api/Admin/Reconciliations',
  access: ['ADMIN'],
  schema: Reconciliation,
  table: 'validators.reconciliations',
  alias: 'papers',
  joins: {
    ord: joinOrder('ord', 'papers.id'),
    item: { sql: joinItems('item', 'ord.order_type_item_id'), after: 'ord' },
    place: { sql: joinPlace('place', 'ord.reception_place_id'), after: 'ord' },
    company: joinCompany('company', 'papers.company_id'),
    document: leftJoinDocument('document', 'papers.document_id')
  },
  fields: {
    // Order numbers have the same order as ids.
    number: { sql: 'ord.number', join: 'ord', sort: ['papers.id'], walk: 'parts' },
    finishedAt: { ...day('papers.finished_at'), walk: 'parts' },
    company: joined('company', 'name', {
      sort: ['company.name', 'company.id'],
      walk: { column: 'company_id', values: companyIds }
    }),
    receptionPlace: { sql: placeAddress('place'), join: 'place' },
    orderTypeItemName: { sql: ({ language }) => itemName('item', language), join: 'item' },
    type: joined('ord', 'order_type_id'),
    quantityTaken: joined('ord', 'quantity_taken'),
    tonnage: { sql: 'papers.tonnage', walk: 'parts' },
    kpo: { sql: 'papers.kpo', walk: 'parts' },
    document: joined('document', 'number', { sort: ['papers.document_id'], walk: 'parts' }),
    documentApproved: { sql: isApproved('document'), join: 'document' },
    documentContainers: { sql: containersOnDocuments('papers.id') },
    invoiceNumber: { sql: 'papers.invoice_number', walk: 'parts' },
    differences: {
      sql: `array_remove(array[${codesOf(Difference)
        .map(code => `case when papers.differences & ${bitOf(code)} > 0 then ${code} end`)
        .join(', ')}], null)`,
      sort: ['papers.differences'],
      walk: { column: 'differences', values: rowsOf(everyDifference) }
    },
    state: { sql: 'papers.state', walk: { column: 'state', values: rowsOf(codesOf(ReconciliationState)) } },
    explainedDate: day('papers.explained_at')
  },
  named: 'number',
  views: {
    list: [
      'id',
      'version',
      'number',
      'finishedAt',
      'companyId',
      'company',
      'type',
      'tonnage',
      'kpo',
      'documentId',
      'document',
      'invoiceNumber',
      'differences',
      'state',
      'comment'
    ],
    history: ['state', 'differences', 'document', 'comment']
  },
  filters: {
    State: filter(Type.Array(EnumOf(ReconciliationState), { maxItems: 3 }), states => isOneOf('papers.state', states)),
    /** Whether there is more to explain than an invoice that may still be on its way. */
    Due: filter(Type.Boolean(), wanted => raw(wanted ? dueSql : `not ${dueSql}`)),
    Difference: filter(EnumOf(Difference), difference => sql`papers.differences & ${literal(bitOf(difference))} > 0`)
  },
  search: { key: 'papers.id', of: orderTexts, isOfMore: true },
  sort: '-finishedAt',
  divided: { column: 'state', filter: 'State', values: codesOf(ReconciliationState) },
  counter: { list: 'reconciliations', filter: 'State' }
})
