/** All reports. */
import { memberOf } from '../../../src/contract/vocabulary.ts'
import type { Report } from '../definition.ts'
import { ReportName } from '../schema.ts'
import { kpoRegister, orders, ordersByStatus } from './orders.ts'
import { revenue } from './revenue.ts'
import { clientsAndPlaces, containerActivity, containerStock, priceList, specialPrices } from './things.ts'
import { driversAndVehicles, months, operators, tonnageByClient } from './totals.ts'

export const reports: readonly Report[] = [
  orders,
  tonnageByClient,
  driversAndVehicles,
  operators,
  months,
  kpoRegister,
  containerStock,
  containerActivity,
  clientsAndPlaces,
  priceList,
  specialPrices,
  ordersByStatus,
  revenue
]

/** The report with an id, or undefined. */
export const reportOf = (id: number): Report | undefined => {
  const name = memberOf(ReportName, id)
  return reports.find(report => report.name === name)
}
