import { defineErrors, mapConstraints } from '../../src/kernel/errors/errors.ts'

export const throwCatalogueError = defineErrors('catalogue', {
  /** The items of the order type `container` are fixed: none can be added. */
  containerFixed: 422,
  itemInUse: 409
})

mapConstraints({ orders_item: 'catalogue.itemInUse' })
