import { defineErrors, mapConstraints } from '../../src/kernel/http/errors.ts'

export const throwCatalogueError = defineErrors('catalogue', {
  /** Containers are what they are: no item is added to them. */
  containerFixed: 422,
  itemInUse: 409,
  itemPriced: 409,
  itemOnVehicle: 409
})

mapConstraints({
  orders_item: 'catalogue.itemInUse',
  general_prices_item: 'catalogue.itemPriced',
  special_prices_item: 'catalogue.itemPriced',
  vehicle_items_item: 'catalogue.itemOnVehicle'
})
