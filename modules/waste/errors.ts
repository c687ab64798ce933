import { defineErrors } from '../../src/kernel/errors/errors.ts'

export const throwWasteError = defineErrors('waste', {
  /** No such order, or one that nothing was planned for yet, or that was canceled. */
  orderNotCollected: 422,
  /** The settings name no register. */
  registerOff: 409,
  /** The settings keep no record of received waste. */
  recordsOff: 409,
  /** The card has no mass, code or time of receipt to enter yet. */
  entryIncomplete: 422,
  registerAway: 503,
  /** The register refuses what it was asked. */
  registerRefused: 422,
  /** At the keys that a client gives: the register does not take them, they have no place there, or are of another firm. */
  keysWrong: 422,
  keysWithoutPlace: 422,
  keysOfOther: 422,
  /** A card cannot be made from the order: it is not planned, has one, is being sent, or is planned there and must be approved there. */
  draftNotPlanned: 409,
  draftHasCard: 409,
  draftWaits: 409,
  draftPlanned: 409,
  draftDayOver: 422,
  draftDayFar: 422,
  /** At the time that was chosen for today. */
  draftTimeOver: 422,
  noKeys: 422,
  /** The sheet of a card's values: the order is not planned, or nobody of the client has an e-mail address. */
  sheetNotPlanned: 409,
  sheetNobody: 422,
  choosePlace: 422
})
