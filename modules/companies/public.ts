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
export {
  companyOfPlace,
  inactiveCompanyPage,
  isCompanyVisible,
  type PlaceForOrder,
  placeForOrder,
  placeForPrice,
  placeOfCompany,
  typesOfPlace
} from './places/find.ts'
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
export { clientPlaces, companiesAtEndOf, peopleWhoAsk, placePostalCodes, placesAtEndOf } from './statements.ts'
