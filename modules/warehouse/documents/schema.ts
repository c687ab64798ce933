import { codes, vocabulary } from '../../../src/contract/vocabulary.ts'

/** The types with the administrators' numbers, which are stored. */
export const DocumentType = vocabulary('warehouse.documentType', {
  contract: { code: 0 },
  acceptanceReport: { code: 1 },
  handoverProtocol: { code: 2 },
  externalReception: { code: 3 },
  destructionProtocol: { code: 4 },
  recipientReservation: { code: 5 },
  invoice: { code: 6 },
  inventory: { code: 7 },
  transferIn: { code: 8 },
  transferOut: { code: 9 }
})

/** The types with the numbers of company files. Each number is one more than the stored one. */
export const ClientDocumentType = vocabulary('warehouse.clientDocumentType', {
  contract: { code: 1 },
  handoverAcceptance: { code: 2 },
  transferProtocol: { code: 3 }
})

export const DocumentStatus = vocabulary('warehouse.documentStatus', {
  buffer: { code: 0, tone: 'info' },
  approved: { code: 1, tone: 'success' },
  canceled: { code: 2, tone: 'neutral' },
  correction: { code: 3, tone: 'warning' }
})

/** The types that belong to a company, which are those of company files. */
export const companyTypes = codes(DocumentType, ['contract', 'acceptanceReport', 'handoverProtocol'])
