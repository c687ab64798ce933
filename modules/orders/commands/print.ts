import { defineLink } from '../../../src/kernel/command.ts'
import { orderRows } from '../rows.ts'

/** Shows the sheets of the chosen orders, ready for paper. */
export const print = defineLink(orderRows)({
  name: 'orders.print',
  icon: 'print',
  selection: 'some',
  bulk: 'all',
  for: { ADMIN: {} },
  open: 'orders.print'
})
