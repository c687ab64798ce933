/** Events of documents for other programs. Programs of a company get those of the types that it sees, and none of movements within the business. */
import { becomes, defineEvent } from '../../../src/kernel/history/events.ts'
import { documents } from './resource.ts'
import { companyTypes, DocumentStatus } from './schema.ts'

export const documentEvents = [
  defineEvent(documents, {
    type: 'document.approved',
    summary: 'A warehouse document was approved',
    company: `case when document.document_type in (${companyTypes.join(', ')}) then document.company_id end`,
    fields: [
      ...(['id', 'version', 'number', 'description', 'documentDate', 'documentType', 'documentStatus'] as const),
      ...(['companyId', 'receptionPlaceId', 'containersNumber', 'orderId', 'orderNumber'] as const)
    ],
    when: becomes('documentStatus', DocumentStatus.approved)
  })
]
