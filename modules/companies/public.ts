/**
 * The public API of companies: joins, expressions and statements over companies and places, places as orders and prices need them, and
 * extension points.
 */
export {
  companyIds,
  companyNames,
  joinCompany,
  joinPlace,
  leftJoinCompany,
  leftJoinPlace,
  leftJoinTaxpayer,
  metresToPlace,
  nearestPlace,
  nearestPlaceText,
  placeAddress,
  placeAddresses,
  placeOrderTypes,
  placesByCompanyName,
  placeType,
  receptionPlaces
} from './fragments.ts'
export { countCompanyChange, countPlaceChange } from './models.ts'
export { stopArrivalMessages } from './places/contact-messages.ts'
export {
  companyOfPlace,
  inactiveCompanyPage,
  isCompanyVisible,
  type PlaceForOrder,
  placeForOrder,
  placeForPrice,
  placeOfCompany,
  placesNamed,
  typesOfPlace
} from './places/find.ts'
export { PlaceStatus } from './places/schema.ts'
export {
  beforeCompanyRemoval,
  beforePlaceRemoval,
  clientPanelTabs,
  companySpecialPrices,
  openOrders,
  placeDistances,
  placePanelTabs,
  throwCompanyHasOrders,
  throwPlaceHasContainers
} from './points.ts'
export { addClientForOrder, locateNewClient } from './registration/commands/add-client.ts'
export {
  labelledClientHints,
  NewClientFields,
  newClientDerivations,
  newClientInitial
} from './registration/new-client.ts'
export {
  clientPlaces,
  companiesAtEndOf,
  peopleWhoAsk,
  placePostalCodes,
  placesAtEndOf,
  shutCompany
} from './statements.ts'
