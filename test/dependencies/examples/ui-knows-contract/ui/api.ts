import type { Session } from '../src/kernel/auth.ts'

export type Me = Session
