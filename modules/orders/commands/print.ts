import { defineLink } from '../../../src/kernel/commands/link.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'

/** Shows the sheets of the chosen orders, ready for paper. */
export const print = defineLink(orders, {
  name: 'orders.print',
  key: 'p',
  icon: 'print',
  selection: 'some',
  bulk: 'all',
  access: { ADMIN: { when: may('print') } },
  open: 'orders.print'
})
