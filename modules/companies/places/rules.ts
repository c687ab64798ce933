/**
 * What may be done to a reception place, pure. A new one waits until the staff verify it by an order type; then it is active, and
 * is edited only. Buttons, commands and tests read the table.
 */
import type { When } from '../../../src/contract/when.ts'
import type { RowOf } from '../../../src/kernel/resources/resource.ts'
import type { places } from './resource.ts'

type Place = RowOf<typeof places>

/** By the command's name without `companies.`: the places on which staff may use it. */
export const staffActions = {
  activatePlace: { isActive: [false] },
  editPlace: {},
  removePlace: { isActive: [false] }
} as const satisfies Readonly<Record<string, When<Place>>>

/** What a client administrator may do: a place that was never verified can still be withdrawn. */
export const clientActions = {
  editPlace: {},
  removePlace: { isActive: [false], isApproved: [false] }
} as const satisfies Readonly<Record<string, When<Place>>>
