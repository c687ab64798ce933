import { clock } from '../src/kernel/clock.ts'

export const now = clock
