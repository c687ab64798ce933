import { languageOf } from '../../../src/contract/languages.ts'
import { raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { defineRows } from '../../../src/kernel/resources/rows.ts'
import { itemName, joinItems } from '../../catalogue/public.ts'
import { personData } from '../drivers/rows.ts'
import { VehicleRow } from '../schema.ts'

/** `Jan Nowak`, over an alias of accounts. */
export const driverName = (alias: string): string => `concat_ws(' ', ${alias}.first_name, ${alias}.last_name)`

export const joinDriver = (alias: string, on: string): string => `join users.accounts ${alias} on ${alias}.id = ${on}`

/** A plate in which letters' case and spaces do not count, as its unique index holds it. */
export const barePlate = (text: Sql): Sql => sql`upper(replace(${text}, ' ', ''))`

/** Vehicles (alias `v`, the driver `d`) whose plate or driver's name, in either order, holds the text. */
export const byPlateOrDriver = (text: string): Sql => {
  const term = text.trim()
  const names = sql`lower(d.first_name || ' ' || d.last_name || ' ' || d.first_name)`
  return sql`(strpos(${barePlate(raw('v.register_number'))}, ${barePlate(sql`${term}::text`)}) > 0
    or strpos(${names}, lower(${term}::text)) > 0)`
}

const carried = `(select coalesce(json_agg(json_build_object('orderTypeItemId', x.order_type_item_id, 'isActive', x.is_active)
    order by x.order_type_item_id), '[]') from fleet.vehicle_items x where x.vehicle_id = v.id)`

const rows = defineRows({
  type: 'fleet.vehicle',
  schema: VehicleRow,
  table: 'fleet.present_vehicles',
  alias: 'v',
  joins: { d: joinDriver('d', 'v.driver_id') },
  fields: {
    id: 'v.id',
    version: 'v.version',
    registerNumber: 'v.register_number',
    brand: { sql: 'v.brand', sort: ['v.brand', 'v.model'] },
    model: 'v.model',
    driverId: 'v.driver_id',
    driver: { sql: driverName('d'), sort: ['d.last_name', 'd.first_name'] },
    orderTypeItems: carried,
    items: {
      sql: ({ language }) => sql`(select string_agg(${itemName('i', language ?? languageOf(1))}, ', '
          order by i.order_type_id, i.value, i.id)
        from fleet.vehicle_items y ${raw(joinItems('i', 'y.order_type_item_id'))} where y.vehicle_id = v.id and y.is_active)`
    },
    lastName: 'd.last_name',
    firstName: 'd.first_name',
    vehicleData: `json_build_object('id', v.id, 'brand', v.brand, 'model', v.model,
      'registerNumber', v.register_number, 'driverId', v.driver_id)`,
    driverData: personData('d')
  },
  visibleTo: () => raw('false'),
  filters: {
    DriverNameOrRegistrationNumber: { schema: { type: 'string', maxLength: 100 }, where: byPlateOrDriver },
    DriverId: {
      schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
      where: (id: number) => sql`v.driver_id = ${id}`
    }
  }
})

/** Vehicles that are not removed. History keeps the driver's id and no name. */
export const vehicleRows: typeof rows = {
  ...rows,
  history: { rows, fields: ['registerNumber', 'brand', 'model', 'driverId', 'items'] }
}
