import { vocabulary } from '../../src/contract/vocabulary.ts'

/** Where a reception place lies, by its postal code: the table `reports.region_prefixes`. */
export const Region = vocabulary('reports.region', {
  chelm: { code: 0 },
  east: { code: 1 },
  centreNorth: { code: 2 },
  westSouth: { code: 3 }
})
