/** What the forms of documents share: which fields a type has, and where their choices come from. */
import { codesOf } from '../../../src/contract/vocabulary.ts'
import { companyTypes, DocumentType } from './schema.ts'

export const aboutCompany = { documentType: companyTypes }
export const ofStores = { documentType: codesOf(DocumentType).filter(code => code !== DocumentType.contract) }

export const placesOf = (company: string, query = '') => ({
  call: `/api/Admin/Companies/${company}/reception-places${query}`,
  value: 'id',
  label: ['city', 'street', 'postalCode'],
  search: { key: 'allFields', one: 'placeId', from: 0 }
})

export const storeOptions = { call: '/api/Admin/Stores/internal', value: 'id', label: ['name'] }
