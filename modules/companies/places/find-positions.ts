/**
 * Finds positions for places that were saved while the geocoder could not be reached. Each hour it tries a different selection, so
 * that addresses unknown to the geocoder do not block the others.
 */
import { defineSystemCommand, runAsSystem } from '../../../src/kernel/commands/system.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'
import type { PlaceAddress, Position } from '../geocoding/nominatim.ts'
import { ReceptionPlace } from '../models.ts'
import { columnsOf, locateIfKnown } from './locate.ts'
import { places } from './resource.ts'

const atOnce = 60

interface Found {
  readonly address: PlaceAddress
  readonly position: Position
}

/** Stores the position that was found. A place with a changed address, or that already has a position, stays unchanged. */
export const setPosition = defineSystemCommand<typeof places, Found>(places, {
  name: 'companies.setPosition',
  when: { isLocated: [false] },
  async run({ trx }, rows, { address, position }: Found) {
    const { city, street, postalCode } = address
    const same = rows.filter(row => row.city === city && row.street === street && row.postalCode === postalCode)
    for (const { id } of same) await ReceptionPlace.query(trx).findById(id).patch(columnsOf(position))
  }
})

/** Each address may take some seconds. When the process is stopping, it starts no further one. */
export async function findPositions(services: Services, signal?: AbortSignal): Promise<void> {
  const without = await query<PlaceAddress & { readonly id: number }>(
    services.db,
    sql`select p.id, p.city, p.street, p.postal_code as "postalCode", c.country
      from companies.reception_places p join companies.companies c on c.id = p.company_id
      where p.latitude is null order by random() limit ${atOnce}`
  )
  for (const { id, ...address } of without) {
    if (signal?.aborted) return
    const position = await locateIfKnown(services, address)
    if (position) await runAsSystem(services, setPosition, [id], { address, position })
  }
}
