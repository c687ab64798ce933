/**
 * Adds a document to the buffer, in the warehouse or as a file of a company. A client adds contracts and protocols of its own
 * company, always with a file. Staff add any document, for any company, with or without a file.
 */
import { type Static, Type } from '@sinclair/typebox'
import { documentFiles } from '../../../../src/contract/files.ts'
import type { FieldHint } from '../../../../src/contract/form.ts'
import { isStaff } from '../../../../src/kernel/access/caller.ts'
import { type CommandContext, defineCreation } from '../../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../../src/kernel/commands/validation.ts'
import { BlobName, Day, EnumOf, Id, Nullable, Text } from '../../../../src/kernel/schema.ts'
import { isCompanyVisible, placeOfCompany } from '../../../companies/public.ts'
import { attachFile, settleUpload } from '../../../files/public.ts'
import { throwWarehouseError } from '../../errors.ts'
import { requireOpenStore } from '../../stock/store-life.ts'
import {
  aboutCompany,
  checkReservation,
  containersField,
  fromOrder,
  ofStores,
  orderFields,
  ordersOf,
  placesOf,
  reservationField,
  storeOptions
} from '../fields.ts'
import { DocumentRow, nextNumber } from '../models.ts'
import { documentFolder, documents } from '../resource.ts'
import { numberCodeOf } from '../rules.ts'
import { ClientDocumentType, companyTypes, DocumentType } from '../schema.ts'

/** The most containers that a file of a company may state. Other documents have no limit. */
const maxContainersOfFile = 2
const BlobFileName = BlobName({ messages: { required: 'warehouse.document.file.required' } })

const companyMessages = { required: 'errors.warehouse.companyMissing' }

/** Data of the file that clients of the specification send besides the name of the blob. The server ignores it. */
const known = {
  originalFileName: Type.Optional(Nullable(Text(200))),
  fileUrl: Type.Optional(Nullable(Text(2000)))
}

const StaffSchema = Type.Object({
  documentType: Type.Optional(EnumOf(DocumentType)),
  documentDate: Day,
  orderId: Type.Optional(Nullable(Id)),
  CompanyId: Type.Optional(
    Nullable(Type.Integer({ ...Id, requiredWhen: { documentType: companyTypes }, messages: companyMessages }))
  ),
  receptionPlaceId: Type.Optional(Nullable(Id)),
  internalStoreId: Type.Optional(Nullable(Id)),
  reservationId: Type.Optional(Nullable(Id)),
  containersNumber: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }))),
  description: Type.Optional(Nullable(Text(300))),
  blobFileName: Type.Optional(Nullable(BlobFileName)),
  clientDocumentType: Type.Optional(EnumOf(ClientDocumentType)),
  ...known
})

/** The type has the numbers of company files. The administrators' number may be given, too, if it means the same type. */
export const ClientSchema = Type.Object({
  clientDocumentType: EnumOf(ClientDocumentType),
  documentDate: Day,
  receptionPlaceId: Type.Optional(Nullable(Id)),
  containersNumber: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: maxContainersOfFile }))),
  description: Type.Optional(Nullable(Text(300))),
  blobFileName: BlobFileName,
  documentType: Type.Optional(EnumOf(DocumentType)),
  CompanyId: Type.Optional(Nullable(Id)),
  ...known
})

export const StaffForm = defineForm({
  schema: StaffSchema,
  sendOnce: 'documentType',
  omit: ['clientDocumentType', 'originalFileName', 'fileUrl'],
  derive: fromOrder,
  fields: {
    documentDate: { initial: 'today' },
    orderId: { options: ordersOf('CompanyId') },
    CompanyId: {
      label: 'warehouse.document.companyName',
      when: aboutCompany,
      options: {
        call: '/api/Admin/Companies?page=1&limit=20',
        value: 'id',
        label: ['name', 'fullAddress'],
        search: { key: 'allFields', one: 'CompanyId' }
      }
    },
    departmentId: {
      when: aboutCompany,
      transient: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      options: {
        call: '/api/Admin/Companies/{CompanyId}/departments',
        value: 'id',
        label: ['city', 'street'],
        autoSelectSingle: true,
        onlySeveral: true
      }
    },
    receptionPlaceId: {
      when: aboutCompany,
      options: placesOf('{CompanyId}', '?departmentId={departmentId}')
    },
    internalStoreId: {
      when: ofStores,
      options: storeOptions
    },
    reservationId: reservationField,
    containersNumber: containersField,
    blobFileName: fileOf('documents/{CompanyId}')
  }
})

