import { defineErrors } from '../../../src/kernel/errors.ts'

/** Each names its orders. */
export const fail = defineErrors('notify', { noDriver: 422, noPhone: 422, noEmail: 422 })
