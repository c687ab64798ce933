/**
 * The life-cycle of an order, as pure data and functions. The table says for every action who may do it, in which statuses, what else
 * must hold, which status follows, and who sees it in the history. Buttons, commands and tests read this table.
 */
import { addDays } from '../../src/contract/days.ts'
import { type CodeOf, codes } from '../../src/contract/vocabulary.ts'
import type { When } from '../../src/contract/when.ts'
import type { FieldAudience, RowIn } from '../../src/kernel/resources/define-fields.ts'
import { OrderType } from '../catalogue/schema.ts'
import type { orderFields } from './fields.ts'
import { OptimaStatus, OrderStatus } from './schema.ts'

type Status = keyof typeof OrderStatus & string
type Order = RowIn<typeof orderFields, 'list'>

interface Permission {
  /** The statuses in which it is allowed; without it, all. */
  readonly from?: readonly Status[]
  /** Further conditions. */
  readonly needs?: When<Order>
}

export interface Rule {
  /** Who sees the action in the history of an order. */
  readonly seenBy: FieldAudience
  /** The status that follows; without it, the status does not change. */
  readonly to?: Status
  readonly staff?: Permission
  /** Both roles of clients, for their own orders. */
  readonly client?: Permission
  /** The application itself. */
  readonly system?: Permission
}

const { notSent, queued, failed } = OptimaStatus

/** The rules by the command's name without `orders.`. */
export const actions = {
  place: { seenBy: 'everyone', to: 'new', staff: {}, client: {} },
  /** The first order of a caller who is no client yet. */
  placeForNewClient: { seenBy: 'everyone', to: 'new', staff: {} },
  edit: { seenBy: 'everyone', staff: { from: ['new', 'accepted', 'inProgress'] }, client: { from: ['new'] } },
  accept: { seenBy: 'everyone', to: 'accepted', staff: { from: ['new'] } },
  cancel: {
    seenBy: 'everyone',
    to: 'canceled',
    staff: { from: ['new', 'accepted', 'inProgress'] },
    client: { from: ['new'] }
  },
  realize: { seenBy: 'everyone', to: 'inProgress', staff: { from: ['accepted'] } },
  restore: { seenBy: 'everyone', to: 'accepted', staff: { from: ['inProgress'] } },
  /** Another day or vehicle for planned orders. */
  replan: { seenBy: 'everyone', staff: { from: ['inProgress'] } },
  /** Another driver for the one day of a vehicle. */
  setDriver: { seenBy: 'staff', staff: { from: ['inProgress'] } },
  /** Another order of the stops of a vehicle's day. */
  reorder: { seenBy: 'staff', staff: { from: ['inProgress'] } },
  /**
   * Back to the status before the last accept, realize, cancel, restore, finish or invoice number; a finish only until the order is
   * sent to accounting, an invoice number only until the end of the day on which it was typed.
   */
  undo: {
    seenBy: 'everyone',
    staff: {
      from: ['accepted', 'inProgress', 'canceled', 'completed', 'invoiced'],
      needs: { handedOver: [false], booked: [false], invoiceFinal: [false] }
    },
    client: { from: ['canceled'] }
  },
  finish: { seenBy: 'everyone', to: 'completed', staff: { from: ['inProgress'] } },
  correct: { seenBy: 'everyone', staff: { from: ['completed'] } },

  notifyDriver: { seenBy: 'staff', staff: { from: ['inProgress'] } },
  addComment: { seenBy: 'everyone', staff: {}, client: {} },
  settleComments: { seenBy: 'staff', staff: { needs: { unansweredComment: [true] } } },
  print: { seenBy: 'staff', staff: {} },
  report: { seenBy: 'staff', staff: {} },

  sync: {
    seenBy: 'staff',
    staff: {
      from: ['completed'],
      needs: { manually: [false], optimaNumber: [null], optimaStatus: [notSent, failed] }
    }
  },
  /** Also another number, as long as there is no invoice. */
  setOptimaNumber: { seenBy: 'staff', staff: { from: ['completed'] } },
  setInvoiceNumber: { seenBy: 'everyone', to: 'invoiced', staff: { from: ['completed'], needs: { booked: [true] } } },
  /** The same as `undo`, for the button of the invoiced orders. */
  undoInvoice: { seenBy: 'everyone', staff: { from: ['invoiced'], needs: { invoiceFinal: [false] } } },
  /** The accounting system gave a number. An order that was invoiced meanwhile still gets it. */
  synchronised: { seenBy: 'staff', system: { from: ['completed', 'invoiced'], needs: { optimaNumber: [null] } } },
  /** The accounting system gave another number than the order has. */
  numberDiffers: { seenBy: 'staff', system: {} },
  syncFailed: { seenBy: 'staff', system: { needs: { optimaStatus: [queued] } } },
  invoiceReceived: { seenBy: 'everyone', to: 'invoiced', system: { from: ['completed'] } }
} as const satisfies Readonly<Record<string, Rule>>

export type Action = keyof typeof actions

/** The commands whose history entries clients see. */
export const clientEvents: readonly string[] = Object.entries<Rule>(actions).flatMap(([action, { seenBy }]) =>
  seenBy === 'everyone' ? [`orders.${action}`] : []
)

export type Actor = 'staff' | 'client' | 'system'

/**
 * The rule that disables the button, and that is checked again on the locked row.
 * @throws Error if the table does not allow the actor this action at all
 */
export function may(action: Action, actor: Actor = 'staff'): When<Order> {
  const rule: Rule = actions[action]
  const permission = rule[actor]
  if (!permission) throw new Error(`${action} is not for ${actor}`)
  const { from, needs } = permission
  return { ...(from ? { currentStatus: codes(OrderStatus, from) } : {}), ...needs }
}

/** The status that follows an action. Throws if the action does not change it. */
export function after(action: Action): CodeOf<typeof OrderStatus> {
  const { to }: Rule = actions[action]
  if (!to) throw new Error(`${action} leaves the status as it is`)
  return OrderStatus[to]
}

interface Bounds {
  readonly minimum: number
  readonly maximum: number
}

/** The quantity that may be ordered, by order type: one vehicle, 1–50 tonnes, one or two containers. */
export const quantityBounds: Readonly<Record<string, Bounds>> = {
  [OrderType.vehicle]: { minimum: 1, maximum: 1 },
  [OrderType.tonnage]: { minimum: 1, maximum: 50 },
  [OrderType.container]: { minimum: 1, maximum: 2 }
}

export const boundsOf = (orderType: number): Bounds => quantityBounds[orderType] ?? { minimum: 1, maximum: 50 }

/** How many days ahead a client may wish: beyond half a year nothing is planned. */
export const maxWishDays = 180

/** Why a day (`YYYY-MM-DD`) cannot be wished for; undefined if it can. */
export function wishFault(day: string, today: string): 'past' | 'far' | undefined {
  if (day < today) return 'past'
  return day > addDays(today, maxWishDays) ? 'far' : undefined
}

/** For how many milliseconds an accept, a planning, a cancel or a restore can be undone. */
export const undoWithin = 10 * 60_000

/** The quantity that the price counts for; undefined for what is priced by the tonne, whose weight is known only after weighing. */
export const pricedQuantity = (orderTypeId: number, quantity: number): number | undefined =>
  orderTypeId === OrderType.tonnage ? undefined : quantity
