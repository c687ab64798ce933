/** The shared parts of the forms of documents: the fields of each type, and the calls that give their choices. */
import type { FieldHint } from '../../../src/contract/form.ts'
import { codesOf } from '../../../src/contract/vocabulary.ts'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import type { Database } from '../../../src/kernel/database/sql.ts'
import { throwWarehouseError } from '../errors.ts'
import { findOrder } from '../points.ts'
import { requireReservation } from '../stock/reservations.ts'
import { effectOf, handOutTypes } from './rules.ts'
import { companyTypes, DocumentType } from './schema.ts'

export const aboutCompany = { documentType: companyTypes }
export const ofStores = { documentType: codesOf(DocumentType).filter(code => code !== DocumentType.contract) }

export const placesOf = (company: string, query = '') => ({
  call: `/api/Admin/Companies/${company}/reception-places${query}`,
  value: 'id',
  label: ['city', 'street', 'postalCode'],
  search: { key: 'allFields', one: 'placeId', from: 0 }
})

/** The orders that a document may be about: those that are or were driven. `company` is the form's field with their client, if it has one. */
export const ordersOf = (company: string) => ({
  call: `/api/Admin/Orders?page=1&limit=20&OrderStatus=2&OrderStatus=3&OrderStatus=5&CompanyId={${company}?}`,
  value: 'id',
  label: ['number', 'company', 'realizationDate'],
  search: { key: 'allFields', one: 'OrderId', from: 0 }
})

/** What the chosen order knows of its document. What people have typed stays. */
export const fromOrder = (
  [
    ['companyId', 'CompanyId'],
    ['departmentId', 'departmentId'],
    ['receptionPlaceId', 'receptionPlaceId'],
    ['internalStoreId', 'internalStoreId'],
    ['quantityTaken', 'containersNumber']
  ] as const
).map(([field, to]) => ({
  kind: 'fetched' as const,
  call: '/api/Admin/Orders/{orderId}/details',
  pick: `data.${field}`,
  to
}))

/** The number of containers says in which direction they go. */
export const containersField: FieldHint = {
  when: ofStores,
  labelWhen: codesOf(DocumentType).flatMap(code => {
    const effect = effectOf(code)
    if (effect.kind !== 'move') return []
    return [
      { when: { documentType: [code] }, label: `warehouse.document.containersNumber.${effect.from}.${effect.to}` }
    ]
  })
}

/**
 * The columns for the order of a document. If the document has a company, the order must be of that company.
 * @returns no columns if the form does not have the field
 */
export async function orderFields(
  { trx, services }: CommandContext,
  orderId: number | null | undefined,
  companyId: number | null
): Promise<{ orderId?: number | null; orderNumber?: string | null }> {
  if (orderId === undefined) return {}
  if (orderId === null) return { orderId, orderNumber: null }
  const order = await findOrder.of(services.extensions)(trx, orderId)
  if (!order || (companyId !== null && order.companyId !== companyId))
    return throwWarehouseError.at('orderId', 'noOrder')
  return { orderId, orderNumber: order.number }
}

/** The reservation that the document uses up, among those of its store that have something left. */
export const reservationField = {
  when: { documentType: handOutTypes },
  options: {
    call: '/api/Admin/Stores/internal/{internalStoreId}/reservations',
    value: 'id',
    label: ['label'],
    onlyIfAny: true
  },
  help: 'warehouse.document.reservationId.help'
}

/** @throws warehouse.noReservation, at `reservationId`, if the document cannot use that reservation */
export async function checkReservation(
  trx: Database,
  {
    documentType,
    internalStoreId,
    reservationId
  }: {
    readonly documentType: number
    readonly internalStoreId: number | null
    readonly reservationId: number | null
  }
): Promise<void> {
  if (reservationId === null) return
  if (!handOutTypes.includes(documentType)) throwWarehouseError.at('reservationId', 'noReservation')
  await requireReservation(trx, reservationId, internalStoreId)
}

export const storeOptions = { call: '/api/Admin/Stores/internal', value: 'id', label: ['name'] }
