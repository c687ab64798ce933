import type { PositionDelta } from '../../../modules/iot/schema.ts'
import { onItems } from '../../hub.ts'

/** The channel's name, and the resource type by which the hub says that there were more messages than it could send again. */
export const positionsChannel = 'iot.positions'

/** Calls the listener with containers of which a reading has arrived. Returns the function that stops it. */
export const onPositions = (listener: (deltas: readonly PositionDelta[]) => void): (() => void) =>
  onItems(positionsChannel, listener)
