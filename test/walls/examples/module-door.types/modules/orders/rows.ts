import type { CompanyRow } from '../companies/schema.ts'

export type Rows = CompanyRow[]
