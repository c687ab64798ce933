/** Staff edit documents in the buffer. A client's file, for example, may lack data that its approval needs. */
import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../../src/kernel/commands/form.ts'
import { Day, Id, Nullable, Text } from '../../../../src/kernel/schema.ts'
import { placeOfCompany } from '../../../companies/public.ts'
import { throwWarehouseError } from '../../errors.ts'
import { requireOpenStore } from '../../stock/store-life.ts'
import {
  aboutCompany,
  checkReservation,
  containersField,
  ofStores,
  orderFields,
  ordersOf,
  placesOf,
  reservationField,
  storeOptions
} from '../fields.ts'
import { DocumentRow } from '../models.ts'
import { documents } from '../resource.ts'
import { may } from '../rules.ts'

/** The type and the client cannot be changed. A field that is omitted stays unchanged, and null clears it. */
const EditForm = defineForm({
  schema: Type.Object({
    documentDate: Type.Optional(Day),
    receptionPlaceId: Type.Optional(Nullable(Id)),
    internalStoreId: Type.Optional(Nullable(Id)),
    reservationId: Type.Optional(Nullable(Id)),
    containersNumber: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }))),
    orderId: Type.Optional(Nullable(Id)),
    description: Type.Optional(Nullable(Text(300)))
  }),
  context: ['documentType', 'companyId'],
  fields: {
    receptionPlaceId: { when: aboutCompany, options: placesOf('{companyId}') },
    internalStoreId: { when: ofStores, options: storeOptions },
    reservationId: reservationField,
    containersNumber: containersField,
    orderId: { options: ordersOf('companyId') }
  }
})

export const editDocument = defineCommand(documents, {
  name: 'warehouse.editDocument',
  call: 'PUT /api/Admin/Documents/:id',
  access: { ADMIN: { when: may('edit'), form: EditForm } },
  ui: { icon: 'pencil', key: 'e', opensIn: 'panel' },
  async run(context, document, { receptionPlaceId, description, orderId, ...input }) {
    const { id, number, companyId } = document
    const { trx, reader } = context
    const place = receptionPlaceId
      ? ((await placeOfCompany(trx, receptionPlaceId, companyId, reader)) ??
        throwWarehouseError.at('receptionPlaceId', 'noPlace'))
      : undefined
    const patch = {
      ...input,
      ...(await orderFields(context, orderId, companyId)),
      // The form shows the number where there is no description.
      description: description === number ? null : description,
      ...(receptionPlaceId === undefined
        ? {}
        : { receptionPlaceId: place?.id ?? null, departmentId: place?.departmentId ?? null })
    }
    const { internalStoreId = document.internalStoreId, reservationId = document.reservationId } = input
    if (input.internalStoreId) await requireOpenStore(trx, input.internalStoreId, 'internalStoreId')
    await checkReservation(trx, { documentType: document.documentType, internalStoreId, reservationId })
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    if (Object.keys(given).length > 0) await DocumentRow.query(trx).findById(id).patch(given)
  }
})
