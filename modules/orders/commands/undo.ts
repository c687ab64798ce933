import type { Knex } from 'knex'
import { type CommandContext, defineCommand } from '../../../src/kernel/commands/command.ts'
import { changesOf, type PastChange } from '../../../src/kernel/history/history.ts'
import { throwOrderError } from '../errors.ts'
import { findOrder, Order, type OrderPatch } from '../models.ts'
import { moveToRoute } from '../planning/stops.ts'
import { orders } from '../resource.ts'
import { may, undoWithin } from '../rules.ts'
import { OrderStatus } from '../schema.ts'

/** What takes each of them back. A restore's history has what it cleared; a canceled order has kept its vehicle and day. */
const inverses: Readonly<Record<string, (change: PastChange) => OrderPatch>> = {
  'orders.accept': () => ({ acceptedAt: null }),
  'orders.cancel': () => ({ canceledAt: null, reasonForCancellation: null, cancellationComment: null }),
  'orders.restore': ({ params: { vehicleId, driverId, realizationDate }, before }) => ({
    vehicleId: vehicleId === undefined ? null : Number(vehicleId),
    driverId: driverId === undefined ? null : Number(driverId),
    realizationDate: realizationDate === undefined ? null : String(realizationDate),
    ...(before.notificationSent === true ? { notificationSent: true } : {})
  })
}

/** The change that is to be taken back: the caller's own, the last of the order, and of the last minutes. */
async function lastChange({ trx, accountId, now }: CommandContext, id: number, version: number): Promise<PastChange> {
  const change = (await changesOf(trx, orders.type, id)).find(({ code }) => Object.hasOwn(inverses, code))
  if (!change) return throwOrderError('undoNothing')
  if (change.version !== version) return throwOrderError('undoChanged')
  if (change.accountId !== accountId) return throwOrderError('undoAnothers')
  return now.getTime() - change.at.getTime() > undoWithin ? throwOrderError('undoTooLate') : change
}

async function returnToRoute(trx: Knex.Transaction, id: number): Promise<void> {
  const { status, vehicleId, realizationDate } = await findOrder(trx, id)
  if (status !== OrderStatus.inProgress || !vehicleId || !realizationDate) return
  await moveToRoute(trx, [id], { vehicleId, day: realizationDate })
}

/** Takes the caller's own last accept, cancel or restore back, as long as nothing has changed since. */
export const undo = defineCommand(orders, {
  name: 'orders.undo',
  call: 'PUT /api/Admin/Orders/:id/undo',
  icon: 'undo',
  access: {
    ADMIN: { when: may('undo') },
    CLIENT_ADMIN: { when: may('undo', 'client') },
    CLIENT: { when: may('undo', 'client') }
  },
  effects: ['remove'],
  async run(context, { id, version }) {
    const { trx, addAuditParams } = context
    const change = await lastChange(context, id, version)
    addAuditParams({ move: change.code.replace('orders.', '') })
    const status = Number(change.before.currentStatus)
    await Order.query(trx)
      .findById(id)
      .patch({ ...inverses[change.code]?.(change), status })
    await returnToRoute(trx, id)
  }
})
