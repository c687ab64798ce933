import { vocabulary } from '../../src/contract/vocabulary.ts'

/** The region of a reception place, by its postal code (table `reports.region_prefixes`). */
export const Region = vocabulary(
  'reports.region',
  {
    chelm: { code: 0 },
    east: { code: 1 },
    centreNorth: { code: 2 },
    westSouth: { code: 3 }
  },
  { onlyFor: ['ADMIN'] }
)

/** The type of a report's parameter, with the numbers of the specification, which has no 8. */
export const ParameterType = vocabulary(
  'reports.parameterType',
  {
    numerical: { code: 0 },
    string: { code: 1 },
    date: { code: 2 },
    companies: { code: 3 },
    drivers: { code: 4 },
    orderTypes: { code: 5 },
    vehicles: { code: 6 },
    operators: { code: 7 },
    year: { code: 9 }
  },
  { onlyFor: ['ADMIN'] }
)

/** What the rows of the report of revenue are of. */
export const RevenueBy = vocabulary(
  'reports.revenueBy',
  {
    operator: { code: 1 },
    client: { code: 2 },
    orderType: { code: 3 }
  },
  { onlyFor: ['ADMIN'] }
)

/**
 * The ids of the reports. Their names and descriptions are messages: `reports.report.{name}` and
 * `reports.report.{name}.description`.
 */
export const ReportName = vocabulary(
  'reports.report',
  {
    orders: { code: 1 },
    tonnageByClient: { code: 2 },
    driversAndVehicles: { code: 3 },
    operators: { code: 4 },
    months: { code: 5 },
    kpoRegister: { code: 6 },
    containerStock: { code: 7 },
    containerActivity: { code: 8 },
    clientsAndPlaces: { code: 9 },
    priceList: { code: 10 },
    specialPrices: { code: 11 },
    orderReport: { code: 12 },
    revenue: { code: 13 }
  },
  { onlyFor: ['ADMIN'] }
)
