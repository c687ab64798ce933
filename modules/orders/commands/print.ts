import { defineLink } from '../../../src/kernel/commands/link.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'

/** Shows the sheets of the selected orders, ready to print. */
export const print = defineLink(orders, {
  name: 'orders.print',
  selection: 'some',
  bulk: 'all',
  access: { ADMIN: { when: may('print') } },
  ui: { icon: 'print', key: 'p' },
  open: 'orders.print'
})
