import { defineErrors } from '../../../src/kernel/http/errors.ts'

/** Each names its orders. */
export const throwNotifyError = defineErrors('notify', { noDriver: 422, noPhone: 422, noEmail: 422 })
