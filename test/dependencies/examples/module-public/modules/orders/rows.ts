import { Company } from '../companies/model.ts'

export const rows = Company
