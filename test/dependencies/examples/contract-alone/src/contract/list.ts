import { sql } from '../kernel/database.ts'

export const list = sql
