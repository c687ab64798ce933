import { defineLink } from '../../../src/kernel/commands/link.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'

/** Shows the vehicle's day that the chosen orders are part of: way and map, and the stops to be put in order. */
export const route = defineLink(orders, {
  name: 'orders.route',
  icon: 'directions',
  selection: 'some',
  bulk: 'all',
  access: { ADMIN: { when: { ...may('reorder') } } },
  open: 'orders.route'
})
