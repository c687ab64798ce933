/**
 * What may be done to a reception place. A new place waits until the staff verify it with an order type. Then it is active, until it is
 * deactivated; staff restore it. Buttons, commands and tests read these tables.
 */
import { codes } from '../../../src/contract/vocabulary.ts'
import type { When } from '../../../src/contract/when.ts'
import type { RowOf } from '../../../src/kernel/resources/resource.ts'
import type { places } from './resource.ts'
import { PlaceStatus } from './schema.ts'

type Place = RowOf<typeof places>

/** The places on which staff may use each command. The keys are the names of the commands without `companies.`. */
export const staffActions = {
  activatePlace: { isActive: [false] },
  setPlaceTypes: { isActive: [true] },
  deactivatePlace: { isActive: [true] },
  restorePlace: { status: codes(PlaceStatus, ['inactive']) },
  editPlace: {},
  removePlace: { isActive: [false] }
} as const satisfies Readonly<Record<string, When<Place>>>

/** The same for client administrators. They may remove only a place that was never verified. */
export const clientActions = {
  editPlace: {},
  deactivatePlace: { isActive: [true] },
  removePlace: { isActive: [false], isApproved: [false] }
} as const satisfies Readonly<Record<string, When<Place>>>
