import { defineErrors, mapConstraints } from '../../src/kernel/errors/errors.ts'

export const throwWarehouseError = defineErrors('warehouse', {
  /** The company, place or store that a form names does not exist, or the caller may not see it. */
  noCompany: 422,
  noPlace: 422,
  noStore: 422,
  storeExists: 422,
  /** A closed store has the name of a new one. */
  storeExistsClosed: 422,
  /** A closed store gets no documents, and nothing is moved there. */
  storeClosed: 409,
  /** A store in which documents have containers cannot be closed. */
  storeNotEmpty: 409,
  /** A document, an order or a container has referred to the store, so that it can be closed, but not removed. */
  storeUsed: 409,
  /** The sides of a border cross or touch one another, or it encloses no area. So it is not clear what is inside. */
  borderCrosses: 422,
  borderEmpty: 422,
  noOrder: 422,
  typeMissing: 422,
  /** The two numbers for the type of a document mean different types. */
  typesDiffer: 422,
  /** A contract or protocol has no company. Other documents need none. */
  companyMissing: 422,
  /** Approval needs data that the document does not have. */
  storeMissing: 422,
  placeMissing: 422,
  quantityMissing: 422,
  /** A document that hands out containers names a reservation that is not an approved one of its store. */
  noReservation: 422,
  /** The reservation of a document was canceled before the document was approved. */
  reservationEnded: 409,
  /** A later inventory of the store stands, which the cancellation of this one would change. */
  laterInventory: 409,
  /** A store or place has fewer free containers than the document takes. */
  notEnough: 409,
  notEnoughInTransit: 409
})

mapConstraints({
  documents_store: 'warehouse.noStore',
  documents_reservation: 'warehouse.noReservation',
  internal_stores_name: 'warehouse.storeExists',
  // Departments and places with documents cannot be deleted.
  documents_department: 'companies.departmentHasDocuments',
  documents_place: 'companies.placeHasDocuments'
})
