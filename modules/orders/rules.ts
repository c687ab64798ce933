/** The life of an order, pure. Reading these tables is reading the business. */
import type { Static } from '@sinclair/typebox'
import { codes } from '../../src/contract/vocabulary.ts'
import type { When } from '../../src/contract/when.ts'
import { OrderType } from '../catalogue/schema.ts'
import { type OrderRow, OrderStatus } from './schema.ts'

export const moves = {
  accept: { from: ['new'], to: 'accepted' },
  realize: { from: ['accepted'], to: 'inProgress' },
  restore: { from: ['inProgress'], to: 'accepted' },
  finish: { from: ['inProgress'], to: 'completed' },
  cancel: { from: ['new', 'accepted', 'inProgress'], to: 'canceled' },
  /** The client's own cancel. */
  withdraw: { from: ['new'], to: 'canceled' },
  invoice: { from: ['completed'], to: 'invoiced' }
} as const

/** What is done to an order that stays where it is. */
export const deeds = {
  edit: { from: ['new', 'accepted', 'inProgress'] },
  /** The client's own edit. */
  amend: { from: ['new'] },
  correct: { from: ['completed'] },
  /** An accept, a cancel or a restore is taken back. */
  undo: { from: ['accepted', 'canceled'] },
  /** The client takes its own cancel back. */
  reclaim: { from: ['canceled'] }
} as const

export type Move = keyof typeof moves
export type Deed = keyof typeof deeds

/** The rule that greys the button and judges the locked row. */
export const may = (verb: Move | Deed): When<Static<typeof OrderRow>> => ({
  currentStatus: codes(OrderStatus, { ...moves, ...deeds }[verb].from)
})

/** The status an order has after the move. */
export const after = (move: Move): number => OrderStatus[moves[move].to]

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

/** Milliseconds in which an accept, a cancel or a restore can be taken back. */
export const undoWithin = 10 * 60_000

/** What a client's cancel says. */
export const canceledByUser = 'canceled by user'
export const usualVatRate = 8
export const usualVatSymbol = 'A'
