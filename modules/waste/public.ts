/** The public API of the waste register: masses of its cards, for statements. */
export { hasRegister } from './enabled.ts'
export { cardMasses, strayCardMasses } from './fragments.ts'
