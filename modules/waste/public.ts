/** The public API of the waste register: whether there is one, masses of its cards for statements, and orders for validators. */
export { hasRegister } from './enabled.ts'
export { cardMasses, strayCardMasses } from './fragments.ts'
export { ordersOfOtherMass, ordersToConfirm, ordersWithoutCard } from './statements.ts'
