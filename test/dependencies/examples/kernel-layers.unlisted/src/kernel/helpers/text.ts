import { sql } from '../database/sql.ts'

export const text = sql
