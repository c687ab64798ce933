import { anOrder } from '../test/helper/factories.ts'

export const up = anOrder
