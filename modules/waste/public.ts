/** The public API of the waste register: whether there is one, masses of its cards for statements, orders for validators, and keys for the demo. */
export { hasRecords, hasRegister } from './enabled.ts'
export { cardMasses, strayCardMasses } from './fragments.ts'
export { encryptedKeys } from './keys/encryption.ts'
export { ordersOfOtherMass, ordersToConfirm, ordersWithoutCard, ordersWithoutEntry } from './statements.ts'
