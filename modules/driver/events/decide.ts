/** The office decides about what a driver has reported for an order that was changed meanwhile. Nothing is deleted: what is refused stays, and does not count. */
import { type CommandContext, defineCommand } from '../../../src/kernel/commands/command.ts'
import { lockDrivenOrders } from '../../orders/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { reportLater } from '../clients/report.ts'
import { EventRecord } from '../models.ts'
import { EventState } from '../schema.ts'
import { events } from './resource.ts'
import { noteStopStates } from './stop-states.ts'

const whileWaiting = { state: [EventState.waiting] }

interface Decided {
  readonly id: number
  readonly orderId: number
}

async function decide({ trx, hint, now }: CommandContext, { id, orderId }: Decided, state: number): Promise<void> {
  await lockDrivenOrders(trx, [orderId])
  await EventRecord.query(trx).findById(id).patch({ state })
  await noteStopStates(trx, [orderId])
  if (state === EventState.accepted) await reportLater(trx, now, [orderId])
  hint(orderResources.orders.subjectType, [orderId])
}

export const acceptEvent = defineCommand(events, {
  name: 'driver.acceptEvent',
  call: 'PUT /api/Admin/DriverEvents/:id/accept',
  selection: 'some',
  access: { ADMIN: { when: whileWaiting } },
  ui: { icon: 'check', tone: 'success', key: 'a', confirm: true, effects: ['remove'] },
  run: (context, event) => decide(context, event, EventState.accepted)
})

export const rejectEvent = defineCommand(events, {
  name: 'driver.rejectEvent',
  call: 'PUT /api/Admin/DriverEvents/:id/reject',
  selection: 'some',
  access: { ADMIN: { when: whileWaiting } },
  ui: { icon: 'times', tone: 'danger', key: 'r', confirm: true, effects: ['remove'] },
  run: (context, event) => decide(context, event, EventState.rejected)
})
