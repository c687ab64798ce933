import { type Static, Type } from '@sinclair/typebox'
import { query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { HistoryEntry, historyOf } from '../../../src/kernel/history/timeline.ts'
import { defineListRoute, defineRoute, ItemResponse, ListResponse, orNotFound } from '../../../src/kernel/http/route.ts'
import { readOne } from '../../../src/kernel/resources/read-one.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { VehicleOption, VehicleRow } from '../schema.ts'
import { byPlateOrDriver, driverName, joinDriver, vehicleRows } from './rows.ts'

export const vehiclesRoute = defineListRoute({
  url: '/api/Admin/Vehicles',
  access: ['ADMIN'],
  summary: 'Vehicles that are not removed, with their drivers and what they take',
  rows: vehicleRows,
  sort: 'registerNumber',
  sortable: ['registerNumber', 'brand', 'model', 'driver']
})

type Entry = Static<typeof HistoryEntry>

/** History keeps drivers by their ids; they are named when it is read, and an erased one is nobody. */
async function withDrivers({ registries, db }: Services, entries: readonly Entry[]): Promise<Entry[]> {
  const changes = entries.flatMap(entry => entry.changes).filter(({ field }) => field === 'driverId')
  const ids = changes.flatMap(({ before, after }) => [before, after]).filter(id => typeof id === 'number')
  const names = await registries.names(db, ids)
  const nameOf = (id: unknown): string | null => names.get(id as number) ?? null
  return entries.map(entry => ({
    ...entry,
    changes: entry.changes.map(({ field, before, after }) =>
      field === 'driverId'
        ? { field: 'driver', before: nameOf(before), after: nameOf(after) }
        : { field, before, after }
    )
  }))
}

export const vehicleRoutes = [
  vehiclesRoute,
  defineRoute({
    url: '/api/Admin/Vehicles/listbox',
    access: ['ADMIN'],
    summary: 'Vehicles for a picker: all of them, at most 1,000',
    query: Type.Object({ DriverNameOrRegistrationNumber: Type.Optional(Type.String({ maxLength: 100 })) }),
    answer: ListResponse(VehicleOption),
    run: async ({ services, query: { DriverNameOrRegistrationNumber: text } }) => {
      const data = await query<Static<typeof VehicleOption>>(
        services.db,
        sql`select v.id, concat_ws(', ', v.register_number, v.brand || ' ' || v.model, ${raw(driverName('d'))}) as name,
            v.register_number as "registerNumber", v.driver_id as "driverId"
          from fleet.present_vehicles v ${raw(joinDriver('d', 'v.driver_id'))}
          where ${text ? byPlateOrDriver(text) : raw('true')} order by v.register_number, v.id limit 1000`
      )
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: '/api/Admin/Vehicles/:id',
    access: ['ADMIN'],
    summary: 'One vehicle',
    answer: ItemResponse(VehicleRow),
    run: async ({ services, caller, id }) => ({ data: orNotFound(await readOne(services.db, vehicleRows, id, caller)) })
  }),
  defineRoute({
    url: '/api/Admin/Vehicles/:id/history',
    access: ['ADMIN'],
    summary: 'What was changed of a vehicle, newest first',
    answer: ListResponse(HistoryEntry),
    run: async ({ services, caller, id }) => {
      orNotFound(await readOne(services.db, vehicleRows, id, caller))
      const { data, total } = await historyOf(services, vehicleRows, id, caller)
      return { data: await withDrivers(services, data), total }
    }
  })
]
