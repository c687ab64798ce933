import { defineErrors } from '../../src/kernel/errors/errors.ts'

export const throwWasteError = defineErrors('waste', {
  /** No such order, or one that nothing was planned for yet, or that was canceled. */
  orderNotCollected: 422,
  /** The settings name no register. */
  registerOff: 409,
  registerAway: 503,
  /** The register refuses what it was asked. */
  registerRefused: 422
})
