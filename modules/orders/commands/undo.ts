import type { Knex } from 'knex'
import { type CommandContext, defineCommand } from '../../../src/kernel/commands/command.ts'
import { changesOf, type PastChange } from '../../../src/kernel/history/history.ts'
import { lockPlanned } from '../../fleet/public.ts'
import { throwOrderError } from '../errors.ts'
import { findOrder, Order, type OrderPatch } from '../models.ts'
import { chosenBefore, planOf } from '../past-plan.ts'
import { notifiedAsKnown } from '../planning/notified.ts'
import { leaveRoute, moveToRoute } from '../planning/stops.ts'
import { forgetReasons } from '../price-reasons.ts'
import { orders } from '../resource.ts'
import { may, undoWithin } from '../rules.ts'
import { OrderStatus } from '../schema.ts'

interface Inverse {
  /** Milliseconds in which it can be taken back; a finish until accounting has the order, which the rule of undo says. */
  readonly within?: number
  /** The columns as they were; undefined where history does not know them. */
  patch(change: PastChange, id: number): OrderPatch | undefined
  /** An event after which it can no longer be taken back, though it is no change of the order. */
  readonly endedBy?: string
}

/**
 * What takes each of them back. A restore's and a finish's history have the columns that they changed, a planning's the vehicle that
 * the order had before, where it had one; a canceled order has kept its vehicle and day.
 */
const inverses: Readonly<Record<string, Inverse>> = {
  'orders.accept': { within: undoWithin, patch: () => ({ acceptedAt: null }) },
  /** Once the driver was notified, a changed plan must reach the driver, too: that is a restore, which people do on purpose. */
  'orders.realize': {
    within: undoWithin,
    endedBy: 'orders.notifyDriver',
    patch: ({ params }, id) => chosenBefore(params, id)
  },
  'orders.cancel': {
    within: undoWithin,
    patch: () => ({ canceledAt: null, reasonForCancellation: null, cancellationComment: null })
  },
  'orders.finish': {
    patch: ({ params: { before } }) => (before === undefined ? undefined : (JSON.parse(String(before)) as OrderPatch))
  },
  'orders.restore': {
    within: undoWithin,
    patch: ({ params, before }) => ({
      ...planOf(params),
      ...(before.notificationSent === true ? { notificationSent: true } : {})
    })
  }
}

interface Undoable {
  readonly change: PastChange
  readonly patch: OrderPatch
}

/** The change that is to be taken back: the caller's own, the last of the order, and of the last minutes. */
async function lastChange({ trx, accountId, now }: CommandContext, id: number, version: number): Promise<Undoable> {
  const changes = await changesOf(trx, orders.type, id)
  const change = changes.find(({ code }) => Object.hasOwn(inverses, code))
  if (!change) return throwOrderError('undoNothing')
  if (change.version !== version) return throwOrderError('undoChanged')
  if (change.accountId !== accountId) return throwOrderError('undoAnothers')
  const { within = Number.POSITIVE_INFINITY, patch, endedBy } = inverses[change.code] as Inverse
  if (changes.slice(0, changes.indexOf(change)).some(({ code }) => code === endedBy))
    return throwOrderError('undoNotified')
  if (now.getTime() - change.at.getTime() > within) return throwOrderError('undoTooLate')
  return { change, patch: patch(change, id) ?? throwOrderError('undoNothing') }
}

/**
 * An order that is in progress again has its place in the route again; another one has none. Its vehicle and its driver may have been
 * removed meanwhile: nothing in progress held them any more. The driver may have been told meanwhile that it is off.
 */
async function settleInRoute(trx: Knex.Transaction, id: number): Promise<void> {
  const { status, vehicleId, driverId, realizationDate } = await findOrder(trx, id)
  if (status !== OrderStatus.inProgress) return leaveRoute(trx, [id])
  if (!vehicleId || !realizationDate) return
  if (!(await lockPlanned(trx, vehicleId, driverId))) throwOrderError('undoGone')
  await moveToRoute(trx, [id], { vehicleId, day: realizationDate })
  await notifiedAsKnown(trx, id)
}

/**
 * Takes the caller's own last accept, planning, cancel, restore or finish back, as long as nothing has changed since. It leaves the order
 * as it was: what a finish said is gone. To mend a mistake in it there is correct.
 */
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
    const { change, patch } = await lastChange(context, id, version)
    addAuditParams({ move: change.code.replace('orders.', '') })
    const status = Number(change.before.currentStatus)
    await Order.query(trx)
      .findById(id)
      .patch({ ...patch, status })
    await forgetReasons(trx, id, change.version)
    await settleInRoute(trx, id)
  }
})
