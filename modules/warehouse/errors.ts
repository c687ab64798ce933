import { defineErrors, mapConstraints } from '../../src/kernel/http/errors.ts'

export const throwWarehouseError = defineErrors('warehouse', {
  /** What a form names does not exist, or is not the caller's. */
  noCompany: 422,
  noPlace: 422,
  noStore: 422,
  storeExists: 422,
  /** A border whose sides cross or touch one another, and one that holds no area: neither says what is inside. */
  borderCrosses: 422,
  borderEmpty: 422,
  noOrder: 422,
  typeMissing: 422,
  /** The two numberings of one document name different types. */
  typesDiffer: 422,
  /** A contract or protocol needs a company; other documents have none of their own. */
  companyMissing: 422,
  /** What approval needs the document to say. */
  storeMissing: 422,
  placeMissing: 422,
  quantityMissing: 422,
  /** A holder has fewer free containers than the document takes. */
  notEnough: 409,
  notEnoughInTransit: 409
})

mapConstraints({
  documents_store: 'warehouse.noStore',
  internal_stores_name: 'warehouse.storeExists',
  // what a document names is not deleted
  documents_department: 'companies.departmentHasDocuments',
  documents_place: 'companies.placeHasDocuments'
})
