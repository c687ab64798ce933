import { defineErrors, mapConstraints } from '../../src/kernel/http/errors.ts'

export const throwCatalogueError = defineErrors('catalogue', {
  /** Containers are what they are: no item is added to them. */
  containerFixed: 422,
  itemInUse: 409
})

mapConstraints({ orders_item: 'catalogue.itemInUse' })
