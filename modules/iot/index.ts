import { sql } from '../../src/kernel/database/sql.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { containersPage } from './list.ts'
import { mapPages } from './map.ts'
import { beginSweeping } from './offline-detection.ts'
import { routes } from './routes.ts'
import { BatteryStatus, ContainerStatus } from './schema.ts'
import { beginListening } from './sensors.ts'

/** Containers, what their sensors say, and the map. */
export const iot = defineModule({
  name: 'iot',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [ContainerStatus, BatteryStatus],
  pages: [containersPage, ...mapPages],
  routes,
  register({ registries }) {
    // One pass over the containers, whatever the number of stores.
    registries.storeFields.containersAmount = sql`coalesce(((
      select jsonb_object_agg(store_id, n) from (
        select store_id, count(*) as n from iot.containers where store_id is not null group by store_id) k
      ) ->> s.id::text)::int, 0)`
  },
  async start(services) {
    const { roles } = services.settings
    const endings = [
      ...(roles.includes('ingest') ? [await beginListening(services)] : []),
      ...(roles.includes('worker') ? [beginSweeping(services)] : [])
    ]
    return async () => {
      for (const end of endings) await end()
    }
  }
})
