/**
 * Fields of orders as columns of reports. A column takes schema, label and SQL from the field of an order, so that it is said once: by
 * `ofOrder` among the columns of a report.
 */
import { type Schema, unwrapped } from '../../../src/contract/schema.ts'
import type { Sql } from '../../../src/kernel/database/sql.ts'
import { Money } from '../../../src/kernel/schema.ts'
import { type OrderField, type OrderLines, orderField, orderLines } from '../../orders/public.ts'
import { column, type ReportColumn } from '../definition.ts'

/** The names of columns, which saved sets keep; that of any other field is the field in snake_case. */
const names: { readonly [K in OrderField]?: string } = {
  createdAt: 'created_on',
  acceptedDate: 'accepted_on',
  realizationDate: 'planned_on',
  receivingDate: 'received_on',
  finishedAt: 'finished_on',
  currentStatus: 'status',
  company: 'client',
  receptionPlace: 'place',
  type: 'order_type',
  orderTypeItemName: 'item',
  recycleOperatorId: 'operator_id',
  paymentType: 'payment',
  optimaNumber: 'accounting_number'
}
const nameOf = (field: OrderField): string =>
  names[field] ?? field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

export interface OrderColumn extends ReportColumn {
  readonly field: OrderField
}

/** What follows from another field, such as a unit, follows from the column of that field. */
function schemaOf(field: OrderField): Schema {
  const { rulesBy, ...schema } = unwrapped(orderField(field).schema)
  return rulesBy ? { ...schema, rulesBy: { ...rulesBy, by: nameOf(rulesBy.by as OrderField) } } : schema
}

/** A field of an order as the column of a report. */
export const ofOrder = (
  field: OrderField,
  can: { readonly group?: boolean; readonly sum?: boolean } = {}
): OrderColumn => ({
  ...column(nameOf(field), schemaOf(field), { ...can, label: orderField(field).label }),
  field
})

/**
 * The stored value of orders as a column that is added up. It counts one tonne of an order by the tonne, as its header says; what is owed
 * stands in a column beside it.
 */
export const storedValue = (field: 'netValue' | 'vatValue' | 'grossValue'): OrderColumn => {
  const { name } = ofOrder(field)
  return { ...column(name, Money, { sum: true }), field }
}

/** The fields that conditions of reports read, whichever columns these have. */
const always = ['id', 'companyId', 'type', 'currentStatus'] as const

/** A statement of orders that has the given fields as columns, and `tax_number`; with `withPlaceBdo`, also `place_bdo`. */
export const linesOf = (fields: readonly (OrderField | ReportColumn)[], which: OrderLines): Sql => {
  const named = fields.flatMap(one =>
    typeof one === 'string' ? [one] : 'field' in one ? [(one as OrderColumn).field] : []
  )
  return orderLines(Object.fromEntries([...always, ...named].map(field => [nameOf(field), field])), which)
}
