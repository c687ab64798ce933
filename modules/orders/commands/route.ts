import { defineLink } from '../../../src/kernel/commands/link.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'

/** Shows the route of a vehicle's day that the selected orders are part of: the map, and the stops, which can be reordered. */
export const route = defineLink(orders, {
  name: 'orders.route',
  selection: 'some',
  bulk: 'all',
  access: { ADMIN: { when: { ...may('reorder') } } },
  ui: { icon: 'directions' },
  open: 'orders.route'
})
