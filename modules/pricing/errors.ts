import { defineErrors } from '../../src/kernel/errors.ts'

export const fail = defineErrors('pricing', { noPrice: 422 })
