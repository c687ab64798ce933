import type { PositionDelta } from '../../../modules/iot/schema.ts'
import { onItems } from '../../hub.ts'

/** Calls the listener with containers of which a reading has arrived. Returns the function that stops it. */
export const onPositions = (listener: (deltas: readonly PositionDelta[]) => void): (() => void) =>
  onItems('iot.positions', listener)
