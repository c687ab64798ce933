/** The public API of iot: SQL that joins and finds containers, statements for validators and reports, and an extension point for events. */
export { containerTexts, leftJoinContainer } from './fragments.ts'
export { type FenceEvent, onFenceEvents } from './geofence/events.ts'
export {
  containerLines,
  containersInNeed,
  departures,
  misplacedPlaces,
  restingContainers,
  silentContainers
} from './statements.ts'
