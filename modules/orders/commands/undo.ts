import type { Knex } from 'knex'
import { dayOf } from '../../../src/contract/days.ts'
import { type CommandContext, defineCommand } from '../../../src/kernel/commands/command.ts'
import { changesOf, type PastChange } from '../../../src/kernel/history/history.ts'
import { lockPlanned } from '../../fleet/public.ts'
import { throwOrderError } from '../errors.ts'
import { findOrder, Order, type OrderPatch } from '../models.ts'
import { notifiedAsKnown } from '../planning/notified.ts'
import { leaveRoute, moveToRoute, nameDriver } from '../planning/stops.ts'
import { forgetReasons } from '../price-reasons.ts'
import { orders } from '../resource.ts'
import { may, undoWithin } from '../rules.ts'
import { OrderStatus } from '../schema.ts'
import { takeForUndo } from '../undo-data.ts'
import { setDriver } from './set-driver.ts'

interface Inverse {
  /** Until when the change can be undone. Without it, for as long as the rule of undo allows (`rules.ts`). */
  isLate?(at: Date, now: Date): boolean
  /** Whether anybody of the staff may undo it, and not only who made it. */
  readonly byAnyone?: true
  /** Whether the command kept the columns as they were (`undo-data.ts`). */
  readonly keeps?: true
  /** The columns as they were before, beside those that were kept. */
  patch?(change: PastChange): OrderPatch
  /** An event of the history after which the change can no longer be undone, although it does not change the version. */
  readonly endedBy?: string
}

/** Whether the driver still knows the plan that comes back is decided with its route (`notifiedAsKnown`). */
const wasNotified = ({ before }: PastChange): OrderPatch =>
  before.notificationSent === true ? { notificationSent: true } : {}

const isAfterMinutes = (at: Date, now: Date): boolean => now.getTime() - at.getTime() > undoWithin

/**
 * How each command is undone. Planning, another plan or driver, restore and finish keep the columns that they change. A canceled order still has its vehicle and
 * day.
 */
const inverses: Readonly<Record<string, Inverse>> = {
  'orders.accept': { isLate: isAfterMinutes, patch: () => ({ acceptedAt: null }) },
  // Once the driver was notified, planning cannot be undone: the driver must learn of a change, for which there is restore.
  'orders.realize': {
    isLate: isAfterMinutes,
    endedBy: 'orders.notifyDriver',
    keeps: true
  },
  'orders.replan': {
    isLate: isAfterMinutes,
    endedBy: 'orders.notifyDriver',
    keeps: true,
    patch: wasNotified
  },
  'orders.setDriver': {
    isLate: isAfterMinutes,
    endedBy: 'orders.notifyDriver',
    keeps: true,
    patch: wasNotified
  },
  'orders.cancel': {
    isLate: isAfterMinutes,
    patch: () => ({ canceledAt: null, reasonForCancellation: null, cancellationComment: null })
  },
  'orders.finish': { keeps: true },
  // An invoice that was posted should be corrected by another one, not disappear; and who typed its number may have gone home.
  'orders.setInvoiceNumber': {
    isLate: (at, now) => dayOf(at) !== dayOf(now),
    byAnyone: true,
    patch: () => ({ invoiceNumber: null, invoicedByHandAt: null })
  },
  'orders.restore': {
    isLate: isAfterMinutes,
    keeps: true,
    patch: wasNotified
  }
}

interface Undoable {
  readonly change: PastChange
  readonly patch: OrderPatch
}

/**
 * The last undoable change of the order. Throws unless it is the caller's own, the order has not changed since, and it is not too
 * late.
 */
async function lastChange({ trx, accountId, now }: CommandContext, id: number, version: number): Promise<Undoable> {
  const changes = await changesOf(trx, orders.type, id)
  const change = changes.find(({ code }) => Object.hasOwn(inverses, code))
  if (!change) return throwOrderError('undoNothing')
  if (change.version !== version) return throwOrderError('undoChanged')
  const { isLate, byAnyone, keeps, patch, endedBy } = inverses[change.code] as Inverse
  if (change.accountId !== accountId && !byAnyone) return throwOrderError('undoAnothers')
  if (changes.slice(0, changes.indexOf(change)).some(({ code }) => code === endedBy))
    return throwOrderError('undoNotified')
  if (isLate?.(change.at, now)) return throwOrderError(byAnyone ? 'undoNextDay' : 'undoTooLate')
  const kept = keeps ? ((await takeForUndo(trx, change.code, id)) ?? throwOrderError('undoNothing')) : {}
  return { change, patch: { ...kept, ...patch?.(change) } }
}

/**
 * Puts an order that is in progress again into its route, and takes an order that is not driven yet out of it. Throws if its vehicle or driver was
 * removed meanwhile, which was possible while the order was not in progress. Adjusts whether the driver counts as notified, because the
 * driver may have been notified meanwhile that the order is called off.
 */
async function settleInRoute(trx: Knex.Transaction, id: number): Promise<void> {
  const { status, vehicleId, driverId, realizationDate } = await findOrder(trx, id)
  if (status === OrderStatus.completed) return
  if (status !== OrderStatus.inProgress) return leaveRoute(trx, [id])
  if (!vehicleId || !realizationDate) return
  if (!(await lockPlanned(trx, vehicleId, driverId))) throwOrderError('undoGone')
  await moveToRoute(trx, [id], { vehicleId, day: realizationDate })
  await notifiedAsKnown(trx, id)
}

async function undoLast(context: CommandContext, { id, version }: { id: number; version: number }): Promise<void> {
  const { trx, addAuditParams } = context
  const { change, patch } = await lastChange(context, id, version)
  addAuditParams({ move: change.code.replace('orders.', '') })
  // history has what has changed: another plan leaves the status
  const { currentStatus } = change.before
  await Order.query(trx)
    .findById(id)
    .patch({ ...patch, ...(currentStatus === undefined ? {} : { status: Number(currentStatus) }) })
  await forgetReasons(trx, id, change.version)
  if (change.code === setDriver.name && patch.driverId) await nameDriver(trx, [id], patch.driverId)
  await settleInRoute(trx, id)
}

/**
 * Undoes the caller's own last accept, planning, change of plan, cancel, restore or finish, as long as nothing has changed since. The order is then as
 * before: what was entered when finishing is lost. To correct a mistake in that, there is `correct`. An invoice number is undone by
 * anybody of the staff.
 */
export const undo = defineCommand(orders, {
  name: 'orders.undo',
  call: 'PUT /api/Admin/Orders/:id/undo',
  wire: { scope: 'orders:write' },
  access: {
    ADMIN: { when: may('undo') },
    CLIENT_ADMIN: { when: may('undo', 'client') },
    CLIENT: { when: may('undo', 'client') }
  },
  ui: { icon: 'undo', effects: ['remove'] },
  run: undoLast
})

/** Takes back an invoice number that was typed by hand, until the end of that day. */
export const undoInvoice = defineCommand(orders, {
  name: 'orders.undoInvoice',
  call: 'PUT /api/Admin/Orders/:id/undo-invoice',
  access: { ADMIN: { when: may('undoInvoice') } },
  ui: { icon: 'undo', confirm: true, effects: ['remove'] },
  run: undoLast
})
