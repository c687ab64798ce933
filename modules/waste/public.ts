/** The public API of waste: whether there is a register, and statements for validators. */
export { hasRegister } from './enabled.ts'
export { ordersOfOtherMass, ordersToConfirm, ordersWithoutCard } from './statements.ts'
