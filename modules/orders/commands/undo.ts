import type { Knex } from 'knex'
import { type CommandContext, defineCommand } from '../../../src/kernel/commands/command.ts'
import { changesOf, type PastChange } from '../../../src/kernel/history/history.ts'
import { throwOrderError } from '../errors.ts'
import { Order } from '../model.ts'
import { moveToRoute } from '../planning/stops.ts'
import { orderRows } from '../resource.ts'
import { may, undoWithin } from '../rules.ts'
import { OrderStatus } from '../schema.ts'

type Patch = { -readonly [K in keyof Order]?: Order[K] }

/** What takes each of them back. A restore has noted what it cleared; a canceled order has kept its vehicle and day. */
const inverses: Readonly<Record<string, (change: PastChange) => Patch>> = {
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
async function lastMove({ trx, accountId, now }: CommandContext, id: number, version: number): Promise<PastChange> {
  const change = (await changesOf(trx, orderRows.type, id)).find(({ code }) => Object.hasOwn(inverses, code))
  if (!change) return throwOrderError('undoNothing')
  if (change.version !== version) return throwOrderError('undoChanged')
  if (change.accountId !== accountId) return throwOrderError('undoAnothers')
  return now.getTime() - change.at.getTime() > undoWithin ? throwOrderError('undoTooLate') : change
}

async function backIntoRoute(trx: Knex.Transaction, id: number): Promise<void> {
  const { status, vehicleId, realizationDate } = (await Order.query(trx).findById(id)) as Order
  if (status !== OrderStatus.inProgress || !vehicleId || !realizationDate) return
  await moveToRoute(trx, [id], { vehicleId, day: realizationDate })
}

/** Takes the caller's own last accept, cancel or restore back, as long as nothing has changed since. */
export const undo = defineCommand(orderRows)({
  name: 'orders.undo',
  call: 'PUT /api/Admin/Orders/:id/undo',
  icon: 'undo',
  selection: 'one',
  access: {
    ADMIN: { when: may('undo') },
    CLIENT_ADMIN: { when: may('reclaim') },
    CLIENT: { when: may('reclaim') }
  },
  effects: ['remove', 'deselect'],
  async run(context, { id, version }) {
    const { trx, addAuditParams } = context
    const change = await lastMove(context, id, version)
    addAuditParams({ move: change.code.replace('orders.', '') })
    const status = Number(change.before.currentStatus)
    await Order.query(trx)
      .findById(id)
      .patch({ ...inverses[change.code]?.(change), status })
    await backIntoRoute(trx, id)
  }
})
