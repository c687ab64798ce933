export type CompanyRow = { id: number }
