import { defineLink } from '../../../src/kernel/commands/command.ts'
import { orderRows } from '../resource.ts'

/** Shows the sheets of the chosen orders, ready for paper. */
export const print = defineLink(orderRows)({
  name: 'orders.print',
  icon: 'print',
  selection: 'some',
  bulk: 'all',
  access: { ADMIN: {} },
  open: 'orders.print'
})
