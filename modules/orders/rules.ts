/**
 * The life of an order, pure. The table says of every action who may do it, in which statuses, what else must hold, and which
 * status follows. Buttons, commands and tests read it; reading it is reading the business.
 */
import { type CodeOf, codes } from '../../src/contract/vocabulary.ts'
import type { When } from '../../src/contract/when.ts'
import type { RowOf } from '../../src/kernel/resources/resource.ts'
import { OrderType } from '../catalogue/schema.ts'
import type { orders } from './resource.ts'
import { OptimaStatus, OrderStatus } from './schema.ts'

type Status = keyof typeof OrderStatus & string
type Order = RowOf<typeof orders>

interface Permission {
  /** In which statuses; without it, in any. */
  readonly from?: readonly Status[]
  /** What else must hold. */
  readonly needs?: When<Order>
}

export interface Rule {
  /** The status that follows; without it, the order stays where it is. */
  readonly to?: Status
  readonly staff?: Permission
  /** Both roles of clients, with their own orders. */
  readonly client?: Permission
  /** The application itself. */
  readonly system?: Permission
}

const { notSent, queued, failed } = OptimaStatus

/** By the command's name without `orders.`. */
export const actions = {
  place: { to: 'new', staff: {}, client: {} },
  edit: { staff: { from: ['new', 'accepted', 'inProgress'] }, client: { from: ['new'] } },
  accept: { to: 'accepted', staff: { from: ['new'] } },
  cancel: { to: 'canceled', staff: { from: ['new', 'accepted', 'inProgress'] }, client: { from: ['new'] } },
  realize: { to: 'inProgress', staff: { from: ['accepted'] } },
  restore: { to: 'accepted', staff: { from: ['inProgress'] } },
  /** Another day or vehicle for what is planned. */
  replan: { staff: { from: ['inProgress'] } },
  /** The stops of a vehicle's day in an order that people choose. */
  reorder: { staff: { from: ['inProgress'] } },
  /** Back to the status before the last accept, realize, cancel, restore or finish; of a finish, until accounting has the order. */
  undo: {
    staff: {
      from: ['accepted', 'inProgress', 'canceled', 'completed'],
      needs: { optimaStatus: [notSent], optimaNumber: [null] }
    },
    client: { from: ['canceled'] }
  },
  finish: { to: 'completed', staff: { from: ['inProgress'] } },
  correct: { staff: { from: ['completed'] } },

  notifyDriver: { staff: { from: ['inProgress'] } },
  addComment: { staff: {}, client: {} },
  settleComments: { staff: { needs: { unansweredComment: [true] } } },
  print: { staff: {} },
  report: { staff: {} },

  sync: {
    staff: {
      from: ['completed'],
      needs: { manually: [false], optimaNumber: [null], optimaStatus: [notSent, failed] }
    }
  },
  setOptimaNumber: { staff: { from: ['completed'], needs: { optimaNumber: [null] } } },
  /** The accounting system gave a number. An order that was invoiced meanwhile still gets it. */
  synchronised: { system: { from: ['completed', 'invoiced'], needs: { optimaNumber: [null] } } },
  /** It gave another one than the order has. */
  numberDiffers: { system: {} },
  syncFailed: { system: { needs: { optimaStatus: [queued] } } },
  invoiceReceived: { to: 'invoiced', system: { from: ['completed'] } }
} as const satisfies Readonly<Record<string, Rule>>

export type Action = keyof typeof actions
export type Actor = 'staff' | 'client' | 'system'

/**
 * The rule that greys the button and is checked again on the locked row.
 * @throws Error where the table does not let them do it at all
 */
export function may(action: Action, actor: Actor = 'staff'): When<Order> {
  const rule: Rule = actions[action]
  const permission = rule[actor]
  if (!permission) throw new Error(`${action} is not for ${actor}`)
  const { from, needs } = permission
  return { ...(from ? { currentStatus: codes(OrderStatus, from) } : {}), ...needs }
}

/** The status that follows an action. */
export function after(action: Action): CodeOf<typeof OrderStatus> {
  const { to }: Rule = actions[action]
  if (!to) throw new Error(`${action} leaves the status as it is`)
  return OrderStatus[to]
}

interface Bounds {
  readonly minimum: number
  readonly maximum: number
}

/** How many may be ordered, by order type: a vehicle is one, containers one or two. */
export const quantityBounds: Readonly<Record<string, Bounds>> = {
  [OrderType.vehicle]: { minimum: 1, maximum: 1 },
  [OrderType.tonnage]: { minimum: 1, maximum: 50 },
  [OrderType.container]: { minimum: 1, maximum: 2 }
}

export const boundsOf = (orderType: number): Bounds => quantityBounds[orderType] ?? { minimum: 1, maximum: 50 }

/** Milliseconds in which an accept, a planning, a cancel or a restore can be taken back. */
export const undoWithin = 10 * 60_000

/** The reason of a client's cancel. */
export const canceledByUser = 'canceled by user'
