import { queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { beginHourly } from '../../src/kernel/jobs/hourly.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { beforePlaceRemoval, throwPlaceHasContainers } from '../companies/public.ts'
import { fileFolders } from '../files/public.ts'
import { beforeStoreRemoval, storeContainersAmount, throwStoreUsed } from '../warehouse/public.ts'
import { keepForecasts } from './battery/keep.ts'
import { addContainer, editContainer } from './containers/commands.ts'
import { containersPage } from './containers/pages.ts'
import { containers } from './containers/resource.ts'
import { custodyPage } from './custody/pages.ts'
import { custody } from './custody/resource.ts'
import { FenceEventKind, FenceKind, fenceChannel, fenceEvents, onFenceEvents } from './geofence/events.ts'
import { beginFolding } from './geofence/fold.ts'
import { mapPages, positions } from './map.ts'
import { beginSweeping, silence } from './offline-detection.ts'
import { addPhoto, removePhoto } from './photos/commands.ts'
import { photoFolder, photos } from './photos/resource.ts'
import { storePlacesPage } from './places/pages.ts'
import { storePlaces } from './places/resource.ts'
import { keepReadingMonths } from './reading-months.ts'
import { rejectedReadings, rejectedReadingsPage, replayReadings } from './rejected-readings.ts'
import { routes } from './routes.ts'
import { atPlaceMetres } from './rules.ts'
import { BatteryStatus, BatteryTrend, ContainerStatus, RejectionReason, Silence } from './schema.ts'
import { accessChannel, provisionSensor, revokeSensor } from './sensor-access.ts'
import { beginListening } from './sensors.ts'
import { servicePage } from './service/pages.ts'
import {
  addStore,
  closedStoresPage,
  closeStoreCommand,
  editStore,
  removeStoreCommand,
  reopenStoreCommand
} from './stores/commands.ts'

/** The number of containers in a store `s`, as SQL that reads the containers once for all stores. */
const containersInStore = raw(`coalesce(((
  select jsonb_object_agg(store_id, n) from (
    select store_id, count(*) as n from iot.containers where store_id is not null group by store_id) k
  ) ->> s.id::text)::int, 0)`)

/** A reception place cannot be removed while a container is there. */
const containersAtPlace = beforePlaceRemoval.fill(async (trx, ids) => {
  const container = await queryOne(
    trx,
    sql`select id from iot.containers where reception_place_id = any(${[...ids]}::int[])
      and reception_place_distance <= ${atPlaceMetres} limit 1`
  )
  if (container) throwPlaceHasContainers()
})

/** A store cannot be removed if a container is serviced there, or has been there. */
const containersOfStore = beforeStoreRemoval.fill(async (trx, ids) => {
  const stores = sql`any(${[...ids]}::int[])`
  const used = await queryOne(
    trx,
    sql`select 1 as used where exists (select from iot.containers where assigned_store_id = ${stores} or store_id = ${stores})
      or exists (select from iot.stays where store_id = ${stores})`
  )
  if (used) throwStoreUsed()
})

/** Containers, the readings of their sensors, and the map. */
export const iot = defineModule({
  name: 'iot',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [ContainerStatus, BatteryStatus, BatteryTrend, RejectionReason, Silence, FenceKind, FenceEventKind],
  resources: [containers, photos, storePlaces, custody, rejectedReadings, fenceEvents],
  commands: [
    ...[addContainer, editContainer, addPhoto, removePhoto, addStore, editStore],
    ...[closeStoreCommand, reopenStoreCommand, removeStoreCommand],
    ...[provisionSensor, revokeSensor, replayReadings]
  ],
  systemCommands: [silence],
  pages: [
    containersPage,
    storePlacesPage,
    custodyPage,
    servicePage,
    closedStoresPage,
    ...mapPages,
    rejectedReadingsPage
  ],
  routes,
  channels: [positions, fenceChannel],
  extensionPoints: [onFenceEvents],
  notifications: [accessChannel],
  extends: [
    fileFolders.fill(photoFolder),
    storeContainersAmount.fill(containersInStore),
    containersAtPlace,
    containersOfStore
  ],
  async start(services) {
    const { roles } = services.settings
    const endings = [
      ...(roles.includes('ingest') ? [await beginListening(services)] : []),
      ...(roles.includes('worker') ? [beginSweeping(services), beginFolding(services)] : []),
      await beginHourly(services, 'iot: months of readings', ({ now, settings }) =>
        keepReadingMonths(settings.databaseUrl, now(), settings.readingsKeepMonths)
      ),
      await beginHourly(services, 'iot: forecasts of batteries', keepForecasts)
    ]
    return async () => {
      for (const end of endings) await end()
    }
  }
})
