/**
 * The effect of approving a document on the stock, as a table with one line for each type. The ledger, the texts of refusals and the
 * tests read this table.
 *
 * A **holder** has containers: an internal store, a reception place (the external store), or the transit between two stores.
 * *Outside* is not a holder: containers that come from there or go there are counted on one side only.
 */
import type { DocumentType } from '../documents/schema.ts'

export type Holder = 'store' | 'place' | 'transit'

export type Effect =
  /** Containers go from one holder to another. */
  | { readonly kind: 'move'; readonly from: Holder | 'outside'; readonly to: Holder | 'outside' }
  /** Containers stay where they are, but are no longer free. */
  | { readonly kind: 'reserve'; readonly at: Holder }
  /** The level becomes the counted number. The movement is the difference. */
  | { readonly kind: 'count'; readonly at: Holder }
  | { readonly kind: 'none' }

export const effects: { readonly [T in keyof typeof DocumentType & string]: Effect } = {
  contract: { kind: 'none' },
  acceptanceReport: { kind: 'move', from: 'place', to: 'store' },
  handoverProtocol: { kind: 'move', from: 'store', to: 'place' },
  externalReception: { kind: 'move', from: 'outside', to: 'store' },
  destructionProtocol: { kind: 'move', from: 'store', to: 'outside' },
  recipientReservation: { kind: 'reserve', at: 'store' },
  invoice: { kind: 'none' },
  inventory: { kind: 'count', at: 'store' },
  transferIn: { kind: 'move', from: 'transit', to: 'store' },
  transferOut: { kind: 'move', from: 'store', to: 'transit' }
}

/** Whether a document hands out containers of a store, and may use up a reservation of that store. */
export const handsOut = (effect: Effect): boolean => effect.kind === 'move' && effect.from === 'store'

/** How many containers a holder has, and how many of them are reserved. */
export interface Level {
  readonly amount: number
  readonly reserved: number
}

export const freeOf = ({ amount, reserved }: Level): number => amount - reserved

/** The holders whose levels an effect changes. */
export function holdersOf(effect: Effect): Holder[] {
  if (effect.kind === 'none') return []
  if (effect.kind !== 'move') return [effect.at]
  return [effect.from, effect.to].filter(holder => holder !== 'outside')
}

/** The change of a holder's level. It is negative if containers are taken. */
export interface Movement extends Level {
  readonly holder: Holder
}

/**
 * The movements of an effect. Movements that change nothing are omitted.
 * @param levelOf the present level, locked
 * @param used how many of the containers that are handed out were reserved; from then on they are not
 */
export function movementsOf(
  effect: Effect,
  quantity: number,
  levelOf: (holder: Holder) => Level,
  used = 0
): Movement[] {
  return entriesOf(effect, quantity, levelOf, used).filter(({ amount, reserved }) => amount !== 0 || reserved !== 0)
}

function entriesOf(effect: Effect, quantity: number, levelOf: (holder: Holder) => Level, used: number): Movement[] {
  switch (effect.kind) {
    case 'none':
      return []
    case 'reserve':
      return [{ holder: effect.at, amount: 0, reserved: quantity }]
    case 'count':
      return [{ holder: effect.at, amount: quantity - levelOf(effect.at).amount, reserved: 0 }]
    case 'move':
      return [
        ...(effect.from === 'outside' ? [] : [{ holder: effect.from, amount: -quantity, reserved: 0 - used }]),
        ...(effect.to === 'outside' ? [] : [{ holder: effect.to, amount: quantity, reserved: 0 }])
      ]
  }
}

export const added = (level: Level, change: Level): Level => ({
  amount: level.amount + change.amount,
  reserved: level.reserved + change.reserved
})

/** Whether a level is possible: not below zero, and not more containers reserved than there are. */
export const isPossible = ({ amount, reserved }: Level): boolean => reserved >= 0 && reserved <= amount

/** The number of free containers that a change takes. */
export const takenBy = (change: Level): number => change.reserved - change.amount