const ClientForm = defineForm({
  schema: ClientSchema,
  omit: ['documentType', 'CompanyId', 'originalFileName', 'fileUrl'],
  initial: ({ companyId }) => ({ companyId }),
  context: ['companyId'],
  fields: {
    receptionPlaceId: { options: placesOf('{companyId}') },
    blobFileName: fileOf('documents')
  }
})

export function fileOf(folder: string): FieldHint {
  return { label: 'warehouse.document.file', upload: { folder, types: documentFiles } }
}

type Input = Partial<Static<typeof StaffSchema>>

function typeOf({ documentType, clientDocumentType }: Input): number {
  const type = documentType ?? (clientDocumentType === undefined ? undefined : clientDocumentType - 1)
  if (type === undefined) return throwWarehouseError.at('documentType', 'typeMissing')
  if (clientDocumentType !== undefined && clientDocumentType - 1 !== type)
    return throwWarehouseError.at('documentType', 'typesDiffer')
  return type
}

/** A document whose type is given with the numbers of company files has the limit of such a file, whoever sends it. */
function checkContainers({ clientDocumentType, containersNumber }: Input): void {
  if (clientDocumentType !== undefined && (containersNumber ?? 0) > maxContainersOfFile)
    refuseField('containersNumber', 'check.maximum', { max: maxContainersOfFile })
}

async function companyOf(
  { trx, reader }: CommandContext,
  type: number,
  companyId: number | null
): Promise<number | null> {
  const isAboutCompany = (companyTypes as readonly number[]).includes(type)
  if (companyId === null) return isAboutCompany ? throwWarehouseError.at('CompanyId', 'companyMissing') : null
  return (await isCompanyVisible(trx, companyId, reader)) ? companyId : throwWarehouseError.at('CompanyId', 'noCompany')
}

export const addDocument = defineCreation(documents, {
  name: 'warehouse.addDocument',
  call: 'POST /api/Admin/Documents',
  access: { ADMIN: { form: StaffForm }, CLIENT_ADMIN: { form: ClientForm } },
  ui: { key: 'n', opensIn: 'panel', onFailure: 'reload' },
  beforeTransaction: (context, { blobFileName }) => settleUpload(context, blobFileName),
  async run(context, input) {
    const { trx, reader, accountId, now } = context
    const type = typeOf(input)
    checkContainers(input)
    const companyId = await companyOf(context, type, input.CompanyId ?? reader.companyId)
    const place = input.receptionPlaceId
      ? ((await placeOfCompany(trx, input.receptionPlaceId, companyId, reader)) ??
        throwWarehouseError.at('receptionPlaceId', 'noPlace'))
      : undefined
    const { internalStoreId = null, reservationId = null } = input
    if (internalStoreId !== null) await requireOpenStore(trx, internalStoreId, 'internalStoreId')
    await checkReservation(trx, { documentType: type, internalStoreId, reservationId })
    const { id } = await DocumentRow.query(trx).insert({
      number: await nextNumber(trx, numberCodeOf(type), now),
      documentType: type,
      documentDate: input.documentDate,
      description: input.description ?? null,
      containersNumber: input.containersNumber ?? null,
      companyId,
      departmentId: place?.departmentId ?? null,
      receptionPlaceId: place?.id ?? null,
      internalStoreId,
      reservationId,
      ...(await orderFields(context, input.orderId, companyId)),
      enteredByClient: !isStaff(reader),
      createdBy: accountId,
      createdAt: now
    })
    const { blobFileName } = input
    if (blobFileName) await attachFile(context, documentFolder, { blobFileName, subjectId: companyId, ownerId: id })
    return { id }
  }
})
