/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const aFile = { blobFileName: 'documents/2026-05/0b6cfd9e-7d35-4a3c-9d53-2f4a0d5a7f11.pdf' }
const aDocument = {
  documentDate: '2026-05-04',
  containersNumber: 2,
  description: 'Umowa ramowa',
  receptionPlaceId: 1,
  ...aFile
}

export const forms: Forms = {
  'warehouse.editDocument for ADMIN': {
    documentType: 2,
    companyId: 1,
    documentDate: '2026-05-04',
    receptionPlaceId: 1,
    internalStoreId: 1,
    reservationId: 1,
    containersNumber: 2,
    orderId: 1,
    description: 'PP 17'
  },
  'warehouse.linkOrder for ADMIN': { orderId: 1 },
  'warehouse.addDocument for ADMIN': {
    ...aDocument,
    documentType: 2,
    CompanyId: 1,
    internalStoreId: 1,
    reservationId: 1,
    orderId: 1
  },
  'warehouse.addDocument for CLIENT_ADMIN': { ...aDocument, clientDocumentType: 2, companyId: 1 }
}
