import { importKinds } from '../../src/kernel/imports/kind.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { fileFolders } from '../files/public.ts'
import { storeContainersAmount } from '../warehouse/public.ts'
import { changeBattery, undoBatteryChange } from './battery/change.ts'
import { keepForecasts } from './battery/keep.ts'
import { addContainer, editContainer } from './containers/commands.ts'
import { containerImport } from './containers/imports.ts'
import { containersPage } from './containers/pages.ts'
import { containers } from './containers/resource.ts'
import { custodyPage } from './custody/pages.ts'
import { custody } from './custody/resource.ts'
import { containerEvents, recordBatteryEvents } from './events.ts'
import { containersInStore } from './fragments.ts'
import { FenceEventKind, FenceKind, fenceChannel, fenceEvents, onFenceEvents } from './geofence/events.ts'
import { foldFences } from './geofence/fold.ts'
import { mapPages, positions } from './map.ts'
import { disconnectSilent, silence } from './offline-detection.ts'
import { addPhoto, removePhoto } from './photos/commands.ts'
import { photoFolder, photos } from './photos/resource.ts'
import { storePlacesPage } from './places/pages.ts'
import { storePlaces } from './places/resource.ts'
import { keepReadingMonths } from './reading-months.ts'
import { rejectedReadings, rejectedReadingsPage, replayReadings } from './rejected-readings.ts'
import { routes } from './routes.ts'
import { BatteryStatus, BatteryTrend, ContainerStatus, RejectionReason, Silence, StopState } from './schema.ts'
import { accessChannel, provisionSensor, revokeSensor } from './sensor-access.ts'
import { beginListening } from './sensors.ts'
import { roundPage, servicePage } from './service/pages.ts'
import { beginRound, decideStop, endRound, rounds } from './service/rounds.ts'
import {
  addStore,
  closedStoresPage,
  closeStoreCommand,
  editStore,
  removeStoreCommand,
  reopenStoreCommand
} from './stores/commands.ts'
import { containersAtPlace, containersOfStore } from './vetoes.ts'

/** Containers, the readings of their sensors, and the map. */
export const iot = defineModule({
  name: 'iot',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [
    ContainerStatus,
    BatteryStatus,
    BatteryTrend,
    StopState,
    RejectionReason,
    Silence,
    FenceKind,
    FenceEventKind
  ],
  resources: [containers, photos, storePlaces, custody, rejectedReadings, fenceEvents, rounds],
  commands: [
    ...[addContainer, editContainer, changeBattery, undoBatteryChange, addPhoto, removePhoto, addStore, editStore],
    ...[closeStoreCommand, reopenStoreCommand, removeStoreCommand],
    ...[provisionSensor, revokeSensor, replayReadings, beginRound, decideStop, endRound]
  ],
  systemCommands: [silence],
  pages: [
    containersPage,
    storePlacesPage,
    custodyPage,
    servicePage,
    roundPage,
    closedStoresPage,
    ...mapPages,
    rejectedReadingsPage
  ],
  routes,
  events: containerEvents,
  channels: [positions, fenceChannel],
  extensionPoints: [onFenceEvents],
  notifications: [accessChannel],
  extends: [
    importKinds.fill(containerImport),
    fileFolders.fill(photoFolder),
    storeContainersAmount.fill(containersInStore),
    containersAtPlace,
    containersOfStore
  ],
  schedules: [
    { name: 'iot.silence', every: '1m', run: disconnectSilent },
    { name: 'iot.fences', every: '2s', run: foldFences },
    {
      name: 'iot.readingMonths',
      every: '1h',
      run: ({ now, settings }) => keepReadingMonths(settings.databaseUrl, now(), settings.readingsKeepMonths)
    },
    { name: 'iot.batteryEvents', every: '1m', run: recordBatteryEvents },
    { name: 'iot.batteryForecasts', every: '1h', run: keepForecasts }
  ],
  start: async services => (services.settings.roles.includes('ingest') ? beginListening(services) : undefined)
})
