/**
 * Documents enter the buffer, from the warehouse and from a company's files alike. A client sends contracts and protocols of its
 * own company, always with a file; staff any document, of any company, with or without one.
 */
import { type Static, Type } from '@sinclair/typebox'
import { isStaff } from '../../../src/kernel/access/caller.ts'
import { type CommandContext, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { Day, EnumOf, Id, Nullable, Text } from '../../../src/kernel/schema.ts'
import { isCompanyVisible, placeOfCompany } from '../../companies/public.ts'
import { attachFile, settleUpload } from '../../files/public.ts'
import { throwWarehouseError } from '../errors.ts'
import { DocumentRow } from './models.ts'
import { documentFolder, documents } from './resource.ts'
import { ClientDocumentType, companyTypes, DocumentType } from './schema.ts'

/** Of a company's file; any other document has any number. */
const maxContainersOfFile = 2
const BlobFileName = Text(200, { messages: { required: 'warehouse.document.file.required' } })

const common = {
  documentDate: Day,
  description: Type.Optional(Nullable(Text(500))),
  receptionPlaceId: Type.Optional(Nullable(Id)),
  /** What the specification's client sends of the file besides its blob's name; the server knows it already. */
  originalFileName: Type.Optional(Nullable(Text(200))),
  fileUrl: Type.Optional(Nullable(Text(2000)))
}

const StaffSchema = Type.Object({
  documentType: Type.Optional(EnumOf(DocumentType)),
  clientDocumentType: Type.Optional(EnumOf(ClientDocumentType)),
  CompanyId: Type.Optional(Nullable(Id)),
  internalStoreId: Type.Optional(Nullable(Id)),
  containersNumber: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }))),
  blobFileName: Type.Optional(Nullable(BlobFileName)),
  ...common
})

/** The type of the client's own numbering; the administrators' is taken where it says the same. */
const ClientSchema = Type.Object({
  clientDocumentType: EnumOf(ClientDocumentType),
  documentType: Type.Optional(EnumOf(DocumentType)),
  CompanyId: Type.Optional(Nullable(Id)),
  containersNumber: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: maxContainersOfFile }))),
  blobFileName: BlobFileName,
  ...common
})

const sent = ['originalFileName', 'fileUrl', 'CompanyId']
const fileHint = { blobFileName: { label: 'warehouse.document.file' } }

const StaffForm = defineForm({ schema: StaffSchema, omit: [...sent, 'clientDocumentType'], fields: fileHint })
const ClientForm = defineForm({ schema: ClientSchema, omit: [...sent, 'documentType'], fields: fileHint })

type Input = Partial<Static<typeof StaffSchema>>

function typeOf({ documentType, clientDocumentType }: Input): number {
  const type = documentType ?? (clientDocumentType === undefined ? undefined : clientDocumentType - 1)
  if (type === undefined) return throwWarehouseError.at('documentType', 'typeMissing')
  if (clientDocumentType !== undefined && clientDocumentType - 1 !== type)
    return throwWarehouseError.at('documentType', 'typesDiffer')
  return type
}

/** What is numbered as a company's file has a file's limits, whoever sends it. */
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
    const { id } = await DocumentRow.query(trx).insert({
      documentType: type,
      documentDate: input.documentDate,
      description: input.description ?? null,
      containersNumber: input.containersNumber ?? null,
      companyId,
      departmentId: place?.departmentId ?? null,
      receptionPlaceId: place?.id ?? null,
      internalStoreId: input.internalStoreId ?? null,
      enteredByClient: !isStaff(reader),
      createdBy: accountId,
      createdAt: now
    })
    const { blobFileName } = input
    if (blobFileName) await attachFile(context, documentFolder, { blobFileName, subjectId: companyId, ownerId: id })
    return { id }
  }
})
