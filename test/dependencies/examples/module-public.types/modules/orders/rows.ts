import type { CompanyRow } from '../companies/model.ts'

export type Rows = CompanyRow[]
