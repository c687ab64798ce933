/**
 * All fields of an order, each declared once, in the folder `fields/`: its schema, its SQL, who sees it, and the views that have it
 * (`fields/views.ts`). Lists, details, history, sorting, search, panel, report, print and the answers of commands follow from these
 * tables. Some fields exist under two names, because the specification has different names in the list and in the details.
 *
 * Clients see what concerns them. They do not see the accounting states, the recycler, the store, the route, and which member of staff
 * did something (they read the name of the business).
 */
import { defineFields } from '../../src/kernel/resources/define-fields.ts'
import { accounting } from './fields/accounting.ts'
import { amounts } from './fields/amounts.ts'
import { days } from './fields/days.ts'
import { ordered } from './fields/ordered.ts'
import { received } from './fields/received.ts'
import { remarks } from './fields/remarks.ts'
import { transport } from './fields/transport.ts'
import { orderViews } from './fields/views.ts'

export const orderFields = defineFields({
  alias: 'orders',
  views: orderViews,
  fields: { ...ordered, ...received, ...days, ...transport, ...amounts, ...accounting, ...remarks }
})
